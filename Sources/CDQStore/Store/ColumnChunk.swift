import CDQIR

/// Some rows of a column, in memory of its own: what readers scan.
///
/// Snapshots share chunks, so only a holder that is alone may change one; `Column` and `FixedColumn` see to that.
/// A chunk grows as it is filled, so that a table of a few rows is small.
package class ColumnChunk: @unchecked Sendable {
  /// A bit per row, set where the row has a value. Bits behind the last row are clear.
  package private(set) var valid: UnsafeMutablePointer<UInt64>
  package private(set) var count = 0
  package private(set) var nullCount = 0
  /// Rows there is room for.
  package private(set) var capacity: Int
  private var wordCapacity: Int { (capacity + 63) >> 6 }

  /// - Parameter capacity: Rows there is room for; more than none.
  package init(capacity: Int) {
    self.capacity = capacity
    valid = .allocate(capacity: (capacity + 63) >> 6)
    valid.initialize(repeating: 0, count: (capacity + 63) >> 6)
  }

  /// A copy with room for the same number of rows.
  package init(copying other: ColumnChunk) {
    capacity = other.capacity
    count = other.count
    nullCount = other.nullCount
    valid = .allocate(capacity: other.wordCapacity)
    valid.initialize(from: other.valid, count: other.wordCapacity)
  }

  deinit {
    valid.deallocate()
  }

  /// A copy that can be changed.
  package func copy() -> ColumnChunk {
    preconditionFailure("abstract")
  }

  /// Makes room for `capacity` rows.
  package func grow(to capacity: Int) {
    let (old, new) = (wordCapacity, (capacity + 63) >> 6)
    if new > old {
      let words = UnsafeMutablePointer<UInt64>.allocate(capacity: new)
      words.initialize(from: valid, count: old)
      (words + old).initialize(repeating: 0, count: new - old)
      valid.deallocate()
      valid = words
    }
    self.capacity = capacity
  }

  /// Bytes of memory the rows take.
  package var byteCount: Int { wordCapacity * 8 }

  /// Whether the row has a value.
  @inline(__always) package final func isValid(_ row: Int) -> Bool {
    valid[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0
  }

  /// Adds a row, for which there is room.
  @inline(__always) package final func appendRow(isValid: Bool) {
    if isValid {
      valid[count >> 6] |= 1 << UInt64(truncatingIfNeeded: count & 63)
    } else {
      nullCount += 1
    }
    count += 1
  }

  /// Counts rows that were added at the end with their bits.
  package final func didAppend(_ rows: Int, nulls: Int) {
    count += rows
    nullCount += nulls
  }

  /// Takes the memory for other rows, none of which has a value.
  package final func restart(_ rowCount: Int) {
    (count, nullCount) = (rowCount, rowCount)
    valid.update(repeating: 0, count: wordCapacity)
  }

  /// Counts the rows without a value after bits have been changed from outside.
  package final func recountNulls() {
    var present = 0
    for word in 0..<(count + 63) >> 6 { present += valid[word].nonzeroBitCount }
    nullCount = count - present
  }

  /// Says whether a row has a value from now on.
  @inline(__always) package final func setValid(_ row: Int, _ isValid: Bool) {
    guard self.isValid(row) != isValid else { return }
    valid[row >> 6] ^= 1 << UInt64(truncatingIfNeeded: row & 63)
    nullCount += isValid ? -1 : 1
  }
}

/// Values of one fixed size. A row without a value holds zero.
package final class FixedChunk<Element: BitwiseCopyable & Sendable>: ColumnChunk, @unchecked Sendable {
  package private(set) var values: UnsafeMutablePointer<Element>
  /// No value is below the one or above the other; nil while there are none. NaN counts as no value. Deletions do not
  /// make them narrower.
  package private(set) var lower: Element?
  package private(set) var upper: Element?
  private let zero: Element

  package init(capacity: Int, zero: Element) {
    self.zero = zero
    values = .allocate(capacity: capacity)
    super.init(capacity: capacity)
  }

  /// Memory that is filled from outside, again and again, with values between these bounds.
  package init(capacity: Int, zero: Element, lower: Element, upper: Element) {
    self.zero = zero
    (self.lower, self.upper) = (lower, upper)
    values = .allocate(capacity: capacity)
    values.initialize(repeating: zero, count: capacity)
    super.init(capacity: capacity)
  }

  private init(copying other: FixedChunk) {
    zero = other.zero
    lower = other.lower
    upper = other.upper
    values = .allocate(capacity: other.capacity)
    values.initialize(from: other.values, count: other.count)
    super.init(copying: other)
  }

  deinit {
    values.deallocate()
  }

  package override func copy() -> ColumnChunk { FixedChunk(copying: self) }

  package override func grow(to capacity: Int) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.initialize(from: values, count: count)
    values.deallocate()
    values = larger
    super.grow(to: capacity)
  }

  package override var byteCount: Int { super.byteCount + capacity * MemoryLayout<Element>.stride }

  /// Adds a row, for which there is room.
  @inline(__always) package func append(_ value: Element?) {
    (values + count).initialize(to: value ?? zero)
    appendRow(isValid: value != nil)
  }

  /// Adds rows that have the same value, for which there is room.
  package func append(repeating value: Element, count added: Int) {
    (values + count).initialize(repeating: value, count: added)
    for _ in 0..<added { appendRow(isValid: true) }
  }

  /// Changes a row.
  @inline(__always) package func set(_ row: Int, _ value: Element?) {
    values[row] = value ?? zero
    setValid(row, value != nil)
  }

  /// The value of a row.
  @inline(__always) package func value(_ row: Int) -> Element? {
    isValid(row) ? values[row] : nil
  }
}

extension FixedChunk where Element: Comparable {
  /// Adds rows, for which there is room. What the chunk knows is kept in locals meanwhile, as each access to a property of
  /// an object is checked for exclusivity.
  package func append(_ cells: UnsafeBufferPointer<RowBatch.Cell>, _ element: (UInt64) -> Element) {
    let (values, valid, zero) = (values, valid, zero)
    var (lower, upper, row, nulls) = (lower, upper, count, 0)
    for cell in cells {
      if case .number(let bits) = cell {
        let value = element(bits)
        (values + row).initialize(to: value)
        valid[row >> 6] |= 1 << UInt64(truncatingIfNeeded: row & 63)
        if let low = lower, let high = upper {
          if value < low { lower = value }
          if value > high { upper = value }
        } else if value == value {
          (lower, upper) = (value, value)
        }
      } else {
        (values + row).initialize(to: zero)
        nulls += 1
      }
      row += 1
    }
    (self.lower, self.upper) = (lower, upper)
    didAppend(cells.count, nulls: nulls)
  }

  /// Lets the bounds enclose a value.
  @inline(__always) package func widenBounds(to value: Element?) {
    guard let value, value == value else { return }
    if let lower, let upper {
      if value < lower { self.lower = value }
      if value > upper { self.upper = value }
    } else {
      (lower, upper) = (value, value)
    }
  }
}

/// Values of any kind, as they are.
package final class ValueChunk: ColumnChunk, @unchecked Sendable {
  package private(set) var values: [Value] = []

  override init(capacity: Int) {
    super.init(capacity: capacity)
  }

  private init(copying other: ValueChunk) {
    values = other.values
    super.init(copying: other)
  }

  package override func copy() -> ColumnChunk { ValueChunk(copying: self) }

  package override var byteCount: Int { super.byteCount + values.capacity * MemoryLayout<Value>.stride }

  /// Adds a row, for which there is room.
  package func append(_ value: Value) {
    values.append(value)
    appendRow(isValid: !value.isNull)
  }

  /// Changes a row.
  package func set(_ row: Int, _ value: Value) {
    values[row] = value
    setValid(row, !value.isNull)
  }
}
