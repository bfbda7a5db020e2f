import CDQConnections
import CDQDatabase
import CDQIR
import CDQSQL
import Foundation

extension DatabaseCatalog {
  /// Reads the tables and views of a file of SQLite.
  init(sqlite connection: any DatabaseConnection) throws(DatabaseError) {
    self.init()
    let found = try connection.rows(
      """
      SELECT name, type, sql FROM sqlite_schema
      WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid
      """)
    let shadows = try DatabaseCatalog.shadowTables(found)
    for row in found {
      guard let name = row[0].textForm else { continue }
      if shadows.contains(name.lowercased()) {
        self.shadows.append(name)
        continue
      }
      let isView = row[1].textForm == "view"
      // A view of tables that are gone has no columns, which is no reason to refuse the others.
      guard var table = try? DatabaseCatalog.table(name, isView: isView, row[2].textForm ?? "", connection) else { continue }
      if let text = row[2].textForm {
        if !isView { table.checks = [text] }
        table.isSearchIndex = DatabaseCatalog.isSearchIndex(text)
      }
      if !table.columns.isEmpty { tables.append(table) }
    }
    for index in tables.indices { completeReferences(of: index) }
  }

  /// The tables in which virtual tables, such as those of FTS5, keep their content.
  private static func shadowTables(_ rows: [[SQLDatum]]) throws(DatabaseError) -> Set<String> {
    var result: Set<String> = []
    let suffixes = ["data", "idx", "content", "docsize", "config", "segments", "segdir", "stat", "node", "parent", "rowid"]
    for row in rows where row[2].textForm?.uppercased().hasPrefix("CREATE VIRTUAL") == true {
      guard let name = row[0].textForm?.lowercased() else { continue }
      for suffix in suffixes { result.insert("\(name)_\(suffix)") }
    }
    return result
  }

  /// Whether a statement makes a full-text index whose texts are those of another table, or are not kept: what it finds is
  /// in that table.
  private static func isSearchIndex(_ text: String) -> Bool {
    let words = text.lowercased().filter { !$0.isWhitespace }
    return words.hasPrefix("createvirtualtable") && ["usingfts3", "usingfts4", "usingfts5"].contains(where: words.contains)
      && words.contains("content=")
  }

  private static func table(
    _ name: String, isView: Bool, _ text: String, _ connection: any DatabaseConnection
  ) throws(DatabaseError) -> CatalogTable {
    var table = CatalogTable(name: TableName(name))
    let mayHaveCollations = isView || text.uppercased().contains("COLLATE")
    let isStrict = (text.split(separator: ")", omittingEmptySubsequences: false).last ?? "").uppercased().contains("STRICT")
    var key: [(place: Int64, name: String)] = []
    // The hidden columns of virtual tables are none of their data.
    for row in try connection.rows("SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_xinfo(?1) WHERE hidden <> 1", [.text(name)]) {
      guard let column = row[0].textForm else { continue }
      let declared = row[1].textForm ?? ""
      let family = ColumnFamily(affinityOf: declared)
      let type = SQLiteTypes.type(declared)
      let place = row[4].integer ?? 0
      if place > 0 { key.append((place, column)) }
      let isRowNumber = place > 0 && declared.uppercased() == "INTEGER"
      // ANY is a type of STRICT tables, too, but binds no value.
      let isBound = isStrict && type != nil && SQLiteTypes.strict[declared.uppercased()] == type
      let collation = mayHaveCollations ? DatabaseCatalog.collation(of: column, in: name, connection) : "BINARY"
      table.columns.append(
        CatalogColumn(
          name: column, type: type, isOptional: row[2].integer != 1 && !isRowNumber,
          defaultValue: type.map { SQLiteTypes.literal(row[3].textForm ?? "", $0) } ?? .null, spelledType: declared,
          family: family, collation: collation, isGuaranteed: isRowNumber || isBound,
          sample: ColumnSample(type, family, comparesSpecially: collation != "BINARY")))
    }
    table.primaryKey = key.sorted { $0.place < $1.place }.map(\.name)
    // A key of several columns has no row number.
    if key.count > 1 { for index in table.columns.indices where !isStrict { table.columns[index].isGuaranteed = false } }
    // SQLite lets a key of another type than INTEGER hold NULL; such keys are those of few files.
    if table.primaryKey.count == 1, let index = table.columns.firstIndex(where: { $0.name == table.primaryKey[0] }) {
      table.columns[index].isOptional = false
    }
    if table.primaryKey.isEmpty, !isView {
      // A column may have one of the names of the row number, which then means the column.
      table.rowNumber = ["rowid", "_rowid_", "oid"].first { name in
        !table.columns.contains { $0.name.lowercased() == name }
          && (try? connection.rows("SELECT \(name) FROM \(connection.dialect.identifier(table.name)) LIMIT 0")) != nil
      }
    }
    if !isView { try addKeys(to: &table, connection) }
    return table
  }

  /// The collation by which a column of a table or view is sorted; nil where the plan of a sort does not name it.
  ///
  /// SQLite has a function for it, but not for views. A plan names it as `k(1,NOCASE)`, with `B` for BINARY.
  private static func collation(of column: String, in table: String, _ connection: any DatabaseConnection) -> String? {
    let (column, table) = (connection.dialect.identifier(column), connection.dialect.identifier(table))
    let plan = (try? connection.rows("EXPLAIN SELECT 1 FROM \(table) ORDER BY +\(column)")) ?? []
    for row in plan where row.count > 5 && row[1].textForm?.hasSuffix("Open") == true {
      guard let key = row[5].textForm, key.hasPrefix("k(1,"), key.hasSuffix(")") else { continue }
      let name = key.dropFirst(4).dropLast()
      return name == "B" ? "BINARY" : String(name)
    }
    return nil
  }

  private static func addKeys(to table: inout CatalogTable, _ connection: any DatabaseConnection) throws(DatabaseError) {
    for row in try connection.rows(
      "SELECT name, \"unique\", origin, partial FROM pragma_index_list(?1) ORDER BY seq DESC", [.text(table.name.name)])
    {
      guard let index = row[0].textForm, row[2].textForm != "pk", row[3].integer == 0 else { continue }
      let columns = try connection.rows("SELECT name FROM pragma_index_info(?1) ORDER BY seqno", [.text(index)])
      let names = columns.compactMap { $0[0].textForm }
      // An index over an expression has columns without a name.
      guard names.count == columns.count, !names.isEmpty else { continue }
      if row[1].integer == 1 { table.uniqueKeys.append(names) } else { table.indexes.append(names) }
    }
    var keys: [(id: Int64, key: CatalogForeignKey)] = []
    for row in try connection.rows(
      "SELECT id, \"table\", \"from\", \"to\", on_delete FROM pragma_foreign_key_list(?1) ORDER BY id DESC, seq", [.text(table.name.name)])
    {
      guard let id = row[0].integer, let target = row[1].textForm, let column = row[2].textForm else { continue }
      if keys.last?.id != id {
        let rule = SQLiteTypes.deleteRules[row[4].textForm ?? ""] ?? .deny
        keys.append((id, CatalogForeignKey(columns: [], target: TableName(target), targetColumns: [], deleteRule: rule)))
      }
      keys[keys.count - 1].key.columns.append(column)
      if let to = row[3].textForm { keys[keys.count - 1].key.targetColumns.append(to) }
    }
    table.foreignKeys = keys.map(\.key)
  }

  /// Spells the tables and columns of foreign keys as they are declared: SQLite ignores the case of names.
  private mutating func completeReferences(of index: Int) {
    func declared(_ name: String, _ names: [String]) -> String {
      names.first { $0.lowercased() == name.lowercased() } ?? name
    }
    let own = tables[index].columns.map(\.name)
    for place in tables[index].foreignKeys.indices {
      var key = tables[index].foreignKeys[place]
      key.target.name = declared(key.target.name, tables.map(\.name.name))
      key.columns = key.columns.map { declared($0, own) }
      if let target = tables.first(where: { $0.name == key.target }) {
        let names = target.columns.map(\.name)
        key.targetColumns = key.targetColumns.isEmpty ? target.primaryKey : key.targetColumns.map { declared($0, names) }
      }
      tables[index].foreignKeys[place] = key
    }
  }
}

/// The meaning of declared types in SQLite, which takes any words for a type.
enum SQLiteTypes {
  static let deleteRules: [String: Relationship.DeleteRule] = [
    "CASCADE": .cascade, "RESTRICT": .deny, "NO ACTION": .deny, "SET NULL": .nullify, "SET DEFAULT": .nullify,
  ]

  /// Parts of a declared type, with the type that they mean; the first part that is found counts.
  private static let meanings: [(part: String, type: ValueType)] = [
    ("BOOL", .bool), ("DATE", .date), ("TIMESTAMP", .date), ("UUID", .uuid), ("GUID", .uuid), ("TINYINT", .int16),
    ("SMALLINT", .int16), ("INT", .int64), ("CHAR", .string), ("CLOB", .string), ("TEXT", .string), ("JSON", .string),
    ("STRING", .string), ("BLOB", .data), ("BINARY", .data), ("REAL", .double), ("FLOA", .double), ("DOUB", .double),
    ("DEC", .decimal), ("NUMERIC", .decimal), ("MONEY", .decimal),
  ]

  /// The declared types of STRICT tables, whose columns hold nothing else.
  static let strict: [String: ValueType] = ["INT": .int64, "INTEGER": .int64, "REAL": .double, "TEXT": .string, "BLOB": .data]

  /// The type of a declared type; nil for words without a meaning.
  static func type(_ declared: String) -> ValueType? {
    let upper = declared.uppercased()
    if upper == "TINYINT(1)" { return .bool }
    if upper == "TIME" { return .string }
    return meanings.first { upper.contains($0.part) }?.type
  }

  /// The value of a default that is a literal; null for expressions.
  static func literal(_ text: String, _ type: ValueType) -> Value {
    let isQuoted = text.count >= 2 && text.hasPrefix("'") && text.hasSuffix("'")
    let inner = isQuoted ? String(text.dropFirst().dropLast()).replacing("''", with: "'") : text
    switch type {
    case .string: return isQuoted ? .string(inner) : .null
    case .int16, .int32, .int64: return Int64(inner).map { .int($0) } ?? .null
    case .double, .float: return Double(inner).flatMap { $0.isFinite ? .double($0) : nil } ?? .null
    case .decimal: return DecimalText.decimal(from: inner).map { .decimal($0) } ?? .null
    case .bool:
      return ["1", "true", "TRUE"].contains(inner) ? .bool(true) : ["0", "false", "FALSE"].contains(inner) ? .bool(false) : .null
    default: return .null
    }
  }
}
