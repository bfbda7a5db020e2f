import CDQValues

/// An attribute of a block of records, read into a chunk.
class BlockColumn<Record> {
  let kind: Column.Kind
  /// What was read; rows that were not read count as without a value.
  let chunk: ColumnChunk

  init(_ kind: Column.Kind, _ chunk: ColumnChunk) {
    self.kind = kind
    self.chunk = chunk
  }

  /// Goes to another block, of which nothing has been read.
  func start(_ rowCount: Int) {
    preconditionFailure("abstract")
  }

  /// Reads the selected rows that have not been read yet.
  func load(_ rows: UnsafePointer<Record>, _ selection: Selection, _ rowCount: Int) {
    preconditionFailure("abstract")
  }
}

/// An attribute of the records themselves.
final class AttributeColumn<Record>: BlockColumn<Record> {
  private let read: (BlockRows<Record>) -> Void
  private let isText: Bool
  private let loaded = SelectionBuffer(shift: BlockColumns.shift)
  private let wanted = SelectionBuffer(shift: BlockColumns.shift)

  init(_ access: BlockAccess<Record>) {
    let capacity = 1 << BlockColumns.shift
    switch access {
    case .bool(let read):
      let chunk = FixedChunk<UInt8>(capacity: capacity, zero: 0, lower: 0, upper: 1)
      (self.read, isText) = ({ read($0, chunk.block) }, false)
      super.init(.bool, chunk)
    case .int(let read):
      let chunk = FixedChunk<Int64>(capacity: capacity, zero: 0, lower: .min, upper: .max)
      (self.read, isText) = ({ read($0, chunk.block) }, false)
      super.init(.int, chunk)
    case .double(let read), .date(let read), .duration(let read):
      let chunk = FixedChunk<Double>(capacity: capacity, zero: 0, lower: -.infinity, upper: .infinity)
      (self.read, isText) = ({ read($0, chunk.block) }, false)
      super.init(access.kind, chunk)
    case .string(let read):
      let chunk = TextChunk(capacity: capacity)
      self.read = { rows in
        chunk.removeAll()
        var writer = chunk.writer()
        withUnsafeMutablePointer(to: &writer) { read(rows, BlockTexts(chunk: chunk, writer: $0)) }
        chunk.finish(writer)
      }
      isText = true
      super.init(.text, chunk)
    }
  }

  override func start(_ rowCount: Int) {
    loaded.selection(for: Block(rowCount: rowCount)).clear()
    if isText { unsafeDowncast(chunk, to: TextChunk.self).removeAll() } else { chunk.restart(rowCount) }
  }

  override func load(_ rows: UnsafePointer<Record>, _ selection: Selection, _ rowCount: Int) {
    let block = Block(rowCount: rowCount)
    let (loaded, wanted) = (loaded.selection(for: block), wanted.selection(for: block))
    var missing: UInt64 = 0
    for word in 0..<selection.wordCount {
      wanted.words[word] = selection.words[word] & ~loaded.words[word]
      missing |= wanted.words[word]
    }
    // The texts of a block are added in order, all at once, and none at all is one more way to be read.
    if missing == 0, chunk.count == rowCount { return }
    loaded.form(union: wanted)
    if isText {
      read(BlockRows(base: rows, wanted: loaded.words, count: rowCount))
    } else {
      read(BlockRows(base: rows, wanted: wanted.words, count: rowCount))
      chunk.recountNulls()
    }
  }
}

/// An attribute of what a to-one leads to.
final class TargetColumn<Record, Target>: BlockColumn<Record> {
  private let inner: BlockColumn<Target>
  private let blocks: BlockTargets<Record, Target>
  private let targets: UnsafeMutablePointer<Target>
  private let present = SelectionBuffer(shift: BlockColumns.shift)
  private let loaded = SelectionBuffer(shift: BlockColumns.shift)

  init(_ inner: BlockColumn<Target>, _ blocks: @escaping BlockTargets<Record, Target>) {
    self.inner = inner
    self.blocks = blocks
    targets = .allocate(capacity: 1 << BlockColumns.shift)
    super.init(inner.kind, inner.chunk)
  }

  deinit {
    targets.deallocate()
  }

  override func start(_ rowCount: Int) {
    loaded.selection(for: Block(rowCount: rowCount)).clear()
    inner.start(rowCount)
  }

  override func load(_ rows: UnsafePointer<Record>, _ selection: Selection, _ rowCount: Int) {
    let block = Block(rowCount: rowCount)
    let (loaded, present) = (loaded.selection(for: block), present.selection(for: block))
    var missing: UInt64 = 0
    for word in 0..<selection.wordCount { missing |= selection.words[word] & ~loaded.words[word] }
    if missing == 0, chunk.count == rowCount { return }
    loaded.form(union: selection)
    // The objects are held only meanwhile, so all of them are read again.
    inner.start(rowCount)
    blocks(
      BlockRows(base: rows, wanted: loaded.words, count: rowCount),
      BlockValues(values: targets, valid: present.words)
    ) { targets in
      inner.load(targets.base, present, rowCount)
    }
  }
}

extension FixedChunk {
  /// The memory to read into.
  fileprivate var block: BlockValues<Element> { BlockValues(values: values, valid: valid) }
}

extension BlockAccess {
  fileprivate var kind: Column.Kind {
    switch self {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .date: .date
    case .duration: .duration
    case .string: .text
    }
  }
}
