import CDQIR
import CDQStore

/// Decoding blocks of rows into columns.
extension BlockReader {
  mutating func expect<Number: FixedWidthInteger>(_ wanted: Number) throws(SectionDamage) {
    guard try number(Number.self) == wanted else { throw SectionDamage(reason: "another block is in its place") }
  }

  /// Appends the rows of a block to an attribute column.
  mutating func read(_ count: Int, _ numbers: inout [Int64], into column: inout Column) throws(SectionDamage) {
    switch column.kind {
    case .text: try readTexts(count, &numbers, into: &column)
    case .values: for _ in 0..<count { column.append(try value()) }
    case .bool:
      let valid = try validity(count)
      let values = try bits(count)
      column.appendNumbers(count, of: UInt8.self) { valid[$0] ? (values[$0] ? 1 : 0) : nil }
    case .int:
      let valid = try validity(count)
      try packed(count, into: &numbers)
      numbers.withUnsafeBufferPointer { numbers in
        column.appendNumbers(count, of: Int64.self) { valid[$0] ? numbers[$0] : nil }
      }
    case .doubles:
      let valid = try validity(count)
      let values = try fixed(count, UInt64.self)
      column.appendNumbers(count, of: Double.self) { valid[$0] ? Double(bitPattern: values[$0]) : nil }
    case .uuid:
      let valid = try validity(count)
      let high = try fixed(count, UInt64.self)
      let low = try fixed(count, UInt64.self)
      column.appendRows(count) { column, chunk, rows in
        let chunk = column.fixed(chunk, of: UUIDBits.self)
        for row in rows { chunk.append(valid[row] ? UUIDBits(high: high[row], low: low[row]) : nil) }
      }
    }
  }

  private mutating func readTexts(
    _ count: Int, _ numbers: inout [Int64], into column: inout Column
  ) throws(SectionDamage) {
    let valid = try validity(count)
    try packed(count, into: &numbers)
    let bytes = try take(remaining)
    try BlockReader.checkUTF8(bytes)
    var sum = 0
    for length in numbers {
      guard length >= 0, length <= Int64(bytes.count - sum) else { throw .short }
      sum += Int(length)
      // A text may not end inside a character.
      guard sum == bytes.count || bytes[sum] & 0xC0 != 0x80 else { throw SectionDamage(reason: "a text is not UTF-8") }
    }
    guard sum == bytes.count else { throw SectionDamage(reason: "it is longer than what it holds") }
    bytes.withMemoryRebound(to: UInt8.self) { bytes in
      var start = 0
      column.appendRows(count) { column, chunk, rows in
        let chunk = column.texts(chunk)
        for row in rows {
          let end = start + Int(numbers[row])
          if valid[row] {
            chunk.append(UnsafeBufferPointer(rebasing: bytes[start..<end]))
          } else {
            chunk.appendNull()
          }
          start = end
        }
      }
    }
  }

  /// Appends the rows of a block to a to-many column.
  mutating func readToMany(
    _ count: Int, _ numbers: inout [Int64], into column: inout PagedArray<[RowReference]>
  ) throws(SectionDamage) {
    try packed(count, into: &numbers)
    let counts = numbers
    var sum = 0
    for count in counts {
      // Each reference takes at least one byte.
      guard count >= 0, count <= Int64(remaining - sum) else { throw .short }
      sum += Int(count)
    }
    let targets = try references(sum, &numbers)
    guard !targets.contains(where: \.isNone) else { throw SectionDamage(reason: "it leads to nothing") }
    var start = 0
    for count in counts {
      column.append(count == 0 ? [] : Array(targets[start..<(start + Int(count))]))
      start += Int(count)
    }
  }

  /// Reads references. The decoder checks their targets when it has read all tables.
  mutating func references(_ count: Int, _ numbers: inout [Int64]) throws(SectionDamage) -> [RowReference] {
    try packed(count, into: &numbers)
    let rows = numbers
    guard rows.allSatisfy({ $0 >= 0 && $0 <= Int64(Int32.max) }) else {
      throw SectionDamage(reason: "it leads to nothing")
    }
    switch try number(UInt8.self) {
    case 0:
      let entity = try number(UInt32.self)
      guard entity <= UInt32(Int32.max) else { throw SectionDamage(reason: "it leads to nothing") }
      return rows.map { $0 == 0 ? .none : RowReference(Int(entity), Int($0 - 1)) }
    case 1:
      try packed(count, into: &numbers)
      guard numbers.allSatisfy({ $0 >= 0 && $0 <= Int64(Int32.max) }) else {
        throw SectionDamage(reason: "it leads to nothing")
      }
      return zip(rows, numbers).map { $0 == 0 ? .none : RowReference(Int($1), Int($0 - 1)) }
    default: throw SectionDamage(reason: "it has an unknown encoding")
    }
  }
}

extension Column {
  /// Appends rows with numbers or nil.
  fileprivate mutating func appendNumbers<Number>(
    _ count: Int, of type: Number.Type, _ number: (Int) -> Number?
  ) where Number: BitwiseCopyable & Sendable & Comparable {
    appendRows(count) { column, chunk, rows in
      let chunk = column.fixed(chunk, of: Number.self)
      for row in rows {
        let value = number(row)
        chunk.append(value)
        chunk.widenBounds(to: value)
      }
    }
  }
}
