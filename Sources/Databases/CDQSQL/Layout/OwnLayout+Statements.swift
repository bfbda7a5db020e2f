import CDQIR

extension OwnLayout {
  /// All statements that make the tables in an empty database, their indexes and their foreign keys, in this order.
  public func statements(_ dialect: SQLDialect) -> [String] {
    tables.map { $0.creation(dialect) } + indexes.map { $0.creation(dialect) }
      + constraints(dialect).map { $0.addition(dialect) }
  }

  /// An index with its name, which no other index or table of the layout has.
  package struct Index: Hashable, Sendable {
    package var name: String
    package var table: TableName
    package var keys: [TableDefinition.Index.Key]
    package var isUnique: Bool

    package func creation(_ dialect: SQLDialect) -> String {
      let list = keys.map { dialect.indexKey($0) }.joined(separator: ", ")
      return "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(dialect.identifier(name)) ON \(dialect.identifier(table)) (\(list))"
    }
  }

  /// A foreign key with the name of its constraint.
  package struct Constraint: Hashable, Sendable {
    package var name: String
    package var table: TableName
    package var key: TableDefinition.ForeignKey

    package func addition(_ dialect: SQLDialect) -> String {
      "ALTER TABLE \(dialect.identifier(table)) ADD CONSTRAINT \(dialect.identifier(name)) "
        + "FOREIGN KEY (\(dialect.identifier(key.column))) \(key.clause(dialect))"
    }
  }

  static func indexName(_ table: TableName, _ index: TableDefinition.Index) -> String {
    "\(table.name)_\(index.keys.map(\.column).joined(separator: "_"))_index"
  }

  /// The indexes of all tables, each once.
  package var indexes: [Index] {
    var names = UniqueNames(tables.map(\.name.name))
    var result: [Index] = []
    for table in tables {
      var known: [[TableDefinition.Index.Key]: Int] = [:]
      // An index that several parts of the schema ask for is unique if one of them says so.
      for index in table.indexes {
        if let place = known[index.keys] {
          if index.isUnique { result[place].isUnique = true }
          continue
        }
        known[index.keys] = result.count
        let name = names.unique(OwnLayout.indexName(table.name, index))
        result.append(Index(name: name, table: table.name, keys: index.keys, isUnique: index.isUnique))
      }
    }
    return result
  }

  /// The foreign keys that are added to finished tables; empty for a dialect whose tables are made with them.
  package func constraints(_ dialect: SQLDialect) -> [Constraint] {
    guard dialect.layout.foreignKeys == .afterTables else { return [] }
    return tables.flatMap { table in
      var names = UniqueNames()
      return table.foreignKeys.map { key in
        Constraint(name: names.unique("\(table.name.name)_\(key.column)_fkey"), table: table.name, key: key)
      }
    }
  }
}
