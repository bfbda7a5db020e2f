package import CDQConnections
import CDQSQL
package import Foundation

/// The tables of a store of Core Data or SwiftData, and what the store says about itself.
package struct AppleStoreCatalog: Sendable {
  /// A table with its columns.
  package struct Table: Sendable {
    package var name: String
    /// The columns in the order of the table.
    package var columns: [Column]
    /// The columns by their name in capitals, since SQLite ignores the case.
    private let places: [String: Int]

    init(name: String, columns: [Column]) {
      (self.name, self.columns) = (name, columns)
      places = Dictionary(
        columns.enumerated().map { ($1.name.uppercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The column of a name.
    package func column(_ name: String) -> Column? { places[name.uppercased()].map { columns[$0] } }
  }

  /// A column with its declared type, such as `VARCHAR`.
  package struct Column: Hashable, Sendable {
    package var name: String
    package var type: String
  }

  /// A row of `Z_PRIMARYKEY`.
  package struct Row: Hashable, Sendable {
    /// The number of the entity, which `Z_ENT` holds in its rows.
    package var number: Int64
    package var name: String
    /// The number of the parent; 0 for a root.
    package var parent: Int64
  }

  /// The tables by their name in capitals.
  package private(set) var tables: [String: Table] = [:]
  /// The entities of `Z_PRIMARYKEY` by number, without those of the persistent history.
  package private(set) var entities: [Row] = []
  /// What `Z_METADATA` says.
  package private(set) var metadata = AppleStoreMetadata()
  /// The model in the store's own cache; nil for a store without one.
  package private(set) var cachedModel: CompiledModel?
  /// The columns that have an index of their own, `TABLE.COLUMN` in capitals.
  package private(set) var indexedColumns: Set<String> = []
  /// What could not be read, for the user.
  package private(set) var remarks: [String] = []

  /// The numbers from which on entities belong to the persistent history.
  static let firstHistoryNumber: Int64 = 16_000

  /// Whether a database is a store: it has the tables that Core Data makes in each.
  package static func isStore(_ connection: any DatabaseConnection) throws(DatabaseError) -> Bool {
    let found = try connection.rows(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('Z_PRIMARYKEY', 'Z_METADATA')")
    return found.first?.first?.integer == 2
  }

  /// Reads the tables of a store.
  package init(_ connection: any DatabaseConnection) throws(DatabaseError) {
    var names: [String] = []
    for row in try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
      if let name = row.first?.textForm { names.append(name) }
    }
    for name in names {
      let columns = try connection.rows("SELECT name, type FROM pragma_table_info(?)", [.text(name)]).compactMap {
        row in
        row[0].textForm.map { Column(name: $0, type: (row[1].textForm ?? "").uppercased()) }
      }
      tables[name.uppercased()] = Table(name: name, columns: columns)
    }
    for row in try connection.rows(
      """
      SELECT m.tbl_name, i.name FROM sqlite_schema AS m, pragma_index_info(m.name) AS i
      WHERE m.type = 'index' AND (SELECT count(*) FROM pragma_index_info(m.name)) = 1
      """)
    {
      if let table = row[0].textForm, let column = row[1].textForm {
        indexedColumns.insert("\(table).\(column)".uppercased())
      }
    }
    for row in try connection.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT") {
      guard let number = row[0].integer, let name = row[1].textForm, number < AppleStoreCatalog.firstHistoryNumber
      else { continue }
      entities.append(Row(number: number, name: name, parent: row[2].integer ?? 0))
    }
    try readMetadata(connection)
    try readCache(connection)
  }

  private mutating func readMetadata(_ connection: any DatabaseConnection) throws(DatabaseError) {
    guard let table = table("Z_METADATA"), table.column("Z_PLIST") != nil, table.column("Z_UUID") != nil,
      let row = try connection.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1").first
    else { return }
    metadata.identifier = row[0].textForm
    switch row[1] {
    case .blob(let data): metadata.read(Array(data))
    case .text(let text): metadata.read(Array(text.utf8))
    case .null, .int, .real: break
    }
  }

  private mutating func readCache(_ connection: any DatabaseConnection) throws(DatabaseError) {
    guard let table = table("Z_MODELCACHE"),
      let column = table.columns.first(where: { $0.name.uppercased() == "Z_CONTENT" }),
      case .blob(let data)? = try connection.rows("SELECT \"\(column.name)\" FROM Z_MODELCACHE LIMIT 1").first?.first,
      !data.isEmpty
    else { return }
    let bytes = Array(data)
    cachedModel = try CompiledModel.archive(inCache: bytes).flatMap { CompiledModel(archive: $0) }
    if cachedModel == nil { remarks.append("the store's model cache (\(bytes.count) bytes) cannot be read") }
  }

  /// The table of a name, whatever its case is.
  package func table(_ name: String) -> Table? { tables[name.uppercased()] }

  /// The root of the hierarchy of an entity of `Z_PRIMARYKEY`.
  func root(of row: Row) -> Row {
    var current = row
    for _ in entities {
      guard current.parent != 0, let parent = entities.first(where: { $0.number == current.parent }) else { break }
      current = parent
    }
    return current
  }
}

/// What a store says about itself in `Z_METADATA`.
package struct AppleStoreMetadata: Hashable, Sendable {
  /// The UUID of the store, which is in the URIs of its objects.
  package var identifier: String?
  /// The version of Core Data that wrote the store, such as 1345.
  package var frameworkVersion: Int64?
  /// The identifiers of the model's version.
  package var modelIdentifiers: [String] = []
  /// The hashes of the model's entities by the entity's name.
  package var hashes: [String: Data] = [:]

  fileprivate mutating func read(_ bytes: [UInt8]) {
    let plain: PlainValue?
    if let list = BinaryPropertyList(bytes) {
      plain = PlainValue(list)
    } else {
      plain = PlainValue(xml: bytes)
    }
    guard case .dictionary(let pairs)? = plain else { return }
    for (key, value) in pairs.map({ ($0.key, $0.value) }) {
      switch (key, value) {
      case ("NSPersistenceFrameworkVersion", .int(let number)): frameworkVersion = number
      case ("NSStoreModelVersionIdentifiers", .list(let items)):
        modelIdentifiers = items.compactMap { if case .string(let text) = $0, !text.isEmpty { text } else { nil } }
      case ("NSStoreModelVersionHashes", .dictionary(let entries)):
        for entry in entries { if case .data(let hash) = entry.value { hashes[entry.key] = hash } }
      default: continue
      }
    }
  }
}
