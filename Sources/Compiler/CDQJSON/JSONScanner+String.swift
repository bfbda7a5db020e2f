/// Reading strings and their escapes.
extension JSONScanner {
  /// Consumes a string.
  @inlinable @inline(__always)
  package mutating func readString() throws(JSONError) -> String {
    let (range, hasEscapes) = try scanString()
    if hasEscapes { return try unescaped(range) }
    return String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  /// Consumes a string without making a `String`.
  ///
  /// - Returns: the range of its contents, and whether they have escapes.
  @inlinable @inline(__always)
  package mutating func scanString() throws(JSONError) -> (contents: Range<Int>, hasEscapes: Bool) {
    guard peek() == UInt8(ascii: "\""), position < end else { throw unexpected("a string") }
    let start = position + 1
    var index = start
    var hasEscapes = false
    while index < end {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        position = index + 1
        return (start..<index, hasEscapes)
      }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        index += 2
        continue
      }
      guard byte >= 0x20 else { throw unescapedControl(at: index) }
      index += 1
    }
    throw JSONError(at: start - 1, "this string is not closed")
  }

  @usableFromInline func unescapedControl(at index: Int) -> JSONError {
    bytes[index] == 0x0A || bytes[index] == 0x0D
      ? JSONError(at: index, "the string is not closed in its line; a line break in a string is written '\\n'")
      : JSONError(at: index, "a control character in a string must be written as an escape")
  }

  /// The text of a string's contents with its escapes resolved.
  @usableFromInline package func unescaped(_ range: Range<Int>) throws(JSONError) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        index += 1
        continue
      }
      if index + 1 < range.upperBound, bytes[index + 1] == UInt8(ascii: "u") {
        result.append(contentsOf: String(try readUnicodeEscape(&index, range.upperBound)).utf8)
        continue
      }
      guard index + 1 < range.upperBound, let value = JSONScanner.simpleEscape(bytes[index + 1]) else {
        throw JSONError(at: index, "unknown escape in a string")
      }
      result.append(value)
      index += 2
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func simpleEscape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// The scalar of `\uXXXX`, or of two of them that form a surrogate pair.
  private func readUnicodeEscape(_ index: inout Int, _ limit: Int) throws(JSONError) -> Unicode.Scalar {
    let start = index
    let unit = try readHexUnit(&index, limit)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard (0xD800...0xDBFF).contains(unit), index + 1 < limit, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { throw JSONError(at: start, "half of a surrogate pair is no character") }
    let low = try readHexUnit(&index, limit)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
    else { throw JSONError(at: start, "half of a surrogate pair is no character") }
    return scalar
  }

  private func readHexUnit(_ index: inout Int, _ limit: Int) throws(JSONError) -> UInt16 {
    guard index + 6 <= limit else { throw JSONError(at: index, "'\\u' needs four hexadecimal digits") }
    var unit: UInt16 = 0
    for byte in bytes[(index + 2)..<(index + 6)] {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: throw JSONError(at: index, "'\\u' needs four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
    }
    index += 6
    return unit
  }
}
