import CDQValues

/// The attributes of rows that were read and are not in the table yet, so that they go into each column many at a time.
///
/// Texts are where the input has them: the rows must go to the table before the input's bytes do.
package struct RowBatch {
  /// One attribute of one row.
  package enum Cell {
    case null
    /// The bits of what the column holds: an `Int64`, a `Double`, or 0 and 1.
    case number(UInt64)
    case text(UnsafeBufferPointer<UInt8>)
    /// A place in `values`.
    case value(Int)
  }

  /// As many rows as keep their cells near the processor.
  @inlinable package static var capacity: Int { 128 }

  /// Rows that are complete. The next one is being read.
  package var count = 0
  /// What is neither a number nor a text of the input.
  package private(set) var values: [Value] = []
  /// Slot by slot.
  @usableFromInline let cells: UnsafeMutablePointer<Cell>
  private let memory: Memory

  /// Frees the cells with the last copy.
  private final class Memory {
    let cells: UnsafeMutablePointer<Cell>

    init(count: Int) {
      cells = .allocate(capacity: count)
      cells.initialize(repeating: .null, count: count)
    }

    deinit {
      cells.deallocate()
    }
  }

  package init(slotCount: Int) {
    memory = Memory(count: slotCount * RowBatch.capacity)
    cells = memory.cells
  }

  @inlinable package var isFull: Bool { count == RowBatch.capacity }

  /// The cells of an attribute, complete rows only.
  package func cells(of slot: Int) -> UnsafeBufferPointer<Cell> {
    UnsafeBufferPointer(start: cells + slot * RowBatch.capacity, count: count)
  }

  /// An attribute of the row that is being read.
  package subscript(slot: Int) -> Cell {
    @inlinable @inline(__always) get { cells[slot * RowBatch.capacity + count] }
    @inlinable @inline(__always) nonmutating set { cells[slot * RowBatch.capacity + count] = newValue }
  }

  /// Sets an attribute of the row that is being read to a value of any kind, as a column of `kind` holds it.
  package mutating func set(_ slot: Int, _ value: Value, _ kind: Column.Kind) {
    switch kind {
    case .bool: self[slot] = Bool(value).map { .number($0 ? 1 : 0) } ?? .null
    case .int: self[slot] = Int64(value).map { .number(UInt64(bitPattern: $0)) } ?? .null
    case .double, .date, .duration: self[slot] = Column.number(value, kind).map { .number($0.bitPattern) } ?? .null
    case .uuid, .text, .values:
      if value.isNull {
        self[slot] = .null
      } else {
        self[slot] = .value(values.count)
        values.append(value)
      }
    }
  }

  /// Ends the row that is being read.
  @inlinable @inline(__always) package mutating func endRow() {
    count += 1
  }

  package mutating func removeAll() {
    count = 0
    values.removeAll(keepingCapacity: true)
  }
}
