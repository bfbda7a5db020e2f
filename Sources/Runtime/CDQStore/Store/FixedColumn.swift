import CDQValues

/// A column of values of one fixed size without nil. Copies share its chunks, so that a write to one copy duplicates
/// one chunk and not the whole column.
package struct FixedColumn<Element: BitwiseCopyable & Sendable>: Sendable {
  package let shift: Int
  private let zero: Element
  package private(set) var chunks: [FixedChunk<Element>] = []
  package private(set) var count = 0

  /// - Parameter zero: The filler of unused memory.
  package init(shift: Int, zero: Element) {
    self.shift = shift
    self.zero = zero
  }

  package subscript(row: Int) -> Element {
    @inline(__always) get { chunks[row >> shift].values[row & ((1 << shift) - 1)] }
    set {
      let index = row >> shift
      unshare(index)
      chunks[index].set(row & ((1 << shift) - 1), newValue)
    }
  }

  package mutating func append(_ element: Element) {
    append(repeating: element, count: 1)
  }

  /// Appends rows with the same value.
  package mutating func append(repeating element: Element, count added: Int) {
    var rest = added
    while rest > 0 {
      let row = count & ((1 << shift) - 1)
      let index = count >> shift
      if row == 0 {
        chunks.append(FixedChunk(capacity: index > 0 ? 1 << shift : 4, zero: zero))
      } else {
        unshare(index)
        if row == chunks[index].capacity { chunks[index].grow(to: min(row * 2, 1 << shift)) }
      }
      let room = min(rest, chunks[index].capacity - row)
      chunks[index].append(repeating: element, count: room)
      count += room
      rest -= room
    }
  }

  private mutating func unshare(_ index: Int) {
    guard !isKnownUniquelyReferenced(&chunks[index]) else { return }
    chunks[index] = FixedChunk(copying: chunks[index])
  }

  /// The memory that the chunks occupy, in bytes.
  package var byteCount: Int { chunks.reduce(0) { $0 + $1.byteCount } }
}

/// A bitmap with one bit per row of a table.
package struct BitColumn: Sendable {
  /// One word per 64 rows. Bits after the last row are clear.
  package private(set) var words: FixedColumn<UInt64>
  package private(set) var count = 0

  package init(shift: Int) {
    words = FixedColumn(shift: max(0, shift - 6), zero: 0)
  }

  package subscript(row: Int) -> Bool {
    @inline(__always) get { words[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0 }
    set {
      let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: row & 63)
      words[row >> 6] = newValue ? words[row >> 6] | bit : words[row >> 6] & ~bit
    }
  }

  package mutating func append(_ bit: Bool) {
    append(repeating: bit, count: 1)
  }

  /// Appends rows with the same bit.
  package mutating func append(repeating bit: Bool, count added: Int) {
    var rest = added
    while rest > 0 {
      if count & 63 == 0 { words.append(0) }
      let room = min(rest, 64 - count & 63)
      if bit { words[count >> 6] |= (.max >> UInt64(64 - room)) << UInt64(truncatingIfNeeded: count & 63) }
      count += room
      rest -= room
    }
  }
}

/// The record numbers of a table, ascending. Usually they equal the row indexes and then take no memory.
package struct RecordNumbers: Sendable {
  /// All numbers, since the first one that differed from its row index; nil before.
  private var numbers: PagedArray<Int>?
  package private(set) var count = 0

  package init() {}

  package subscript(row: Int) -> Int {
    if let numbers { numbers[row] } else { row }
  }

  /// Appends rows with consecutive numbers.
  package mutating func append(_ first: Int, count added: Int = 1) {
    if numbers == nil, first != count {
      var all = PagedArray<Int>()
      for row in 0..<count { all.append(row) }
      numbers = all
    }
    if numbers != nil {
      for offset in 0..<added { numbers?.append(first &+ offset) }
    }
    count += added
  }
}
