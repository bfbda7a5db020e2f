package import CDQIR
package import CDQSQL

/// Our own layout of a schema whose tables are divided among servers of PostgreSQL.
///
/// Each server holds a part of every table. A coordinator has the tables as partitioned ones, whose partitions are the
/// tables of the servers, by `postgres_fdw`. Queries and loads go to the coordinator. Tables that are divided by the same
/// numbers have the rows with one number on one server, so that a join of them runs there.
package struct ShardedLayout: Sendable {
  package let schema: Schema
  package let layout: OwnLayout
  let servers: [ShardServer]
  /// The column by which each table is divided.
  private(set) var keys: [TableName: String] = [:]

  /// The layout of a schema.
  ///
  /// - Throws: `ShardingError` for a server that is no URL, or a key that the schema does not have.
  package init(_ schema: Schema, _ sharding: Sharding) throws(ShardingError) {
    (self.schema, layout) = (schema, OwnLayout(schema))
    guard (1...1000).contains(sharding.servers.count) else {
      throw ShardingError("there must be between 1 and 1000 servers, not \(sharding.servers.count)")
    }
    var servers: [ShardServer] = []
    for (number, url) in sharding.servers.enumerated() { servers.append(try ShardServer(url, number: number)) }
    self.servers = servers
    for table in layout.tables { keys[table.name] = table.primaryKey[0] }
    for (entity, property) in sharding.keys.sorted(by: { $0.key < $1.key }) {
      try divide(entity, by: property)
    }
  }

  /// The URLs of the servers, in the order of their parts.
  package var urls: [String] { servers.map(\.url) }

  private mutating func divide(_ entity: String, by property: String) throws(ShardingError) {
    guard let found = schema.entity(named: entity), let place = layout.mapping.entities[entity] else {
      throw ShardingError("the schema has no entity '\(entity)', which 'keys' names")
    }
    let root = schema.root(of: entity)
    guard root == entity else {
      throw ShardingError("'\(entity)' is in the table of '\(root)'", help: "name '\(root)' in 'keys'")
    }
    guard let declared = found.property(named: property) else {
      throw ShardingError("'\(entity)' has no property '\(property)', by which it is to be divided")
    }
    switch declared {
    case .attribute(let attribute):
      guard let column = place.attributes[property]?.column, attribute.type.element == nil, attribute.type != .opaque else {
        throw ShardingError("'\(entity).\(property)' has no single value", help: "take an attribute of one value")
      }
      keys[place.table] = column
    case .relationship:
      guard case .foreignKey(let key)? = place.relationships[property] else {
        throw ShardingError("'\(entity).\(property)' is no column of '\(entity)'", help: "take a relationship to one object")
      }
      keys[place.table] = key.columns[0]
    }
  }

  /// The column by which a table is divided.
  func key(of table: TableName) -> String { keys[table] ?? OwnLayout.numberColumn }

  /// Whether each row of a table is on the server of the row to which one of its columns refers.
  func isTogether(_ column: String, of table: TableName, with target: TableName) -> Bool {
    servers.count == 1 || key(of: table) == column && key(of: target) == OwnLayout.numberColumn
  }
}
