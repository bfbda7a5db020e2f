public import CDQIR
import CDQStore
public import Foundation

extension Snapshot {
  /// Writes all data and the schema to a file, which `Store(contentsOf:)` opens.
  ///
  /// The file is replaced in one step when everything is on the disk, so that even after a crash the complete old or
  /// the complete new content is there. Transient properties are not saved.
  ///
  /// - Parameter url: A file URL; the usual extension is `.cdqdata`.
  /// - Throws: `SnapshotError.unwritable`; the file is then as it was.
  public func write(to url: URL) throws(SnapshotError) {
    let file = try SnapshotWriting(url)
    var encoder = SnapshotEncoder(state, to: file)
    try encoder.run()
    try file.commit()
  }

  /// All data and the schema as the bytes of a snapshot file. The same data always gives the same bytes.
  ///
  /// - Throws: `SnapshotError.unwritable` when the schema is nested too deeply to be read again from JSON.
  public func encoded() throws(SnapshotError) -> Data {
    let output = SnapshotBytes()
    var encoder = SnapshotEncoder(state, to: output)
    try encoder.run()
    return output.data
  }

  /// Opens the data of a snapshot file.
  ///
  /// - Parameters:
  ///   - url: The file to read.
  ///   - schema: The program's schema; nil for the one in the file. If it differs from the one in the file, the data is
  ///     migrated (`MigrationPlan`). The file does not change until the data is saved again.
  /// - Throws: `SnapshotError` when the file cannot be read, is damaged, has a newer format or cannot be migrated.
  public convenience init(contentsOf url: URL, schema: Schema? = nil) throws(SnapshotError) {
    self.init(try StoreState.opened(SnapshotReading(url), schema))
  }

  /// Opens the data from the bytes of a snapshot file.
  ///
  /// - Parameters:
  ///   - bytes: The result of `encoded()`, or the content of a file.
  ///   - name: The name of the data in error messages.
  ///   - schema: The program's schema, as for a file.
  /// - Throws: `SnapshotError`, as for a file.
  public convenience init(bytes: Data, name: String = "snapshot", schema: Schema? = nil) throws(SnapshotError) {
    self.init(try StoreState.opened(SnapshotData(bytes, name: name), schema))
  }

  /// Reads only the schema of a snapshot file, without its data.
  ///
  /// - Throws: `SnapshotError` when the file cannot be read, is damaged or has a newer format.
  public static func schema(inFile url: URL) throws(SnapshotError) -> Schema {
    var decoder = SnapshotDecoder(try SnapshotReading(url))
    return try decoder.readSchema()
  }

  /// The number of bytes that `isSnapshot` examines.
  package static var markLength: Int { SnapshotFormat.magic.count }

  /// Whether the bytes begin with the magic bytes of a snapshot file.
  public static func isSnapshot(_ bytes: Data) -> Bool {
    bytes.starts(with: SnapshotFormat.magic)
  }
}

extension Store {
  /// Saves the current data; see `Snapshot.write(to:)`. The store can be changed in the meantime; those changes are not
  /// saved.
  ///
  /// - Throws: `SnapshotError.unwritable`; the file is then as it was.
  public func save(to url: URL) throws(SnapshotError) {
    try snapshot.write(to: url)
  }

  /// Creates a store with the data of a snapshot file; see `Snapshot(contentsOf:schema:)`.
  ///
  /// - Throws: `SnapshotError` when the file cannot be read, is damaged, has a newer format or cannot be migrated.
  public convenience init(contentsOf url: URL, schema: Schema? = nil) throws(SnapshotError) {
    self.init(try Snapshot(contentsOf: url, schema: schema))
  }

  /// Creates a store from the bytes of a snapshot file; see `Snapshot(bytes:name:schema:)`.
  ///
  /// - Throws: `SnapshotError`, as for a file.
  public convenience init(bytes: Data, name: String = "snapshot", schema: Schema? = nil) throws(SnapshotError) {
    self.init(try Snapshot(bytes: bytes, name: name, schema: schema))
  }
}

extension StoreState {
  /// Reads a snapshot, and migrates it if `schema` differs from the one in the file.
  static func opened(_ input: some SnapshotInput, _ schema: Schema?) throws(SnapshotError) -> StoreState {
    var decoder = SnapshotDecoder(input)
    let saved = try decoder.readSchema()
    // An equal schema of the program replaces the saved one, since copies of a schema share their layout, and with it
    // prepared queries.
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

  /// Fills the unique indexes with all live rows.
  ///
  /// - Returns: The rows with the same key as an earlier row, which are not in the index.
  mutating func fillIndexes() -> [(constraint: Int, row: RowReference)] {
    var repeated: [(constraint: Int, row: RowReference)] = []
    for (index, constraint) in layout.constraints.enumerated() {
      let sources = layout.entities[constraint.owner].concrete
      let isInteger =
        constraint.slots.count == 1 && tables[constraint.owner].attributes[constraint.slots[0]].kind == .int
      // An integer index may need no hash table (`UniqueIndex.Order`), so that none is reserved.
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
  /// The key of a row under a constraint, without boxing single integers and texts; nil when a value is nil.
  fileprivate func uniqueKey(_ row: Int, _ slots: [Int]) -> UniqueKey? {
    guard slots.count == 1 else { return UniqueKey(slots.map { attributes[$0].value(at: row) }) }
    switch attributes[slots[0]].kind {
    case .int: return attributes[slots[0]].int(at: row).map { .int($0) }
    case .text: return attributes[slots[0]].text(at: row).map { .string($0) }
    default: return UniqueKey(attributes[slots[0]].value(at: row))
    }
  }
}
