import CDQIR

extension TableDefinition {
  /// The statements that make the table and its indexes in a dialect, without foreign keys that `ALTER TABLE` adds.
  public func statements(_ dialect: SQLDialect) -> [String] {
    var names = UniqueNames()
    return [creation(dialect)] + indexes.map { index in
      OwnLayout.Index(
        name: names.unique(OwnLayout.indexName(name, index)), table: name, keys: index.keys, isUnique: index.isUnique
      ).creation(dialect)
    }
  }

  /// The statement that makes the table. SQLite knows foreign keys only here; those of PostgreSQL are added when all
  /// tables are there.
  package func creation(_ dialect: SQLDialect, as otherName: TableName? = nil) -> String {
    var parts = columns.map { "\(dialect.identifier($0.name)) \(definition($0, dialect))" }
    if !dialect.layout.numberKeyIsPrimary || primaryKey != [OwnLayout.numberColumn] {
      parts.append("PRIMARY KEY (\(primaryKey.map { dialect.identifier($0) }.joined(separator: ", ")))")
    }
    if dialect.layout.foreignKeys == .inTable {
      parts += foreignKeys.map { "FOREIGN KEY (\(dialect.identifier($0.column))) \($0.clause(dialect))" }
    }
    return "CREATE TABLE \(dialect.identifier(otherName ?? name)) (\n  \(parts.joined(separator: ",\n  "))\n)"
  }

  /// The type of a column with its constraints.
  package func definition(_ column: Column, _ dialect: SQLDialect) -> String {
    // The number of a deleted object is never given to another one.
    if column.content == .number, primaryKey == [column.name] { return dialect.layout.numberKey }
    return dialect.columnType(column.content) + (column.isRequired ? " NOT NULL" : "")
  }
}

extension TableDefinition.ForeignKey {
  /// The clause after the referring column. A change may delete the rows of a cycle in any order, so it is tested when
  /// a transaction ends.
  package func clause(_ dialect: SQLDialect) -> String {
    "REFERENCES \(dialect.identifier(table)) (\(dialect.identifier(OwnLayout.numberColumn))) ON DELETE \(rule.rawValue) "
      + "DEFERRABLE INITIALLY DEFERRED"
  }
}

extension SQLDialect {
  /// The type of a column of our layout.
  package func columnType(_ content: TableDefinition.Content) -> String {
    switch content {
    case .value(.collection(let element, _)): Form.fill(layout.list, [SQLDialect.withoutCollation(columnTypes[element] ?? "text")])
    case .value(let type): columnTypes[type] ?? columnTypes[.string] ?? "TEXT"
    case .number: layout.number
    case .reference, .position: columnTypes[.int64] ?? "bigint"
    case .entity, .fold: columnTypes[.string] ?? "text"
    }
  }

  /// A column of an index. PostgreSQL sorts NULL above all values unless it is told to, and an index serves only a sort
  /// that puts NULL where the index does.
  func indexKey(_ key: TableDefinition.Index.Key) -> String {
    let nulls = key.isOptional && name == .postgres ? " NULLS \(key.isDescending ? "LAST" : "FIRST")" : ""
    return identifier(key.column) + (key.isDescending ? " DESC" : "") + nulls
  }

  /// The type of a column in a cast, which has no collation.
  package func castType(_ content: TableDefinition.Content) -> String {
    SQLDialect.withoutCollation(columnType(content))
  }

  private static func withoutCollation(_ type: String) -> String {
    type.firstRange(of: " COLLATE").map { String(type[..<$0.lowerBound]) } ?? type
  }
}
