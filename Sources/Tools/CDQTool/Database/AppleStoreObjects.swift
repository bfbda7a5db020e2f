import CDQConnections
import CDQCoreData
import CDQDatabase
import CDQIR
import CDQRuntime
import CDQSQL

/// The objects of a store, entity by entity, with what a data file holds of each: attributes, references by number, and
/// the to-many relationships that no reference gives back.
struct AppleStoreObjects {
  /// An object as the members of a JSON object.
  struct Object {
    /// The number of the object in its table, `Z_PK`.
    var number: Int64
    /// The values by name; references are numbers.
    var values: [(name: String, value: Value)]
  }

  let store: AppleStoreSchema
  private let database: Database
  private var schema: Schema { store.queriedModel }

  init(_ store: AppleStoreSchema) {
    self.store = store
    database = store.database
  }

  /// The entities that have objects of their own in the store.
  var entities: [Entity] {
    schema.entities.filter { !$0.isAbstract && store.mapping.entities[$0.name] != nil }
  }

  /// The names and types of the values of an entity's objects, in their order.
  func columns(of entity: String) -> [(name: String, type: ValueType)] {
    var result: [(name: String, type: ValueType)] = []
    for property in schema.allProperties(of: entity) {
      switch property {
      case .attribute(let attribute):
        if store.mapping.entities[entity]?.attributes[attribute.name] != nil {
          result.append((attribute.name, attribute.type))
        }
      case .relationship(let relationship):
        let place = store.mapping.entities[entity]?.relationships[relationship.name]
        switch place {
        case .foreignKey?: result.append((relationship.name, .int64))
        case .inverse?, .joinTable?:
          if isWritten(relationship) {
            result.append((relationship.name, .collection(element: .int64, isOrdered: true)))
          }
        case nil: continue
        }
      }
    }
    return result
  }

  /// Whether a file has to list a to-many relationship: one that is ordered, has no inverse, or a to-many one.
  private func isWritten(_ relationship: Relationship) -> Bool {
    guard let inverse = relationship.inverse else { return true }
    guard case .relationship(let back)? = schema.property(named: inverse, of: relationship.destination) else {
      return true
    }
    return relationship.isToMany && (relationship.isOrdered || back.isToMany)
  }

  /// Gives each object of exactly an entity to a closure, until that returns false.
  func forEach(
    of entity: String, _ body: (Object) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    let columns = columns(of: entity)
    var lists: [String: [Int64: [Value]]] = [:]
    for relationship in schema.allRelationships(of: entity) where relationship.isToMany && isWritten(relationship) {
      lists[relationship.name] = try targets(relationship, of: entity)
    }
    let ir = QueryIR(entity: entity, includesSubentities: false)
    try database.forEachRecord(ir, on: store.connection) { record throws(DatabaseError) in
      guard case .record(let number) = record.key.identity else { return true }
      let values = columns.map { column -> (name: String, value: Value) in
        if let list = lists[column.name] { return (column.name, .list(list[Int64(number)] ?? [])) }
        if case .object(let key) = record[column.name], case .record(let target) = key.identity {
          return (column.name, .int(Int64(target)))
        }
        return (column.name, store.shown(record[column.name], of: column.name, in: entity, column.type))
      }
      return try body(Object(number: Int64(number), values: values))
    }
  }

  /// The numbers of the objects that a to-many relationship leads to, by the number of the owner, in their order.
  private func targets(_ relationship: Relationship, of entity: String) throws(DatabaseError) -> [Int64: [Value]] {
    let dialect = store.connection.dialect
    guard let target = store.mapping.entities[relationship.destination],
      let place = store.mapping.entities[entity]?.relationships[relationship.name]
    else { return [:] }
    let (table, owner, destination, order): (String, String, String, String?)
    switch place {
    case .foreignKey: return [:]
    case .inverse(let key):
      (table, owner, destination, order) = (dialect.identifier(target.table), key.columns[0], "Z_PK", key.order)
    case .joinTable(let join):
      (table, owner, destination, order) = (
        dialect.identifier(join.table), join.owner[0], join.destination[0], join.order
      )
    }
    let names = [owner, destination].map { dialect.identifier($0) }
    let sorted = ([order.map { dialect.identifier($0) }].compactMap { $0 } + [names[1]]).joined(separator: ", ")
    var result: [Int64: [Value]] = [:]
    try store.connection.run(
      SQLStatement(
        text:
          "SELECT \(names[0]), \(names[1]) FROM \(table) WHERE \(names[0]) IS NOT NULL AND \(names[1]) IS NOT NULL ORDER BY \(sorted)"
      ),
      deadline: nil
    ) { row throws(DatabaseError) in
      if let owner = row[0].integer, let target = row[1].integer { result[owner, default: []].append(.int(target)) }
      return true
    }
    return result
  }
}
