import CDQIR

/// A block of rows of one column, in memory of its own, which the column engine scans.
///
/// Snapshots share chunks, so only a sole owner may change a chunk; `Column` and `FixedColumn` copy shared ones first.
/// A chunk grows as rows are added, so that a table of a few rows stays small.
package class ColumnChunk: @unchecked Sendable {
  /// A bitmap with one bit per row, set where the row has a value. Bits after the last row are clear.
  package private(set) var valid: UnsafeMutablePointer<UInt64>
  package private(set) var count = 0
  package private(set) var nullCount = 0
  /// The number of rows that fit without growing.
  package private(set) var capacity: Int
  private var wordCapacity: Int { (capacity + 63) >> 6 }

  /// - Parameter capacity: The number of rows that fit without growing; at least 1.
  package init(capacity: Int) {
    self.capacity = capacity
    valid = .allocate(capacity: (capacity + 63) >> 6)
    valid.initialize(repeating: 0, count: (capacity + 63) >> 6)
  }

  /// Copies the bitmap of a chunk, with its capacity.
  init(copying other: ColumnChunk) {
    capacity = other.capacity
    count = other.count
    nullCount = other.nullCount
    valid = .allocate(capacity: other.wordCapacity)
    valid.initialize(from: other.valid, count: other.wordCapacity)
  }

  deinit {
    valid.deallocate()
  }

  /// Grows the memory to `capacity` rows.
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

  /// The memory that the chunk occupies, in bytes.
  package var byteCount: Int { wordCapacity * 8 }

  @inline(__always) package final func isValid(_ row: Int) -> Bool {
    valid[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0
  }

  /// Appends a row to the bitmap. The caller has made room for it.
  @inline(__always) package final func appendRow(isValid: Bool) {
    if isValid {
      valid[count >> 6] |= 1 << UInt64(truncatingIfNeeded: count & 63)
    } else {
      nullCount += 1
    }
    count += 1
  }

  /// Counts rows whose values and bits the caller has written after the last row.
  package final func didAppend(_ rows: Int, nulls: Int) {
    count += rows
    nullCount += nulls
  }

  /// Empties the chunk for reuse: it then has `rowCount` rows without a value.
  package final func restart(_ rowCount: Int) {
    (count, nullCount) = (rowCount, rowCount)
    valid.update(repeating: 0, count: wordCapacity)
  }

  /// Updates `nullCount` after the caller has changed bits of `valid` directly.
  package final func recountNulls() {
    var present = 0
    for word in 0..<(count + 63) >> 6 { present += valid[word].nonzeroBitCount }
    nullCount = count - present
  }

  /// Sets whether a row has a value.
  @inline(__always) package final func setValid(_ row: Int, _ isValid: Bool) {
    guard self.isValid(row) != isValid else { return }
    valid[row >> 6] ^= 1 << UInt64(truncatingIfNeeded: row & 63)
    nullCount += isValid ? -1 : 1
  }
}

/// A chunk of values of one fixed size. A row without a value holds `zero`.
package final class FixedChunk<Element: BitwiseCopyable & Sendable>: ColumnChunk, @unchecked Sendable {
  package private(set) var values: UnsafeMutablePointer<Element>
  /// The bounds of the values: none is below `lower` or above `upper`. Both are nil while there is no value. NaN is
  /// ignored, and deletions do not narrow the bounds.
  package private(set) var lower: Element?
  package private(set) var upper: Element?
  private let zero: Element

  package init(capacity: Int, zero: Element) {
    self.zero = zero
    values = .allocate(capacity: capacity)
    super.init(capacity: capacity)
  }

  /// Scratch memory that the caller fills repeatedly with values between the given bounds.
  package init(capacity: Int, zero: Element, lower: Element, upper: Element) {
    self.zero = zero
    (self.lower, self.upper) = (lower, upper)
    values = .allocate(capacity: capacity)
    values.initialize(repeating: zero, count: capacity)
    super.init(capacity: capacity)
  }

  /// Makes a copy that the caller owns alone and may change.
  init(copying other: FixedChunk) {
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

  package override func grow(to capacity: Int) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.initialize(from: values, count: count)
    values.deallocate()
    values = larger
    super.grow(to: capacity)
  }

  package override var byteCount: Int { super.byteCount + capacity * MemoryLayout<Element>.stride }

  /// Appends a row. The caller has made room for it.
  @inline(__always) package func append(_ value: Element?) {
    (values + count).initialize(to: value ?? zero)
    appendRow(isValid: value != nil)
  }

  /// Appends rows with the same value. The caller has made room for them.
  package func append(repeating value: Element, count added: Int) {
    (values + count).initialize(repeating: value, count: added)
    for _ in 0..<added { appendRow(isValid: true) }
  }

  /// Replaces the value of a row.
  @inline(__always) package func set(_ row: Int, _ value: Element?) {
    values[row] = value ?? zero
    setValid(row, value != nil)
  }

  /// The value of a row, or nil.
  @inline(__always) package func value(_ row: Int) -> Element? {
    isValid(row) ? values[row] : nil
  }
}

extension FixedChunk where Element: Comparable {
  /// Appends a row per cell; the caller has made room for them. The chunk's properties are kept in local variables
  /// during the loop, because each access to a property of an object is checked for exclusivity.
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

  /// Widens `lower` and `upper` to enclose a value.
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

/// A chunk of dynamically typed values, for types that have no chunk of their own such as decimals, URLs and
/// collections.
package final class ValueChunk: ColumnChunk, @unchecked Sendable {
  package private(set) var values: [Value] = []

  override init(capacity: Int) {
    super.init(capacity: capacity)
  }

  /// Makes a copy that the caller owns alone and may change.
  init(copying other: ValueChunk) {
    values = other.values
    super.init(copying: other)
  }

  package override var byteCount: Int { super.byteCount + values.capacity * MemoryLayout<Value>.stride }

  /// Appends a row.
  package func append(_ value: Value) {
    values.append(value)
    appendRow(isValid: !value.isNull)
  }

  /// Replaces the value of a row.
  package func set(_ row: Int, _ value: Value) {
    values[row] = value
    setValid(row, !value.isNull)
  }
}
