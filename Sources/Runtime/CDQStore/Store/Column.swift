import CDQIR
import CDQValues
package import Foundation

/// The values of one attribute for all rows of a table, in chunks whose type fits the attribute.
///
/// Copies of a column share the chunks. A write copies only the chunk that it changes, so that snapshots keep their
/// values.
package struct Column: Sendable {
  /// The type of a column's chunks.
  package enum Kind: Equatable, Sendable {
    /// `FixedChunk<UInt8>` with the values 0 and 1.
    case bool
    /// `FixedChunk<Int64>`
    case int
    /// `FixedChunk<Double>`: values of the kind `.double`, seconds since 2001 of a `.date`, or seconds of a `.duration`.
    case doubles(ValueKind)
    /// `FixedChunk<UUIDBits>`
    case uuid
    /// `TextChunk`
    case text
    /// `ValueChunk`
    case values
  }

  package let kind: Kind
  /// Rows of a full chunk, as a power of two; at least 6 (64 rows), so that no word of a bitmap spans two chunks.
  package let shift: Int
  package private(set) var chunks: [ColumnChunk] = []
  package private(set) var count = 0

  package init(_ kind: Kind, shift: Int) {
    self.kind = kind
    self.shift = shift
  }

  /// The column kind for attributes of a type. An enum is stored as its raw value.
  package static func kind(of type: ValueType, in schema: Schema) -> Kind {
    let kind = ValueKind(schema.rawType(of: type))
    return switch kind {
    case .bool: .bool
    case .int: .int
    case .double, .date, .duration: .doubles(kind)
    case .string: .text
    case .uuid: .uuid
    case .decimal, .data, .url, .object, .opaque, .list, .null: .values
    }
  }

  @inline(__always) private func place(_ row: Int) -> (chunk: Int, row: Int) {
    (row >> shift, row & ((1 << shift) - 1))
  }

  /// A chunk, cast to the chunk type of the column's `kind`.
  @inline(__always) package func fixed<Element>(_ chunk: Int, of type: Element.Type) -> FixedChunk<Element> {
    unsafeDowncast(chunks[chunk], to: FixedChunk<Element>.self)
  }

  @inline(__always) package func texts(_ chunk: Int) -> TextChunk {
    unsafeDowncast(chunks[chunk], to: TextChunk.self)
  }

  @inline(__always) package func values(_ chunk: Int) -> ValueChunk {
    unsafeDowncast(chunks[chunk], to: ValueChunk.self)
  }

  /// The memory that the chunks occupy, in bytes.
  package var byteCount: Int { chunks.reduce(0) { $0 + $1.byteCount } }

  // MARK: Reading. The typed readers except `number` give nil for a column of another kind.

  /// The value of a row as a dynamically typed `Value`.
  package func value(at row: Int) -> Value {
    switch kind {
    case .bool: bool(at: row).map { .bool($0) } ?? .null
    case .int: int(at: row).map { .int($0) } ?? .null
    case .doubles(let kind): number(at: row).map { Value($0, as: kind) } ?? .null
    case .uuid: uuid(at: row).map { .uuid($0) } ?? .null
    case .text: text(at: row).map { .string($0) } ?? .null
    case .values:
      values(row >> shift).values[place(row).row]
    }
  }

  @inline(__always) package func bool(at row: Int) -> Bool? {
    guard case .bool = kind else { return nil }
    let (chunk, row) = place(row)
    return fixed(chunk, of: UInt8.self).value(row).map { $0 != 0 }
  }

  @inline(__always) package func int(at row: Int) -> Int64? {
    guard case .int = kind else { return nil }
    let (chunk, row) = place(row)
    return fixed(chunk, of: Int64.self).value(row)
  }

  /// The number of a row in a column of doubles. The caller has checked `kind`.
  @inline(__always) package func number(at row: Int) -> Double? {
    let (chunk, row) = place(row)
    return fixed(chunk, of: Double.self).value(row)
  }

  @inline(__always) package func text(at row: Int) -> String? {
    guard case .text = kind else { return nil }
    let (chunk, row) = place(row)
    return texts(chunk).text(row)
  }

  /// Calls `body` with the bytes of a row's text and returns true, if the row has a text and the text is plain.
  @inline(__always) package func withPlainText(at row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
    guard case .text = kind else { return false }
    let (chunk, row) = place(row)
    let texts = texts(chunk)
    guard texts.isValid(row), texts.isPlain(row) else { return false }
    body(texts.utf8(row))
    return true
  }

  /// Whether a row's text is canonically equivalent to a plain text.
  @inline(__always) package func isText(at row: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard case .text = kind else { return false }
    let (chunk, row) = place(row)
    let texts = texts(chunk)
    guard texts.isValid(row) else { return false }
    // Two plain texts are equivalent only if their bytes are equal; a text that is not plain needs a comparison as
    // `String`.
    if texts.isPlain(row) { return texts.utf8(row).elementsEqual(text) }
    return texts.string(row) == String(decoding: text, as: UTF8.self)
  }

  package func uuid(at row: Int) -> UUID? {
    guard case .uuid = kind else { return nil }
    let (chunk, row) = place(row)
    return fixed(chunk, of: UUIDBits.self).value(row)?.uuid
  }

  package func isNull(at row: Int) -> Bool {
    let (chunk, row) = place(row)
    return !chunks[chunk].isValid(row)
  }

  // MARK: Writing

  /// Appends a row. A value of another type than the column's becomes nil.
  package mutating func append(_ value: Value) {
    let index = openChunk(for: 1).index
    switch kind {
    case .bool: appendNumber(Bool(value).map { $0 ? 1 : 0 }, to: fixed(index, of: UInt8.self))
    case .int: appendNumber(Int64(value), to: fixed(index, of: Int64.self))
    case .doubles(let kind): appendNumber(value.number(as: kind), to: fixed(index, of: Double.self))
    case .uuid: fixed(index, of: UUIDBits.self).append(UUID(value).map { UUIDBits($0) })
    case .text: Column.append(value, to: texts(index))
    case .values: values(index).append(value)
    }
    didAppend(1)
  }

  /// Counts rows that the caller has added to the open chunk.
  package mutating func didAppend(_ rows: Int) {
    count += rows
  }

  /// Appends `total` rows chunk by chunk. `body` writes the rows that fit into the open chunk; `rows` says which of the
  /// total they are.
  package mutating func appendRows(_ total: Int, _ body: (_ column: Column, _ chunk: Int, _ rows: Range<Int>) -> Void) {
    var done = 0
    while done < total {
      let (index, room) = openChunk(for: total - done)
      body(self, index, done..<(done + room))
      didAppend(room)
      done += room
    }
  }

  private func appendNumber<Number>(_ value: Number?, to chunk: FixedChunk<Number>) where Number: Comparable {
    chunk.append(value)
    chunk.widenBounds(to: value)
  }

  private static func append(_ value: Value, to chunk: TextChunk) {
    guard case .string(let text) = value else {
      chunk.appendNull()
      return
    }
    text.withBytes { chunk.append($0) }
  }

  /// Replaces the value of a row. A value of another type than the column's becomes nil.
  package mutating func set(_ row: Int, _ value: Value) {
    let (index, row) = place(row)
    unshare(index)
    switch kind {
    case .bool: Column.set(row, Bool(value).map { $0 ? 1 : 0 }, of: fixed(index, of: UInt8.self))
    case .int: Column.set(row, Int64(value), of: fixed(index, of: Int64.self))
    case .doubles(let kind): Column.set(row, value.number(as: kind), of: fixed(index, of: Double.self))
    case .uuid: fixed(index, of: UUIDBits.self).set(row, UUID(value).map { UUIDBits($0) })
    case .text: texts(index).set(row, value.text)
    case .values: values(index).set(row, value)
    }
  }

  private static func set<Number: Comparable>(_ row: Int, _ value: Number?, of chunk: FixedChunk<Number>) {
    chunk.set(row, value)
    chunk.widenBounds(to: value)
  }

  private mutating func unshare(_ index: Int) {
    if !isKnownUniquelyReferenced(&chunks[index]) { chunks[index] = copy(of: index) }
  }

  /// Prepares the chunk that takes the next rows. Returns its index and the number of the wanted rows that fit: at
  /// least one.
  package mutating func openChunk(for wanted: Int) -> (index: Int, room: Int) {
    let (index, row) = place(count)
    let room = min(wanted, (1 << shift) - row)
    if row == 0 {
      // Only a chunk that no snapshot shares may be trimmed.
      if index > 0, kind == .text, isKnownUniquelyReferenced(&chunks[index - 1]) { texts(index - 1).trim() }
      // The first chunk of a table starts small, because many tables have only a few rows.
      chunks.append(makeChunk(capacity: index > 0 ? 1 << shift : max(4, room)))
    } else {
      unshare(index)
      let chunk = chunks[index]
      if row + room > chunk.capacity { chunk.grow(to: min(max(row * 2, row + room), 1 << shift)) }
    }
    return (index, room)
  }

  private func makeChunk(capacity: Int) -> ColumnChunk {
    switch kind {
    case .bool: FixedChunk<UInt8>(capacity: capacity, zero: 0)
    case .int: FixedChunk<Int64>(capacity: capacity, zero: 0)
    case .doubles: FixedChunk<Double>(capacity: capacity, zero: 0)
    case .uuid: FixedChunk<UUIDBits>(capacity: capacity, zero: UUIDBits(high: 0, low: 0))
    case .text: TextChunk(capacity: capacity)
    case .values: ValueChunk(capacity: capacity)
    }
  }

  private func copy(of index: Int) -> ColumnChunk {
    switch kind {
    case .bool: FixedChunk(copying: fixed(index, of: UInt8.self))
    case .int: FixedChunk(copying: fixed(index, of: Int64.self))
    case .doubles: FixedChunk(copying: fixed(index, of: Double.self))
    case .uuid: FixedChunk(copying: fixed(index, of: UUIDBits.self))
    case .text: TextChunk(copying: texts(index))
    case .values: ValueChunk(copying: values(index))
    }
  }
}

/// A UUID as two numbers, the more significant one first, so that comparing them orders UUIDs like their
/// texts.
package struct UUIDBits: BitwiseCopyable, Hashable, Sendable {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(_ uuid: UUID) {
    let bytes = uuid.uuid
    high = withUnsafeBytes(of: bytes) { UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 0, as: UInt64.self)) }
    low = withUnsafeBytes(of: bytes) { UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) }
  }

  package var uuid: UUID {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
