import CDQIR
import CDQValues

/// The selected rows of one chunk: a bitmap with a bit per row, in memory that it does not own. Bits behind the last
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

/// The data that one run by columns reads: the tables of a snapshot, or records of the caller.
final class ColumnSource {
  let snapshot: Snapshot
  let tables: [Table]
  let layout: StoreLayout
  let execution: Execution
  let shift: Int
  private let live: LiveRows
  /// The attributes of records of the caller, in place of the columns of a table; nil for a store. With records, the
  /// tables are those of an empty store.
  let records: RecordBlocks?

  init(_ snapshot: Snapshot, _ execution: Execution) {
    self.snapshot = snapshot
    self.execution = execution
    tables = snapshot.state.tables
    layout = snapshot.state.layout
    shift = layout.chunkShift
    live = LiveRows(snapshot.state)
    records = nil
  }

  init(_ records: RecordBlocks, _ execution: Execution) {
    snapshot = RecordBlocks.noSnapshot
    self.execution = execution
    tables = snapshot.state.tables
    layout = snapshot.state.layout
    shift = RecordBlocks.shift
    live = LiveRows(snapshot.state)
    self.records = records
  }

  /// Whether a reference leads to an object that is not deleted.
  @inline(__always) func isLive(_ row: RowReference) -> Bool {
    row.entity >= 0 && live.contains(row)
  }

  @inline(__always) func block(_ entity: Int, _ chunk: Int) -> Block {
    Block(entity: entity, chunk: chunk, of: tables[entity])
  }

  /// The value of an attribute of any object.
  func value(_ row: RowReference, _ slot: Int) -> Value {
    tables[Int(row.entity)].attributes[slot].value(at: Int(row.row))
  }

  func fixed<Element>(_ block: Block, _ slot: Int, of type: Element.Type) -> FixedChunk<Element> {
    if let records { return unsafeDowncast(records.chunk(slot), to: FixedChunk<Element>.self) }
    return tables[block.entity].attributes[slot].fixed(block.chunk, of: type)
  }

  func texts(_ block: Block, _ slot: Int) -> TextChunk {
    if let records { return unsafeDowncast(records.chunk(slot), to: TextChunk.self) }
    return tables[block.entity].attributes[slot].texts(block.chunk)
  }

  func chunk(_ block: Block, _ slot: Int) -> ColumnChunk {
    if let records { return records.chunk(slot) }
    return tables[block.entity].attributes[slot].chunks[block.chunk]
  }

  /// The references of a to-one in the rows of a block.
  func targets(_ block: Block, _ column: Int) -> FixedChunk<RowReference> {
    tables[block.entity].toOne[column].chunks[block.chunk]
  }

  /// Selects the rows of a block that are not deleted.
  func selectLive(_ block: Block, _ selection: Selection) {
    let table = tables[block.entity]
    if table.liveCount == table.rowCount {
      selection.fill(block.rowCount)
      return
    }
    let first = block.firstRow >> 6
    for word in 0..<selection.wordCount { selection.words[word] = table.isLive.words[first + word] }
  }
}
