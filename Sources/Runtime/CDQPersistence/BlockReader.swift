import CDQIR
import CDQJSON
import CDQStore

/// Reads the contents of a section. It trusts nothing: each step checks that enough bytes are left.
struct BlockReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0
  /// The number of bytes in the file after this section.
  var bytesBehind = 0
  /// The number of bytes that were not read yet.
  var remaining: Int { bytes.count - position }

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Reads the next bytes.
  mutating func take(_ count: Int) throws(SectionDamage) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= remaining else { throw .short }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)])
  }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(SectionDamage) -> Number {
    Number(littleEndian: try take(MemoryLayout<Number>.size).loadUnaligned(as: Number.self))
  }

  /// Reads the count of elements that take at least one byte each.
  mutating func count() throws(SectionDamage) -> Int {
    let count = try number(UInt64.self)
    guard count <= UInt64(remaining) else { throw .short }
    return Int(count)
  }

  mutating func text() throws(SectionDamage) -> String {
    let length = try count()
    let utf8 = try take(length)
    try BlockReader.checkUTF8(utf8)
    return String(decoding: utf8, as: UTF8.self)
  }

  static func checkUTF8(_ bytes: UnsafeRawBufferPointer) throws(SectionDamage) {
    let invalid = bytes.withMemoryRebound(to: UInt8.self) { UTF8Check.firstInvalidOffset(in: $0) }
    if invalid != nil { throw SectionDamage(reason: "a text is not UTF-8") }
  }

  mutating func end() throws(SectionDamage) {
    guard position == bytes.count else { throw SectionDamage(reason: "it is longer than what it holds") }
  }

  /// Reads which rows have a value.
  mutating func validity(_ rows: Int) throws(SectionDamage) -> RowBits {
    switch try number(UInt8.self) {
    case 0: return RowBits(bytes: nil)
    case 1: return try bits(rows)
    default: throw SectionDamage(reason: "it has an unknown encoding")
    }
  }

  /// Reads one bit per row.
  mutating func bits(_ rows: Int) throws(SectionDamage) -> RowBits {
    RowBits(bytes: try take((rows + 7) / 8))
  }

  /// Reads numbers of one width, which are decoded on access.
  mutating func fixed<Number: FixedWidthInteger>(
    _ count: Int, _ type: Number.Type
  ) throws(SectionDamage) -> FixedNumbers<Number> {
    guard count <= remaining / MemoryLayout<Number>.size else { throw .short }
    return FixedNumbers(bytes: try take(count * MemoryLayout<Number>.size))
  }

  /// Reads numbers that `BlockWriter.append(packed:)` wrote, into an array that the caller reuses.
  mutating func packed(_ count: Int, into numbers: inout [Int64]) throws(SectionDamage) {
    let base = try number(Int64.self)
    switch try number(UInt8.self) {
    case 1: BlockReader.unpack(try fixed(count, UInt8.self), count, base, &numbers)
    case 2: BlockReader.unpack(try fixed(count, UInt16.self), count, base, &numbers)
    case 4: BlockReader.unpack(try fixed(count, UInt32.self), count, base, &numbers)
    case 8: BlockReader.unpack(try fixed(count, UInt64.self), count, base, &numbers)
    default: throw SectionDamage(reason: "it has an unknown encoding")
    }
  }

  private static func unpack<Width: FixedWidthInteger & UnsignedInteger>(
    _ packed: FixedNumbers<Width>, _ count: Int, _ base: Int64, _ numbers: inout [Int64]
  ) {
    numbers.removeAll(keepingCapacity: true)
    numbers.reserveCapacity(count)
    for index in 0..<count { numbers.append(base &+ Int64(truncatingIfNeeded: packed[index])) }
  }
}

/// Numbers of one width, decoded from the bytes of a section on access.
struct FixedNumbers<Number: FixedWidthInteger> {
  fileprivate let bytes: UnsafeRawBufferPointer

  @inline(__always) subscript(index: Int) -> Number {
    Number(
      littleEndian: bytes.loadUnaligned(fromByteOffset: index * MemoryLayout<Number>.size, as: Number.self))
  }
}

/// One bit per row, decoded from the bytes of a section on access.
struct RowBits {
  /// Nil when all bits are set.
  fileprivate let bytes: UnsafeRawBufferPointer?

  @inline(__always) subscript(row: Int) -> Bool {
    guard let bytes else { return true }
    return bytes[row >> 3] & (1 << UInt8(truncatingIfNeeded: row & 7)) != 0
  }
}
