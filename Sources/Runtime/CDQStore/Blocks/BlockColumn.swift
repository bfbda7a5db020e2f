import CDQIR
import CDQValues
import Foundation

/// An attribute of a block of records, read into a chunk.
protocol BlockColumn: AnyObject {
  var kind: Column.Kind { get }
  /// The values read so far. A row that has not been read counts as a row without a value.
  var chunk: ColumnChunk { get }

  /// Starts another block, of which no value has been read.
  func start(_ rowCount: Int)

  /// Reads the values of the selected rows that have not been read yet.
  ///
  /// - Parameter rows: The first record of the block.
  func load(_ rows: UnsafeRawPointer, _ selection: Selection, _ rowCount: Int)
}

/// An attribute of the records themselves, not of an object that they refer to.
final class AttributeColumn: BlockColumn {
  /// Reads the records whose bits in `wanted` are set, of `count` contiguous records.
  typealias Reader = (_ base: UnsafeRawPointer, _ wanted: UnsafePointer<UInt64>, _ count: Int) -> Void

  let kind: Column.Kind
  let chunk: ColumnChunk
  private let read: Reader
  private let isText: Bool
  private let loaded = SelectionBuffer(shift: RecordBlocks.shift)
  private let wanted = SelectionBuffer(shift: RecordBlocks.shift)

  private init(_ kind: Column.Kind, _ chunk: ColumnChunk, _ read: @escaping Reader) {
    self.kind = kind
    self.chunk = chunk
    self.read = read
    isText = false
  }

  /// - Parameter read: Appends a text or nil for each record.
  private init(_ read: @escaping (UnsafeRawPointer, UnsafePointer<UInt64>, Int, BlockTexts) -> Void) {
    let chunk = TextChunk(capacity: 1 << RecordBlocks.shift)
    self.read = { base, wanted, count in
      chunk.removeAll()
      var writer = chunk.writer()
      withUnsafeMutablePointer(to: &writer) { read(base, wanted, count, BlockTexts(chunk: chunk, writer: $0)) }
      chunk.finish(writer)
    }
    isText = true
    kind = .text
    self.chunk = chunk
  }

  /// Makes a column that is read by a loop which the caller's compiler has specialized for the type of the records.
  convenience init<Record>(_ access: BlockAccess<Record>) {
    switch access {
    case .bool(let read):
      let chunk = AttributeColumn.bits
      self.init(.bool, chunk) { read(BlockRows($0, $1, $2), chunk.block) }
    case .int(let read):
      let chunk = AttributeColumn.integers
      self.init(.int, chunk) { read(BlockRows($0, $1, $2), chunk.block) }
    case .double(let read): self.init(.double, read)
    case .date(let read): self.init(.date, read)
    case .duration(let read): self.init(.duration, read)
    case .string(let read): self.init { read(BlockRows($0, $1, $2), $3) }
    }
  }

  /// Makes a column that is read by a call for each record. Nil for types that are not read in blocks.
  ///
  /// - Parameter stride: The number of bytes from one record to the next.
  convenience init?(_ access: AttributeAccess<Row>, stride: Int) {
    switch access {
    case .bool(let get):
      let chunk = AttributeColumn.bits
      self.init(.bool, chunk) { chunk.read($0, $1, $2, stride) { get($0).map { $0 ? 1 : 0 } } }
    case .int(let get):
      let chunk = AttributeColumn.integers
      self.init(.int, chunk) { chunk.read($0, $1, $2, stride, get) }
    case .double(let get): self.init(.double, stride, get)
    case .date(let get): self.init(.date, stride) { get($0)?.timeIntervalSinceReferenceDate }
    case .duration(let get): self.init(.duration, stride, get)
    case .string(let get):
      self.init { base, wanted, count, texts in
        for row in 0..<count {
          let isWanted = wanted[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0
          if isWanted, let text = get(base + row * stride) { texts.append(text) } else { texts.appendNil() }
        }
      }
    case .decimal, .data, .uuid, .url, .opaque, .list: return nil
    }
  }

  private convenience init<Record>(
    _ kind: ValueKind, _ read: @escaping (BlockRows<Record>, BlockValues<Double>) -> Void
  ) {
    let chunk = AttributeColumn.doubles
    self.init(.doubles(kind), chunk) { read(BlockRows($0, $1, $2), chunk.block) }
  }

  private convenience init(_ kind: ValueKind, _ stride: Int, _ get: @escaping (Row) -> Double?) {
    let chunk = AttributeColumn.doubles
    self.init(.doubles(kind), chunk) { chunk.read($0, $1, $2, stride, get) }
  }

  private static var bits: FixedChunk<UInt8> {
    FixedChunk(capacity: 1 << RecordBlocks.shift, zero: 0, lower: 0, upper: 1)
  }

  private static var integers: FixedChunk<Int64> {
    FixedChunk(capacity: 1 << RecordBlocks.shift, zero: 0, lower: .min, upper: .max)
  }

  private static var doubles: FixedChunk<Double> {
    FixedChunk(capacity: 1 << RecordBlocks.shift, zero: 0, lower: -.infinity, upper: .infinity)
  }

  func start(_ rowCount: Int) {
    loaded.selection(for: Block(rowCount: rowCount)).clear()
    if isText { unsafeDowncast(chunk, to: TextChunk.self).removeAll() } else { chunk.restart(rowCount) }
  }

  func load(_ rows: UnsafeRawPointer, _ selection: Selection, _ rowCount: Int) {
    let block = Block(rowCount: rowCount)
    let (loaded, wanted) = (loaded.selection(for: block), wanted.selection(for: block))
    var missing: UInt64 = 0
    for word in 0..<selection.wordCount {
      wanted.words[word] = selection.words[word] & ~loaded.words[word]
      missing |= wanted.words[word]
    }
    // A text chunk has no rows until it is loaded: texts are appended in order, all rows at once. So the first load of
    // a block is needed even if no row is selected.
    if missing == 0, chunk.count == rowCount { return }
    loaded.form(union: wanted)
    if isText {
      read(rows, loaded.words, rowCount)
    } else {
      read(rows, wanted.words, rowCount)
      chunk.recountNulls()
    }
  }
}

/// An attribute of the object that a to-one leads to.
final class TargetColumn<Record, Target>: BlockColumn {
  let kind: Column.Kind
  let chunk: ColumnChunk
  private let inner: any BlockColumn
  private let blocks: BlockTargets<Record, Target>
  private let targets: UnsafeMutablePointer<Target>
  private let present = SelectionBuffer(shift: RecordBlocks.shift)
  private let loaded = SelectionBuffer(shift: RecordBlocks.shift)

  init(_ inner: any BlockColumn, _ blocks: @escaping BlockTargets<Record, Target>) {
    kind = inner.kind
    chunk = inner.chunk
    self.inner = inner
    self.blocks = blocks
    targets = .allocate(capacity: 1 << RecordBlocks.shift)
  }

  deinit {
    targets.deallocate()
  }

  func start(_ rowCount: Int) {
    loaded.selection(for: Block(rowCount: rowCount)).clear()
    inner.start(rowCount)
  }

  func load(_ rows: UnsafeRawPointer, _ selection: Selection, _ rowCount: Int) {
    let block = Block(rowCount: rowCount)
    let (loaded, present) = (loaded.selection(for: block), present.selection(for: block))
    var missing: UInt64 = 0
    for word in 0..<selection.wordCount { missing |= selection.words[word] & ~loaded.words[word] }
    if missing == 0, chunk.count == rowCount { return }
    loaded.form(union: selection)
    // The objects are kept only during this call, so the attribute of all of them is read again.
    inner.start(rowCount)
    blocks(BlockRows(rows, loaded.words, rowCount), BlockValues(values: targets, valid: present.words)) { targets in
      inner.load(targets.base, present, rowCount)
    }
  }
}

extension BlockRows {
  fileprivate init(_ base: UnsafeRawPointer, _ wanted: UnsafePointer<UInt64>, _ count: Int) {
    self.init(base: base.assumingMemoryBound(to: Record.self), wanted: wanted, count: count)
  }
}

extension FixedChunk {
  /// The memory to read into.
  fileprivate var block: BlockValues<Element> { BlockValues(values: values, valid: valid) }

  /// Reads the records whose bits in `wanted` are set, and no others, with a call for each.
  fileprivate func read(
    _ base: UnsafeRawPointer, _ wanted: UnsafePointer<UInt64>, _ count: Int, _ stride: Int, _ get: (Row) -> Element?
  ) {
    for word in 0..<(count + 63) >> 6 {
      var (rest, present) = (wanted[word], 0 as UInt64)
      while rest != 0 {
        let row = word << 6 | rest.trailingZeroBitCount
        if let value = get(base + row * stride) {
          values[row] = value
          present |= rest & (0 &- rest)
        }
        rest &= rest &- 1
      }
      valid[word] = valid[word] & ~wanted[word] | present
    }
  }
}
