package import CDQConnections
package import CDQIR
package import CDQSQL

/// What a database says of itself: its tables and views, with columns and keys.
package struct DatabaseCatalog: Sendable {
  package var tables: [CatalogTable] = []
  /// What the values of columns do not have of their declared types, for the user.
  package var remarks: [String] = []
  /// The number of rows that were looked at, and whether there were more.
  package var seen: (rows: Int, isAll: Bool)?
  /// The enums of the database by their name, with their values in order.
  package var enumerations: [(name: String, values: [String], documentation: String?)] = []

  /// The tables in which virtual tables keep their content, which are never part of a catalog.
  var shadows: [String] = []

  /// The number of rows of each table that an import looks at.
  package static let usualSample = 100_000

  /// Reads the tables of a database.
  ///
  /// - Parameter sample: The greatest number of rows that are looked at in each table of SQLite, whose columns may hold
  ///   values of other types than theirs.
  package init(of connection: any DatabaseConnection, sample: Int = 1000) throws(DatabaseError) {
    switch connection.dialect.name {
    case .sqlite:
      try self.init(sqlite: connection)
      try look(at: connection, rows: sample)
    case .postgres: try self.init(postgres: connection)
    case .duckdb: try self.init(duckdb: connection)
    }
    tables.removeAll(where: DatabaseCatalog.isDescription)
  }

  init() {}

  /// Whether a table is the one in which a database in our own layout keeps its schema, and no data.
  static func isDescription(_ table: CatalogTable) -> Bool {
    table.name.name == LayoutDescription.table.name && table.column("version") != nil && table.column("schema") != nil
  }

  /// Whether the database has all tables and columns of a layout, and means them by the names that it gives them.
  package func holds(_ layout: OwnLayout) -> Bool {
    layout.tables.allSatisfy { wanted in
      tables.contains { table in
        table.isVisible && table.name.name == wanted.name.name && wanted.columns.allSatisfy { table.column($0.name) != nil }
      }
    }
  }
}

/// A table or view of a database.
package struct CatalogTable: Sendable {
  package var name: TableName
  /// Whether the database means this table by its name without a schema: no table of an earlier schema of the search path
  /// has the name.
  package var isVisible = true
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
  /// The definitions of its checks, or the statement that made it.
  var checks: [String] = []
  /// Whether it is a full-text index of another table, or one without a content.
  var isSearchIndex = false

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
  /// What the column holds, as far as it decides how values are compared; nil where that is not known.
  package var family: ColumnFamily?
  /// The type in PostgreSQL, where an index serves only arguments of it; nil for any other.
  package var ownType: TableName?
  /// The collation of a column of SQLite, such as `BINARY` and `NOCASE`; nil where it is not known.
  package var collation: String?
  /// Whether the database itself lets the column hold nothing but values of `type`.
  package var isGuaranteed = false
  /// Whether all texts of the column are in NFC; nil where nobody looked.
  package var isNormalized: Bool?
  /// The forms of dates in which the order of the column is that of the dates; empty where nobody looked.
  package var orderedEncodings: Set<ColumnEncoding> = []
  /// The texts that a CHECK allows, if all values are among them; empty for any other column.
  var list: [String] = []
  /// What was seen in the rows of SQLite; nil where nothing was looked at.
  var sample: ColumnSample?
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
