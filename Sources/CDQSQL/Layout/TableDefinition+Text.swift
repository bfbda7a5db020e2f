import CDQIR

extension TableDefinition {
  /// The statements that make the table and its indexes in a dialect.
  public func statements(_ dialect: SQLDialect) -> [String] {
    var parts = columns.map { column in
      let required = column.isRequired ? " NOT NULL" : ""
      return "\(dialect.identifier(column.name)) \(dialect.columnType(column.content))\(required)"
    }
    // The number of SQLite's rows is a key of its own, without an index beside the table.
    parts.append("PRIMARY KEY (\(primaryKey.map { dialect.identifier($0) }.joined(separator: ", ")))")
    var result = ["CREATE TABLE \(dialect.identifier(name)) (\n  \(parts.joined(separator: ",\n  "))\n)"]
    var names = UniqueNames()
    for index in indexes {
      let list = index.columns.map { dialect.identifier($0) }.joined(separator: ", ")
      let wished = "\(name.name)_\(index.columns.joined(separator: "_"))_index"
      let unique = index.isUnique ? "UNIQUE " : ""
      result.append(
        "CREATE \(unique)INDEX \(dialect.identifier(names.unique(wished))) ON \(dialect.identifier(name)) (\(list))")
    }
    return result
  }
}

extension SQLDialect {
  /// The type of a column of our layout.
  func columnType(_ content: TableDefinition.Content) -> String {
    switch content {
    case .value(.collection(let element, _)): lists == .array ? "\(columnTypes[element]?.prefix { $0 != "C" } ?? "text")[]" : "TEXT"
    case .value(let type): columnTypes[type] ?? columnTypes[.string] ?? "TEXT"
    case .number: name == .sqlite ? "INTEGER" : "bigint"
    case .reference, .position: columnTypes[.int64] ?? "bigint"
    case .entity, .fold: columnTypes[.string] ?? "text"
    }
  }
}
