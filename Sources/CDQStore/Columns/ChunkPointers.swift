import CDQValues

/// Where the chunks of one attribute, or of one to-one, keep what is in them: for reading rows in any order without
/// counting references. Good as long as the source, which holds the snapshot.
final class ChunkPointers {
  /// One chunk.
  struct Chunk {
    /// The values, or the bytes of texts.
    let values: UnsafeRawPointer
    let valid: UnsafePointer<UInt64>
    /// Of texts: where each starts.
    let offsets: UnsafePointer<UInt32>?
    /// Of texts: the rows that are not to be read by their bytes, as whoever asked for them said.
    let special: UnsafePointer<UInt64>?
    private let owner: Unmanaged<ColumnChunk>

    fileprivate init(_ chunk: ColumnChunk, _ kind: Column.Kind, specialIsNotASCII: Bool) {
      owner = Unmanaged.passUnretained(chunk)
      valid = UnsafePointer(chunk.valid)
      switch kind {
      case .bool: values = UnsafeRawPointer(unsafeDowncast(chunk, to: FixedChunk<UInt8>.self).values)
      case .int: values = UnsafeRawPointer(unsafeDowncast(chunk, to: FixedChunk<Int64>.self).values)
      case .double, .date, .duration: values = UnsafeRawPointer(unsafeDowncast(chunk, to: FixedChunk<Double>.self).values)
      case .uuid: values = UnsafeRawPointer(unsafeDowncast(chunk, to: FixedChunk<UUIDBits>.self).values)
      case .text:
        let texts = unsafeDowncast(chunk, to: TextChunk.self)
        values = UnsafeRawPointer(texts.bytes)
        offsets = UnsafePointer(texts.offsets)
        special = UnsafePointer(specialIsNotASCII ? texts.notASCII : texts.notPlain)
        return
      // Nobody reads dynamic values by their address.
      case .values: values = UnsafeRawPointer(chunk.valid)
      }
      (offsets, special) = (nil, nil)
    }

    fileprivate init(_ chunk: FixedChunk<RowReference>) {
      owner = Unmanaged.passUnretained(chunk)
      valid = UnsafePointer(chunk.valid)
      values = UnsafeRawPointer(chunk.values)
      (offsets, special) = (nil, nil)
    }

    @inline(__always) func isValid(_ row: Int) -> Bool { Chunk.bit(row, of: valid) }

    /// Whether a text is one of the special ones.
    @inline(__always) func isSpecial(_ row: Int) -> Bool { special.map { Chunk.bit(row, of: $0) } ?? false }

    @inline(__always) private static func bit(_ row: Int, of words: UnsafePointer<UInt64>) -> Bool {
      words[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0
    }

    @inline(__always) func value<Element: BitwiseCopyable>(_ row: Int, as type: Element.Type) -> Element {
      values.load(fromByteOffset: row &* MemoryLayout<Element>.stride, as: Element.self)
    }

    /// The bytes of a text. Sixteen more can be read behind it.
    @inline(__always) func utf8(_ row: Int) -> UnsafeRawBufferPointer {
      guard let offsets else { return UnsafeRawBufferPointer(start: nil, count: 0) }
      let start = Int(offsets[row])
      return UnsafeRawBufferPointer(start: values + start, count: Int(offsets[row + 1]) - start)
    }

    /// A text, wherever it stands.
    func string(_ row: Int) -> String {
      unsafeDowncast(owner.takeUnretainedValue(), to: TextChunk.self).string(row)
    }
  }

  private let tables: UnsafeMutablePointer<UnsafeMutablePointer<Chunk>?>
  private let tableCount: Int
  private let shift: Int
  private let source: ColumnSource

  private init(_ source: ColumnSource) {
    self.source = source
    shift = source.shift
    tableCount = source.tables.count
    tables = .allocate(capacity: max(1, tableCount))
    tables.initialize(repeating: nil, count: tableCount)
  }

  /// An attribute of some entities, which have it in the same slot.
  ///
  /// - Parameter specialIsNotASCII: Whether the special texts are those with more than ASCII; else those not plain.
  convenience init(
    _ source: ColumnSource, attribute slot: Int, of entities: [Int], specialIsNotASCII: Bool = false
  ) {
    self.init(source)
    for entity in entities {
      let column = source.tables[entity].attributes[slot]
      add(column.chunks.map { Chunk($0, column.kind, specialIsNotASCII: specialIsNotASCII) }, of: entity)
    }
  }

  /// A to-one of some entities.
  convenience init(_ source: ColumnSource, toOne column: Int, of entities: [Int]) {
    self.init(source)
    for entity in entities { add(source.tables[entity].toOne[column].chunks.map { Chunk($0) }, of: entity) }
  }

  deinit {
    for entity in 0..<tableCount { tables[entity]?.deallocate() }
    tables.deallocate()
  }

  private func add(_ chunks: [Chunk], of entity: Int) {
    let pointer = UnsafeMutablePointer<Chunk>.allocate(capacity: max(1, chunks.count))
    for (index, chunk) in chunks.enumerated() { (pointer + index).initialize(to: chunk) }
    tables[entity] = pointer
  }

  /// The chunk of a row of one of the entities, and the row's place in it; nil for rows of other entities.
  @inline(__always) func place(_ row: RowReference) -> (chunk: UnsafePointer<Chunk>, row: Int)? {
    guard let chunks = tables[Int(row.entity)] else { return nil }
    return (UnsafePointer(chunks + Int(row.row) >> shift), Int(row.row) & ((1 << shift) - 1))
  }
}

/// Follows to-ones from row to row.
final class ReferenceWalk {
  private let steps: [ChunkPointers]
  private let source: ColumnSource

  convenience init(_ path: ColumnPlanner.Path, _ source: ColumnSource) {
    self.init(path.steps, path.owners, source)
  }

  /// - Parameters:
  ///   - columns: The to-ones, as columns of the tables they start from.
  ///   - owners: The entity that each starts from.
  init(_ columns: [Int], _ owners: [Int], _ source: ColumnSource) {
    self.source = source
    steps = zip(columns, owners).map { column, owner in
      ChunkPointers(source, toOne: column, of: source.layout.entities[owner].concrete)
    }
  }

  /// Where the steps lead; `.none` where that is nowhere, or to a deleted object.
  @inline(__always) func target(_ row: RowReference) -> RowReference {
    var row = row
    for step in steps {
      guard let (chunk, place) = step.place(row) else { return .none }
      row = chunk.pointee.value(place, as: RowReference.self)
      guard source.isLive(row) else { return .none }
    }
    return row
  }
}
