package import CDQConnections
package import CDQIR
package import CDQSQL

/// What a database says of itself: its tables and views, with columns and keys.
package struct DatabaseCatalog: Sendable {
  package var tables: [CatalogTable] = []
  /// The enums of the database by their name, with their values in order.
  package var enumerations: [(name: String, values: [String], documentation: String?)] = []

  /// Reads the tables of a database.
  package init(of connection: any DatabaseConnection) throws(DatabaseError) {
    switch connection.dialect.name {
    case .sqlite: try self.init(sqlite: connection)
    case .postgres: try self.init(postgres: connection)
    case .duckdb: try self.init(duckdb: connection)
    case .spark, .citus, .cockroach, .yugabyte:
      throw .refused([SQLRefusal("\(connection.dialect.title) has no catalog of keys", help: "give a schema and a mapping")])
    }
  }

  init() {}

  /// Whether the database has all tables and columns of a layout.
  package func holds(_ layout: OwnLayout) -> Bool {
    layout.tables.allSatisfy { wanted in
      tables.contains { table in
        table.name.name == wanted.name.name && wanted.columns.allSatisfy { table.column($0.name) != nil }
      }
    }
  }
}

/// A table or view of a database.
package struct CatalogTable: Sendable {
  package var name: TableName
  package var columns: [CatalogColumn] = []
  /// The columns of the primary key, in order; empty without one.
  package var primaryKey: [String] = []
  /// A column that the database numbers rows by, for tables without a primary key.
  package var rowNumber: String?
  /// The lists of columns whose values are unique, without the primary key.
  package var uniqueKeys: [[String]] = []
  /// The lists of columns that have an index.
  package var indexes: [[String]] = []
  package var foreignKeys: [CatalogForeignKey] = []
  package var documentation: String?

  func column(_ name: String) -> CatalogColumn? { columns.first { $0.name == name } }
}

/// A column of a table or view.
package struct CatalogColumn: Sendable {
  package var name: String
  /// The type of the attribute; nil if the language has none for it.
  package var type: ValueType?
  package var encoding: ColumnEncoding?
  package var isOptional: Bool
  package var defaultValue: Value = .null
  package var documentation: String?
  /// The type as the database spells it.
  package var spelledType: String
}

/// Columns of a table that refer to a row of another one.
package struct CatalogForeignKey: Sendable {
  package var columns: [String]
  package var target: TableName
  /// The columns that are referred to; empty for the primary key.
  package var targetColumns: [String]
  /// What happens to the rows that refer to a deleted row.
  package var deleteRule: Relationship.DeleteRule
}
