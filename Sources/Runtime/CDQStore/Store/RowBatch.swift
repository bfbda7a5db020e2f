import CDQValues

/// Rows that a loader has read and not yet appended to the table. A batch lets each column take many cells at a time.
///
/// Cells point to texts in the input buffer, so that the batch must be appended before that buffer is freed.
@usableFromInline
package struct RowBatch {
  /// One attribute of one row.
  @usableFromInline
  package enum Cell {
    case null
    /// The bits of the column's element: an `Int64`, a `Double`, or a `Bool` as 0 or 1.
    case number(UInt64)
    case text(UnsafeBufferPointer<UInt8>)
    /// An index into `values`.
    case value(Int)
  }

  /// Chosen so that the cells of a batch fit into the processor's cache.
  @inlinable package static var capacity: Int { 128 }

  /// The number of complete rows. The row at this index is the one being read.
  @usableFromInline package var count = 0
  /// The values of cells that are neither a number nor a text of the input.
  package private(set) var values: [Value] = []
  /// The cells, slot by slot: those of slot 0 for all rows, then those of slot 1.
  @usableFromInline let cells: UnsafeMutablePointer<Cell>
  private let memory: Memory

  /// Owns the memory of the cells and frees it with the last copy of the batch.
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

  /// The cells of an attribute in the complete rows.
  package func cells(of slot: Int) -> UnsafeBufferPointer<Cell> {
    UnsafeBufferPointer(start: cells + slot * RowBatch.capacity, count: count)
  }

  /// The cell of an attribute in the row that is being read.
  package subscript(slot: Int) -> Cell {
    @inlinable @inline(__always) get { cells[slot * RowBatch.capacity + count] }
    @inlinable @inline(__always) nonmutating set { cells[slot * RowBatch.capacity + count] = newValue }
  }

  /// Sets an attribute of the row that is being read, converted to a cell for a column of `kind`.
  package mutating func set(_ slot: Int, _ value: Value, _ kind: Column.Kind) {
    switch kind {
    case .bool: self[slot] = Bool(value).map { .number($0 ? 1 : 0) } ?? .null
    case .int: self[slot] = Int64(value).map { .number(UInt64(bitPattern: $0)) } ?? .null
    case .doubles(let kind): self[slot] = value.number(as: kind).map { .number($0.bitPattern) } ?? .null
    case .uuid, .text, .values:
      if value.isNull {
        self[slot] = .null
      } else {
        self[slot] = .value(values.count)
        values.append(value)
      }
    }
  }

  /// Completes the row that is being read.
  @inlinable @inline(__always) package mutating func endRow() {
    count += 1
  }

  package mutating func removeAll() {
    count = 0
    values.removeAll(keepingCapacity: true)
  }
}
