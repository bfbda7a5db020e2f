import CDQValues

/// The addresses of the memory of all chunks of one attribute, or of one to-one, for reading rows in any order without
/// reference counting. They are valid as long as the source, which holds the snapshot.
final class ChunkPointers {
  /// The addresses of one chunk.
  struct Chunk {
    /// The values, or the bytes of texts.
    let values: UnsafeRawPointer
    let valid: UnsafePointer<UInt64>
    /// For texts: the offset of each text, and after the last one the end.
    let offsets: UnsafePointer<UInt32>?
    /// For texts: a bit per row, set if the text must not be compared by its bytes. `specialIsNotASCII` decides which
    /// texts these are.
    let special: UnsafePointer<UInt64>?
    private let owner: Unmanaged<ColumnChunk>

    fileprivate init(_ chunk: ColumnChunk, _ kind: Column.Kind, specialIsNotASCII: Bool) {
      owner = Unmanaged.passUnretained(chunk)
      valid = UnsafePointer(chunk.valid)
      switch kind {
      case .bool: values = UnsafeRawPointer(unsafeDowncast(chunk, to: FixedChunk<UInt8>.self).values)
      case .int: values = UnsafeRawPointer(unsafeDowncast(chunk, to: FixedChunk<Int64>.self).values)
      case .doubles:
        values = UnsafeRawPointer(unsafeDowncast(chunk, to: FixedChunk<Double>.self).values)
      case .uuid: values = UnsafeRawPointer(unsafeDowncast(chunk, to: FixedChunk<UUIDBits>.self).values)
      case .text:
        let texts = unsafeDowncast(chunk, to: TextChunk.self)
        values = UnsafeRawPointer(texts.bytes)
        offsets = UnsafePointer(texts.offsets)
        special = UnsafePointer(specialIsNotASCII ? texts.notASCII : texts.notPlain)
        return
      // Dynamic values are never read by address, so this address is not used.
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

    /// Whether a text must not be compared by its bytes.
    @inline(__always) func isSpecial(_ row: Int) -> Bool { special.map { Chunk.bit(row, of: $0) } ?? false }

    @inline(__always) private static func bit(_ row: Int, of words: UnsafePointer<UInt64>) -> Bool {
      words[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0
    }

    @inline(__always) func value<Element: BitwiseCopyable>(_ row: Int, as type: Element.Type) -> Element {
      values.load(fromByteOffset: row &* MemoryLayout<Element>.stride, as: Element.self)
    }

    /// The bytes of a text. The 16 bytes after them can be read too.
    @inline(__always) func utf8(_ row: Int) -> UnsafeRawBufferPointer {
      guard let offsets else { return UnsafeRawBufferPointer(start: nil, count: 0) }
      let start = Int(offsets[row])
      return UnsafeRawBufferPointer(start: values + start, count: Int(offsets[row + 1]) - start)
    }

    /// A text, also one that is too long for the buffer of its chunk.
    func string(_ row: Int) -> String {
      unsafeDowncast(owner.takeUnretainedValue(), to: TextChunk.self).string(row)
    }
  }

  private let tables: UnsafeMutablePointer<UnsafeMutablePointer<Chunk>?>
  private let tableCount: Int
  private let shift: Int
  private let source: TableSource

  private init(_ source: TableSource) {
    self.source = source
    shift = source.shift
    tableCount = source.tables.count
    tables = .allocate(capacity: max(1, tableCount))
    tables.initialize(repeating: nil, count: tableCount)
  }

  /// Makes the addresses of an attribute of some entities, which have it in the same slot.
  ///
  /// - Parameter specialIsNotASCII: Whether the special texts are those that are not ASCII; if false, those that are
  ///   not plain.
  convenience init(
    _ source: TableSource, attribute slot: Int, of entities: [Int], specialIsNotASCII: Bool = false
  ) {
    self.init(source)
    for entity in entities {
      let column = source.tables[entity].attributes[slot]
      add(column.chunks.map { Chunk($0, column.kind, specialIsNotASCII: specialIsNotASCII) }, of: entity)
    }
  }

  /// Makes the addresses of a to-one of some entities.
  convenience init(_ source: TableSource, toOne column: Int, of entities: [Int]) {
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

  /// The chunk of a row and the index of the row in it; nil for rows of other entities.
  @inline(__always) func place(_ row: RowReference) -> (chunk: UnsafePointer<Chunk>, row: Int)? {
    guard let chunks = tables[Int(row.entity)] else { return nil }
    return (UnsafePointer(chunks + Int(row.row) >> shift), Int(row.row) & ((1 << shift) - 1))
  }
}

/// Follows to-ones from row to row.
final class ReferenceWalk {
  private let steps: [ChunkPointers]
  private let source: TableSource

  convenience init(_ path: ColumnPlanner.Path, _ source: TableSource) {
    self.init(path.steps, path.owners, source)
  }

  /// - Parameters:
  ///   - columns: The columns of the to-ones in the tables from which they start.
  ///   - owners: The entity from which each to-one starts.
  init(_ columns: [Int], _ owners: [Int], _ source: TableSource) {
    self.source = source
    steps = zip(columns, owners).map { column, owner in
      ChunkPointers(source, toOne: column, of: source.layout.entities[owner].concrete)
    }
  }

  /// The row that the to-ones lead to; `.none` if one of them is nil or leads to a deleted object.
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
