import CDQConnections
import CDQIR
import CDQSQL
import CDQStore

/// The rows that the objects of a snapshot are in our own layout.
struct SnapshotRows {
  let snapshot: Snapshot
  let layout: OwnLayout
  let dialect: SQLDialect
  private let schema: Schema
  private var plans: [String: Plan] = [:]
  /// The positions of objects among those of their owner, by the table and column that hold them.
  private var positions: [Place: [Int: Int]] = [:]
  /// The positions of owners in the inverses of relationships with a table of their own.
  private var inversePositions: [TableName: [Pair: Int]] = [:]

  private struct Place: Hashable {
    let table: TableName
    let column: String
  }

  private struct Pair: Hashable {
    let owner: Int
    let destination: Int
  }

  /// Where the values of an entity's objects go.
  private struct Plan {
    var table: TableDefinition
    var entityColumn: Int?
    var attributes: [(slot: Int, columns: StoredColumns, places: [Int])] = []
    var references: [(slot: Int, place: Int, position: Int?)] = []
    var toMany: [(slot: Int, place: RelationshipMapping, destination: String)] = []
  }

  init(_ snapshot: Snapshot, _ layout: OwnLayout, _ dialect: SQLDialect) {
    (self.snapshot, self.layout, self.dialect) = (snapshot, layout, dialect)
    schema = snapshot.schema
    for entity in schema.entities where !entity.isAbstract { plans[entity.name] = plan(entity.name) }
    for entity in schema.entities where schema.root(of: entity.name) == entity.name { notePositions(of: entity.name) }
  }

  private func plan(_ entity: String) -> Plan? {
    guard let mapping = layout.mapping.entities[entity],
      let table = layout.tables.first(where: { $0.name == mapping.table })
    else { return nil }
    let places = Dictionary(table.columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var plan = Plan(table: table, entityColumn: mapping.discriminator.flatMap { places[$0.column] })
    for (slot, attribute) in schema.allAttributes(of: entity).enumerated() {
      guard let columns = StoredColumns(attribute, of: entity, schema, layout.mapping) else { continue }
      plan.attributes.append((slot, columns, columns.names.compactMap { places[$0] }))
    }
    for (slot, relationship) in schema.allRelationships(of: entity).enumerated() {
      switch mapping.relationships[relationship.name] {
      case .foreignKey(let key)?:
        guard let place = places[key.columns[0]] else { continue }
        plan.references.append((slot, place, order(of: key, relationship).flatMap { places[$0] }))
      case let place? where relationship.isToMany: plan.toMany.append((slot, place, relationship.destination))
      default: continue
      }
    }
    return plan
  }

  /// The column with the position of an object in the inverse of its to-one relationship.
  private func order(of key: RelationshipMapping.ForeignKey, _ relationship: Relationship) -> String? {
    guard let name = relationship.inverse,
      case .inverse(let back)? = layout.mapping.entities[relationship.destination]?.relationships[name]
    else { return nil }
    return back.columns == key.columns ? back.order : nil
  }

  private mutating func notePositions(of root: String) {
    for object in snapshot.records(of: root) {
      guard let plan = plans[object.entityName] else { continue }
      for (slot, place, destination) in plan.toMany {
        switch place {
        case .inverse(let key):
          guard let order = key.order, let table = layout.mapping.entities[destination]?.table else { continue }
          for (position, target) in object.references(at: slot).enumerated() {
            positions[Place(table: table, column: order), default: [:]][target.number] = position
          }
        case .joinTable(let join) where join.owner == ["destination"]:
          for (position, target) in object.references(at: slot).enumerated() {
            inversePositions[join.table, default: [:]][Pair(owner: target.number, destination: object.number)] = position
          }
        case .joinTable, .foreignKey: continue
        }
      }
    }
  }

  /// The number of rows of all tables of entities.
  var objectCount: Int {
    schema.entities.reduce(0) { $0 + (schema.root(of: $1.name) == $1.name ? snapshot.count(of: $1.name) : 0) }
  }

  /// Gives the rows of a table to a closure, with a value for each of its columns. It also takes whether the row is an
  /// object and not a pair of them.
  func forEachRow(
    of table: TableDefinition, _ body: (_ row: [SQLDatum], _ isObject: Bool) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    for entity in schema.entities {
      guard let mapping = layout.mapping.entities[entity.name] else { continue }
      if mapping.table == table.name, schema.root(of: entity.name) == entity.name {
        for object in snapshot.records(of: entity.name) {
          if let row = try row(of: object) { try body(row, true) }
        }
      }
      for case .relationship(let relationship) in entity.properties {
        guard case .joinTable(let join)? = mapping.relationships[relationship.name], join.table == table.name,
          join.owner == ["owner"]
        else { continue }
        for object in snapshot.records(of: entity.name) {
          for (position, target) in object.references(relationship.name).enumerated() {
            var row: [SQLDatum] = [.int(Int64(object.number)), .int(Int64(target.number)), .int(Int64(position))]
            if table.columns.count > row.count {
              let back = inversePositions[join.table]?[Pair(owner: object.number, destination: target.number)]
              row.append(back.map { .int(Int64($0)) } ?? .null)
            }
            try body(row, false)
          }
        }
      }
    }
  }

  private func row(of object: StoredRecord) throws(DatabaseError) -> [SQLDatum]? {
    guard let plan = plans[object.entityName] else { return nil }
    var row = [SQLDatum](repeating: .null, count: plan.table.columns.count)
    row[0] = .int(Int64(object.number))
    if let column = plan.entityColumn { row[column] = .text(object.entityName) }
    for (slot, columns, places) in plan.attributes {
      for (place, datum) in zip(places, try columns.data(object.value(at: slot), dialect)) { row[place] = datum }
    }
    for (slot, place, position) in plan.references {
      guard let target = object.reference(at: slot) else { continue }
      row[place] = .int(Int64(target.number))
      guard let position else { continue }
      let found = positions[Place(table: plan.table.name, column: plan.table.columns[position].name)]?[object.number]
      row[position] = found.map { .int(Int64($0)) } ?? .null
    }
    return row
  }
}
