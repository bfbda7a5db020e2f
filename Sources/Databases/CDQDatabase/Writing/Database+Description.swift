public import CDQConnections
import CDQIR
import CDQPersistence
import CDQSQL

extension Database {
  /// The database in our own layout that a connection leads to, with the schema that it was made with. `create` writes
  /// the schema beside the tables, and `SchemaMigration` keeps it true.
  ///
  /// ```swift
  /// let connection = try SQLiteConnection(path: "world.sqlite")
  /// guard let database = try Database.described(on: connection) else { … }
  /// ```
  ///
  /// - Returns: nil when the tables were not made by cdq, by a version of it that wrote no schema, or for several schemas.
  /// - Throws: `DatabaseError`; `.refused` when a later version of cdq has made the tables, or the description is damaged.
  public static func described(on connection: any DatabaseConnection) throws(DatabaseError) -> Database? {
    let schemas = try describedSchemas(on: connection)
    guard schemas.count == 1 else { return nil }
    return Database(schema: schemas[0], dialect: connection.dialect)
  }

  /// The schemas whose objects a database in our own layout holds, by its own description; none without one.
  package static func describedSchemas(on connection: any DatabaseConnection) throws(DatabaseError) -> [Schema] {
    let dialect = connection.dialect
    guard let columns = columns(of: dialect.name) else { return [] }
    let found = try connection.rows(columns, [.text(LayoutDescription.table.name)]).compactMap { $0.first?.textForm }
    guard Set(found).isSuperset(of: ["version", "schema"]) else { return [] }
    let rows = try connection.rows(
      "SELECT version, schema FROM \(dialect.identifier(LayoutDescription.table)) ORDER BY schema")
    var schemas: [Schema] = []
    for row in rows {
      guard let version = row.first?.textForm.flatMap({ Int64($0) }), let json = row.last?.textForm else {
        throw damaged("a row has no version or no schema")
      }
      guard version <= LayoutDescription.version else {
        throw .refused([
          SQLRefusal(
            "a later version of cdq made the tables, with layout \(version); this one reads layout \(LayoutDescription.version)",
            help: "use the version that made it, or give the schema with which this one wrote older tables")
        ])
      }
      guard let schema = try? Schema(json: json) else { throw damaged("it is no schema") }
      if let fault = schema.fault { throw damaged(fault) }
      schemas.append(schema)
    }
    return schemas
  }

  /// The statement for the names of a table's columns; nil for a database that is never in our own layout.
  private static func columns(of dialect: SQLDialect.Name) -> String? {
    switch dialect {
    case .sqlite: "SELECT name FROM pragma_table_info(?1)"
    case .postgres:
      "SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass(quote_ident($1)) AND attnum > 0 AND NOT attisdropped"
    case .duckdb: nil
    }
  }

  private static func damaged(_ reason: String) -> DatabaseError {
    .refused([SQLRefusal("the table '\(LayoutDescription.table.name)' is damaged: \(reason)", help: "give the schema")])
  }

  /// Writes the schema into the database, in the caller's transaction.
  package func describe(on connection: any DatabaseConnection) throws(DatabaseError) {
    guard let description = LayoutDescription(schema) else { return }
    for statement in description.statements(dialect) { try connection.change(statement.text, statement.bindings) }
  }
}
