import CDQConnections
import CDQIR
import CDQSQL
import Foundation

extension DatabaseCatalog {
  /// The column that numbers the rows of a view which our driver made of a file.
  private static let rowColumn = "cdq_row"

  /// Reads the tables and views of a database of DuckDB, among them those of files.
  init(duckdb connection: any DatabaseConnection) throws(DatabaseError) {
    self.init()
    var places: [TableName: Int] = [:]
    for row in try connection.rows(
      """
      SELECT c.schema_name, c.table_name, c.column_name, c.data_type, c.is_nullable, c.comment, t.table_name IS NOT NULL
      FROM duckdb_columns() AS c LEFT JOIN duckdb_tables() AS t ON t.table_oid = c.table_oid AND t.database_oid = c.database_oid
      WHERE NOT c.internal AND c.database_name = current_database()
      ORDER BY c.schema_name <> 'main', c.schema_name, c.table_name, c.column_index
      """)
    {
      guard let name = row[1].textForm, let column = row[2].textForm, let spelled = row[3].textForm else { continue }
      let table = TableName(schema: row[0].textForm == "main" ? nil : row[0].textForm, name)
      let place = places[table] ?? tables.count
      if place == tables.count {
        tables.append(CatalogTable(name: table))
        tables[place].isVisible = table.schema == nil
        places[table] = place
        if row[6].integer == 1 { tables[place].rowNumber = "rowid" }
      }
      if column == DatabaseCatalog.rowColumn {
        tables[place].rowNumber = column
        continue
      }
      let (type, encoding) = DuckDBTypes.type(spelled)
      tables[place].columns.append(
        CatalogColumn(
          name: column, type: type, encoding: encoding, isOptional: row[4].integer != 0, documentation: row[5].textForm,
          spelledType: spelled))
    }
    for row in try connection.rows(
      """
      SELECT schema_name, table_name, constraint_type, to_json(constraint_column_names)::VARCHAR, referenced_table,
        to_json(referenced_column_names)::VARCHAR
      FROM duckdb_constraints() WHERE database_name = current_database() ORDER BY table_oid, constraint_index
      """)
    {
      guard let name = row[1].textForm,
        let place = places[TableName(schema: row[0].textForm == "main" ? nil : row[0].textForm, name)]
      else { continue }
      switch row[2].textForm {
      case "PRIMARY KEY": tables[place].primaryKey = DatabaseCatalog.list(row[3])
      case "UNIQUE": tables[place].uniqueKeys.append(DatabaseCatalog.list(row[3]))
      case "FOREIGN KEY":
        guard let target = row[4].textForm else { continue }
        tables[place].foreignKeys.append(
          CatalogForeignKey(
            columns: DatabaseCatalog.list(row[3]), target: TableName(schema: tables[place].name.schema, target),
            targetColumns: DatabaseCatalog.list(row[5]), deleteRule: .deny))
      default: continue
      }
    }
  }
}

/// The types of DuckDB by their spelling.
enum DuckDBTypes {
  private static let plain: [String: (ValueType, ColumnEncoding?)] = [
    "BOOLEAN": (.bool, nil), "TINYINT": (.int16, nil), "SMALLINT": (.int16, nil), "UTINYINT": (.int16, nil),
    "INTEGER": (.int32, nil), "USMALLINT": (.int32, nil), "BIGINT": (.int64, nil), "UINTEGER": (.int64, nil),
    "UBIGINT": (.decimal, nil), "FLOAT": (.float, nil), "DOUBLE": (.double, nil), "VARCHAR": (.string, nil),
    "UUID": (.uuid, nil), "BLOB": (.data, nil), "TIMESTAMP": (.date, nil),
    "TIMESTAMP WITH TIME ZONE": (.date, .timestampWithZone),
    // Each becomes a timestamp of microseconds by a cast.
    "DATE": (.date, .day), "TIMESTAMP_S": (.date, .day), "TIMESTAMP_MS": (.date, .day), "TIMESTAMP_NS": (.date, .day),
  ]

  /// The type of an attribute for a column; types without a counterpart are read as text.
  static func type(_ spelled: String) -> (ValueType?, ColumnEncoding?) {
    if let found = plain[spelled] { return found }
    if spelled.hasSuffix("[]") {
      let (element, encoding) = type(String(spelled.dropLast(2)))
      guard let element, encoding == nil, element != .float, element.element == nil else { return (.string, .castToText) }
      return (.collection(element: element, isOrdered: true), nil)
    }
    if spelled.hasPrefix("DECIMAL(") { return (.decimal, nil) }
    return (.string, .castToText)
  }
}
