import CDQIR
import CDQStore

/// A buffer for the contents of a section.
struct BlockWriter {
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      append(UInt64(utf8.count))
      bytes.append(contentsOf: utf8)
    }
  }

  mutating func append(bytes more: some Collection<UInt8>) {
    bytes.append(contentsOf: more)
  }

  /// Appends which rows have a value: a byte 0 if all have one, otherwise a byte 1 and a bit per row.
  mutating func append(validity isValid: [Bool]) {
    guard isValid.contains(false) else {
      append(UInt8(0))
      return
    }
    append(UInt8(1))
    append(bits: isValid)
  }

  /// Appends one bit per row, the first row in the lowest bit.
  mutating func append(bits: [Bool]) {
    var index = 0
    while index < bits.count {
      var byte: UInt8 = 0
      for bit in 0..<min(8, bits.count - index) where bits[index + bit] { byte |= 1 << UInt8(bit) }
      bytes.append(byte)
      index += 8
    }
  }

  /// Appends integers as differences from the smallest one, in the fewest bytes (1, 2, 4 or 8) that fit all of them:
  /// 1000, 1002, 1001 become 1000, the width 1 and the bytes 0, 2, 1.
  mutating func append(packed numbers: [Int64]) {
    let base = numbers.min() ?? 0
    let span = UInt64(bitPattern: (numbers.max() ?? 0) &- base)
    append(base)
    if span <= UInt64(UInt8.max) {
      append(numbers, from: base, as: UInt8.self)
    } else if span <= UInt64(UInt16.max) {
      append(numbers, from: base, as: UInt16.self)
    } else if span <= UInt64(UInt32.max) {
      append(numbers, from: base, as: UInt32.self)
    } else {
      append(numbers, from: base, as: UInt64.self)
    }
  }

  private mutating func append<Width: FixedWidthInteger & UnsignedInteger>(
    _ numbers: [Int64], from base: Int64, as width: Width.Type
  ) {
    append(UInt8(MemoryLayout<Width>.size))
    append(fixed: numbers.count) { Width(truncatingIfNeeded: numbers[$0] &- base) }
  }

  /// Appends numbers of one width.
  mutating func append<Number: FixedWidthInteger>(fixed count: Int, _ number: (Int) -> Number) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count * MemoryLayout<Number>.size))
    bytes.withUnsafeMutableBytes { raw in
      for index in 0..<count {
        raw.storeBytes(
          of: number(index).littleEndian, toByteOffset: start + index * MemoryLayout<Number>.size, as: Number.self)
      }
    }
  }
}
