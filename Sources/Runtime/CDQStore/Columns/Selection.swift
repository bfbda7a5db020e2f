/// The selected rows of one chunk: a bitmap with a bit per row, in memory that it does not own. Bits after the last
/// row are clear. The rows 0, 2 and 65 are the words 0b101 and 0b10.
struct Selection {
  let words: UnsafeMutablePointer<UInt64>
  let wordCount: Int

  /// The number of selected rows.
  var count: Int {
    var count = 0
    for word in 0..<wordCount { count += words[word].nonzeroBitCount }
    return count
  }

  var isEmpty: Bool {
    for word in 0..<wordCount where words[word] != 0 { return false }
    return true
  }

  func clear() {
    words.update(repeating: 0, count: wordCount)
  }

  /// Selects exactly the first `rowCount` rows.
  func fill(_ rowCount: Int) {
    for word in 0..<wordCount { words[word] = Selection.mask(ofWord: word, rowCount: rowCount) }
  }

  /// The bits of a word that belong to the first `rowCount` rows.
  @inline(__always) static func mask(ofWord word: Int, rowCount: Int) -> UInt64 {
    let rows = rowCount - word << 6
    return rows >= 64 ? .max : rows <= 0 ? 0 : (1 << UInt64(truncatingIfNeeded: rows)) - 1
  }

  @inline(__always) func contains(_ row: Int) -> Bool {
    words[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0
  }

  @inline(__always) func insert(_ row: Int) {
    words[row >> 6] |= 1 << UInt64(truncatingIfNeeded: row & 63)
  }

  @inline(__always) func remove(_ row: Int) {
    words[row >> 6] &= ~(1 << UInt64(truncatingIfNeeded: row & 63))
  }

  func copy(from other: Selection) {
    words.update(from: other.words, count: wordCount)
  }

  func subtract(_ other: Selection) {
    for word in 0..<wordCount { words[word] &= ~other.words[word] }
  }

  func form(union other: Selection) {
    for word in 0..<wordCount { words[word] |= other.words[word] }
  }

  /// Calls `body` with each selected row, in order.
  @inline(__always) func forEach(_ body: (Int) -> Void) {
    for word in 0..<wordCount {
      var bits = words[word]
      while bits != 0 {
        body(word << 6 | bits.trailingZeroBitCount)
        bits &= bits &- 1
      }
    }
  }

  /// Deselects each selected row for which `test` is false.
  @inline(__always) func filter(_ test: (Int) -> Bool) {
    for word in 0..<wordCount {
      var bits = words[word]
      if bits == 0 { continue }
      var kept = bits
      while bits != 0 {
        let bit = bits & (0 &- bits)
        if !test(word << 6 | bits.trailingZeroBitCount) { kept &= ~bit }
        bits &= bits &- 1
      }
      words[word] = kept
    }
  }
}

/// Memory for the bitmap of a selection.
final class SelectionBuffer {
  private let words: UnsafeMutablePointer<UInt64>
  private let capacity: Int

  /// - Parameter shift: Rows of a full chunk, as a power of two.
  init(shift: Int) {
    capacity = 1 << max(0, shift - 6)
    words = .allocate(capacity: capacity)
    words.initialize(repeating: 0, count: capacity)
  }

  deinit {
    words.deallocate()
  }

  /// Keeps the memory until this call. Without it, a buffer that only a local variable holds could be released as soon
  /// as the last selection has been made from it.
  @inline(__always) func keepAlive() {
    withExtendedLifetime(self) {}
  }

  /// The memory as a selection of rows of a block. Its bits are those of the last use.
  @inline(__always) func selection(for block: Block) -> Selection {
    Selection(words: words, wordCount: block.wordCount)
  }
}

/// One chunk of a table, or one block of records of the caller: the rows on which conditions work at a time.
struct Block {
  /// Index of the table.
  let entity: Int
  let chunk: Int
  /// Rows in the chunk, deleted ones included.
  let rowCount: Int
  /// The chunk's first row in its table.
  let firstRow: Int

  init(entity: Int, chunk: Int, of table: borrowing Table) {
    self.entity = entity
    self.chunk = chunk
    firstRow = chunk << table.shift
    rowCount = min(table.rowCount - firstRow, 1 << table.shift)
  }

  /// Makes a block of rows that are in no table.
  init(rowCount: Int) {
    (entity, chunk, firstRow) = (0, 0, 0)
    self.rowCount = rowCount
  }

  @inline(__always) var wordCount: Int { (rowCount + 63) >> 6 }
}
