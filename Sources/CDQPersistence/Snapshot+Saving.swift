public import CDQIR
import CDQStore
public import Foundation

extension Snapshot {
  /// Writes all data and the schema to a file, which `Store(contentsOf:)` opens.
  ///
  /// The file is replaced in one step when everything is on the disk: whatever happens meanwhile, a crash included,
  /// the old content or the new one is there and whole. Transient properties are not saved.
  ///
  /// - Parameter url: a file URL; `.cdqdata` is the usual ending.
  /// - Throws: `SnapshotError.unwritable`; the file is then as it was.
  public func write(to url: URL) throws(SnapshotError) {
    let file = try SnapshotWriting(url)
    var encoder = SnapshotEncoder(state, to: file)
    try encoder.run()
    try file.commit()
  }

  /// All data and the schema as the bytes of a snapshot file. The same data always gives the same bytes.
  ///
  /// - Throws: `SnapshotError.unwritable` when the schema holds what JSON cannot, such as a default that is no number.
  public func encoded() throws(SnapshotError) -> Data {
    let output = SnapshotBytes()
    var encoder = SnapshotEncoder(state, to: output)
    try encoder.run()
    return output.data
  }

  /// The data of a snapshot file.
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - schema: the schema that the program has; nil for the one in the file. Where it is another than the file's, the
  ///     data is migrated (`MigrationPlan`); the file stays as it is until it is saved again.
  /// - Throws: `SnapshotError` when the file cannot be read, is damaged or newer, or cannot be migrated.
  public convenience init(contentsOf url: URL, schema: Schema? = nil) throws(SnapshotError) {
    self.init(try StoreState.opened(SnapshotReading(url), schema))
  }

  /// The data of the bytes of a snapshot file.
  ///
  /// - Parameters:
  ///   - bytes: what `encoded()` gave, or the content of a file.
  ///   - name: what errors call it.
  ///   - schema: as for a file.
  /// - Throws: as for a file.
  public convenience init(bytes: Data, name: String = "snapshot", schema: Schema? = nil) throws(SnapshotError) {
    self.init(try StoreState.opened(SnapshotData(bytes, name: name), schema))
  }

  /// The schema in a snapshot file, without its data.
  ///
  /// - Throws: `SnapshotError` when the file cannot be read, is damaged or newer.
  public static func schema(inFile url: URL) throws(SnapshotError) -> Schema {
    var decoder = SnapshotDecoder(try SnapshotReading(url))
    return try decoder.readSchema()
  }

  /// How many bytes `isSnapshot` looks at.
  package static var markLength: Int { SnapshotFormat.magic.count }

  /// Whether bytes begin as those of a snapshot file do.
  public static func isSnapshot(_ bytes: Data) -> Bool {
    bytes.starts(with: SnapshotFormat.magic)
  }
}

extension Store {
  /// Saves the data as it is now; see `Snapshot.write(to:)`. Changes meanwhile go on and are not saved.
  ///
  /// - Throws: `SnapshotError.unwritable`; the file is then as it was.
  public func save(to url: URL) throws(SnapshotError) {
    try snapshot.write(to: url)
  }

  /// A store with the data of a snapshot file; see `Snapshot(contentsOf:schema:)`.
  ///
  /// - Throws: `SnapshotError` when the file cannot be read, is damaged or newer, or cannot be migrated.
  public convenience init(contentsOf url: URL, schema: Schema? = nil) throws(SnapshotError) {
    self.init(try Snapshot(contentsOf: url, schema: schema))
  }

  /// A store with the data of the bytes of a snapshot file; see `Snapshot(bytes:name:schema:)`.
  ///
  /// - Throws: as for a file.
  public convenience init(bytes: Data, name: String = "snapshot", schema: Schema? = nil) throws(SnapshotError) {
    self.init(try Snapshot(bytes: bytes, name: name, schema: schema))
  }
}

extension StoreState {
  /// The data of a snapshot, migrated where the schema is another.
  static func opened(_ input: some SnapshotInput, _ schema: Schema?) throws(SnapshotError) -> StoreState {
    var decoder = SnapshotDecoder(input)
    let saved = try decoder.readSchema()
    // Equal schemas that are copies of one share their layout, and with it prepared queries.
    var state = try decoder.readState(StoreLayout.shared(by: schema == saved ? schema ?? saved : saved))
    if let schema, schema != saved {
      do throws(MigrationError) {
        var migration = try Migration(state, to: schema)
        return try migration.run()
      } catch {
        throw .notMigratable(file: input.name, problems: error.problems)
      }
    }
    if let repeated = state.fillIndexes().first {
      let constraint = state.layout.constraints[repeated.constraint]
      throw .damaged(
        file: input.name, section: state.layout.entities[constraint.owner].entity.name,
        reason: "several objects have one value of \(constraint.attributes.joined(separator: ", "))")
    }
    return state
  }

  /// Finds each object by its unique values from now on.
  ///
  /// - Returns: the rows whose values an earlier one has; they cannot be found.
  mutating func fillIndexes() -> [(constraint: Int, row: RowReference)] {
    var repeated: [(constraint: Int, row: RowReference)] = []
    for (index, constraint) in layout.constraints.enumerated() {
      let sources = layout.entities[constraint.owner].concrete
      let isInteger = constraint.slots.count == 1 && tables[constraint.owner].attributes[constraint.slots[0]].kind == .int
      // Integers may need no table.
      if !isInteger { uniques[index] = UniqueIndex(capacity: sources.reduce(0) { $0 + tables[$1].liveCount }) }
      for entity in sources {
        let table = tables[entity]
        for row in 0..<table.rowCount where table.isLive[row] {
          guard let key = table.uniqueKey(row, constraint.slots) else { continue }
          let reference = RowReference(entity, row)
          if self.row(of: key, in: index) == nil {
            add(key, reference, to: index)
          } else {
            repeated.append((index, reference))
          }
        }
      }
    }
    return repeated
  }
}

extension Table {
  /// The values of a constraint in a row, without boxes in the common cases; nil where one is nil.
  fileprivate func uniqueKey(_ row: Int, _ slots: [Int]) -> UniqueKey? {
    guard slots.count == 1 else { return UniqueKey(slots.map { attributes[$0].value(at: row) }) }
    switch attributes[slots[0]].kind {
    case .int: return attributes[slots[0]].int(at: row).map { .int($0) }
    case .text: return attributes[slots[0]].text(at: row).map { .string($0) }
    case .bool, .double, .date, .duration, .uuid, .values: return UniqueKey(attributes[slots[0]].value(at: row))
    }
  }
}
