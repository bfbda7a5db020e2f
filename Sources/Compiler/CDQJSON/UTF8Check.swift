/// Validation of UTF-8 (Unicode 15, table 3-7), for bytes of unknown origin.
package enum UTF8Check {
  /// The offset of the first malformed character; nil when all are well-formed.
  package static func firstInvalidOffset(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let raw = UnsafeRawBufferPointer(bytes)
    let count = bytes.count
    var index = 0
    while index < count {
      // Skips eight ASCII bytes at a time, since most input is ASCII.
      while index + 8 <= count,
        raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index += 8
      }
      guard index < count else { break }
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      guard let length = sequenceLength(bytes, index, count) else { return index }
      index += length
    }
    return nil
  }

  /// The length in bytes of the multi-byte character at `index`; nil when it is malformed.
  private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ count: Int) -> Int? {
    let lead = bytes[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return nil
    }
    guard index + length <= count, second.contains(bytes[index + 1]) else { return nil }
    for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { return nil }
    return length
  }
}
