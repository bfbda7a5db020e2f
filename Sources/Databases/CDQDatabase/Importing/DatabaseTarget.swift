import CDQConnections
import CDQIR
import CDQLoading
import CDQMapping
import CDQStore

/// Imports into a database: the rows of a transaction in place of those of a store.
struct DatabaseTarget: ImportTarget {
  let transaction: DatabaseTransaction
  let layout: StoreLayout

  init(_ transaction: DatabaseTransaction) {
    self.transaction = transaction
    layout = StoreLayout.shared(by: transaction.schema)
  }

  func entity(of row: ObjectRow) -> Int { layout.index(of: row.entity) ?? 0 }

  private func entity(_ row: ObjectRow) -> StoreLayout.EntityLayout { layout.entities[entity(of: row)] }

  // MARK: Finding

  func find(_ key: UniqueKey, in constraint: Int) throws -> ObjectRow? {
    let values: [Value]
    switch key {
    case .int(let number): values = [.int(number)]
    case .string(let text): values = [.string(text)]
    case .values(let all): values = all
    case .record, .unreadable: return nil
    }
    let found = layout.constraints[constraint]
    return try transaction.holders(
      of: Array(zip(found.attributes, values)), layout.entities[found.owner].entity.name).first
  }

  func find(_ entity: Int, identity key: UniqueKey) throws -> ObjectRow? {
    if case .record(let number) = key { return try transaction.find(layout.entities[entity].entity.name, number: number) }
    var found: ObjectRow?
    for constraint in layout.entities[entity].referenceConstraints {
      guard let row = try find(key, in: constraint), layout.isKind(self.entity(of: row), of: entity) else { continue }
      if found != nil { return nil }
      found = row
    }
    return found
  }

  func find(_ key: ObjectKey) throws -> ObjectRow? { try transaction.find(key) }

  func rows(of query: PreparedStoreQuery, _ arguments: Arguments) throws -> [ObjectRow] {
    do throws(DatabaseError) {
      guard case .records(let records) = try transaction.run(query.ir, arguments: arguments) else { return [] }
      return transaction.rows(of: records)
    } catch {
      throw error.ofData
    }
  }

  // MARK: Reading

  func keys(of rows: [ObjectRow]) throws -> [ObjectKey] { try transaction.keys(of: rows) }

  func values(of attribute: String, of rows: [ObjectRow]) throws -> [Value] {
    var values: [ObjectRow: Value] = [:]
    for (name, rows) in DatabaseTransaction.byEntity(rows[...]) {
      guard case .attribute(let attribute)? = transaction.schema.property(named: attribute, of: name) else { continue }
      let found = try transaction.values(of: rows, [attribute])
      for row in rows { values[row] = found[row.number]?[attribute.name] }
    }
    return rows.map { values[$0] ?? .null }
  }

  func changes(of row: ObjectRow, to values: [Value], at slots: [Int]) throws -> [(slot: Int, value: Value)] {
    let attributes = entity(row).attributes
    // The same key may be twice in a record.
    let slots = Set(slots).sorted()
    let current = try transaction.values(of: row, slots.map { attributes[$0] })
    var result: [(slot: Int, value: Value)] = []
    for slot in slots {
      guard let old = current[attributes[slot].name], old != values[slot],
        !transaction.isSame(old, values[slot], attributes[slot], of: row.entity)
      else { continue }
      result.append((slot, values[slot]))
    }
    return result
  }

  func targets(of row: ObjectRow, _ relation: StoreLayout.RelationshipLayout) throws -> [ObjectRow] {
    try transaction.targets(row, relation.relationship).map(\.row)
  }

  func incomplete(among rows: [ObjectRow]) throws -> [Int] {
    var lacking: Set<ObjectRow> = []
    for (name, rows) in DatabaseTransaction.byEntity(rows[...]) {
      for relationship in transaction.schema.allRelationships(of: name) where relationship.needsObject {
        let owners = Set(try transaction.targets(rows, relationship).map(\.owner))
        for row in rows where !owners.contains(row.number) { lacking.insert(row) }
      }
    }
    return rows.indices.filter { lacking.contains(rows[$0]) }
  }

  func missingReference(of row: ObjectRow) throws -> Relationship? {
    if try transaction.keys(of: [row]).isEmpty { return nil }
    for relation in entity(row).relationships where relation.relationship.needsObject {
      if try targets(of: row, relation).isEmpty { return relation.relationship }
    }
    return nil
  }

  // MARK: Changing

  func insert(
    _ values: [Value], _ links: [(slot: Int, targets: [ObjectRow])], of entity: Int
  ) throws -> ObjectRow {
    let entity = layout.entities[entity]
    let row = Dictionary(
      zip(entity.attributes.map(\.name), values).map { ($0, $1) }, uniquingKeysWith: { _, last in last })
    do throws(DatabaseError) {
      return try transaction.insert(row, DatabaseTarget.relationships(links, entity), of: entity.entity.name)
    } catch {
      throw error.ofData
    }
  }

  func update(
    _ row: ObjectRow, _ attributes: [(slot: Int, value: Value)], _ links: [(slot: Int, targets: [ObjectRow])]
  ) throws {
    let entity = entity(row)
    let change = RowChange(
      attributes: attributes.map { (entity.attributes[$0.slot], $0.value) },
      relationships: DatabaseTarget.relationships(links, entity))
    do throws(DatabaseError) {
      try transaction.update(row, change)
    } catch {
      throw error.ofData
    }
  }

  private static func relationships(
    _ links: [(slot: Int, targets: [ObjectRow])], _ entity: StoreLayout.EntityLayout
  ) -> [(relationship: Relationship, targets: [ObjectRow])] {
    links.map { (entity.relationships[$0.slot].relationship, $0.targets) }
  }

  func delete(_ rows: [ObjectRow]) throws {
    do throws(DatabaseError) {
      _ = try transaction.delete(rows: rows)
    } catch {
      throw error.ofData
    }
  }
}

extension DatabaseError {
  /// The cause of an error in the data, as an import reports it; the error itself otherwise.
  var ofData: any Error {
    switch self {
    case .execution(.refused(let refusal)): refusal
    case .execution(let error): error
    case .unstorableValue: ValueCodingError(.invalidValue, message)
    default: self
    }
  }
}
