import CDQConnections
import CDQIR
import CDQSQL
import CDQStore
import CDQValues

/// The values of one object, checked against the schema.
struct RowChange {
  var attributes: [(attribute: Attribute, value: Value)] = []
  var relationships: [(relationship: Relationship, targets: [ObjectRow])] = []
}

extension DatabaseTransaction {
  func requireConcrete(_ entity: String) throws(DatabaseError) {
    guard let found = schema.entity(named: entity) else { throw .refusedChange(.unknownEntity(entity)) }
    if found.isAbstract { throw .refusedChange(.abstractEntity(entity)) }
  }

  /// Checks the values that a caller passes, in the order of their names, so that the result is the same every time when
  /// both sides of one relationship are given.
  private func change(_ values: [String: Value], of entity: String) throws(DatabaseError) -> RowChange {
    var change = RowChange()
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      switch schema.property(named: name, of: entity) {
      case .attribute(let attribute)?:
        guard value.isNull || schema.matches(value, attribute.type) else {
          throw .refusedChange(
            .wrongType(entity: entity, property: name, expected: attribute.type.description, value: value))
        }
        let isEmptied = value.isNull && !attribute.isOptional && attribute.type.element != nil
        change.attributes.append((attribute, isEmptied ? .list([]) : value))
      case .relationship(let relationship)?:
        change.relationships.append((relationship, try targets(value, relationship, of: entity)))
      case nil: throw .refusedChange(.unknownProperty(entity: entity, property: name))
      }
    }
    return change
  }

  /// The rows that the value of a relationship names, each once.
  func targets(
    _ value: Value, _ relationship: Relationship, of entity: String
  ) throws(DatabaseError) -> [ObjectRow] {
    let values: [Value]
    switch value {
    case .null: values = []
    case .list(let list) where relationship.isToMany: values = list
    case .object where !relationship.isToMany: values = [value]
    default:
      throw .refusedChange(
        .wrongType(
          entity: entity, property: relationship.name, expected: relationship.type.base.description, value: value))
    }
    var result: [ObjectRow] = []
    var seen: Set<ObjectRow> = []
    for value in values {
      guard case .object(let key) = value else {
        throw .refusedChange(
          .wrongType(entity: entity, property: relationship.name, expected: relationship.destination, value: value))
      }
      guard let target = try find(key) else { throw .refusedChange(.notFound(key)) }
      guard schema.isEntity(target.entity, kindOf: relationship.destination) else {
        throw .refusedChange(.wrongEntity(entity: entity, relationship: relationship.name, key: key))
      }
      if seen.insert(target).inserted { result.append(target) }
    }
    return result
  }

  // MARK: Rules

  func check(_ row: [String: Value], of entity: String, before: [String: Value]? = nil) throws(DatabaseError) {
    for attribute in schema.allAttributes(of: entity) where attribute.needsValue && row[attribute.name] ?? .null == .null {
      throw .refusedChange(.missingValue(entity: entity, property: attribute.name))
    }
    for (attribute, limits) in limits(of: entity) {
      let value = row[attribute.name] ?? .null
      guard let limit = limits.broken(by: value), before?[attribute.name] != value else { continue }
      throw .refusedChange(.refusedValue(entity: entity, property: attribute.name, value: value, limit: limit))
    }
  }

  /// The uniqueness constraints of an entity, with the entity that declares each.
  func constraints(of entity: String) -> [(owner: String, attributes: [String])] {
    schema.lineage(of: entity).flatMap { owner in owner.uniquenessConstraints.map { (owner.name, $0) } }
  }

  func notUnique(_ values: [(String, Value)], _ owner: String) -> DatabaseError {
    .refusedChange(.notUnique(entity: owner, attributes: values.map(\.0), values: values.map(\.1)))
  }

  /// The object that has the unique values of a new one.
  func conflicting(
    _ entity: String, _ values: [String: Value], _ attributes: [String]?
  ) throws(DatabaseError) -> ObjectRow? {
    var constraints = constraints(of: entity)
    if let attributes {
      constraints = constraints.filter { Set($0.attributes) == Set(attributes) }
      if constraints.isEmpty { throw .refusedChange(.unknownConstraint(entity: entity, attributes: attributes)) }
    }
    let row = complete(values, of: entity)
    var found: ObjectRow?
    for (owner, names) in constraints {
      let wanted = names.map { ($0, row[$0] ?? .null) }
      guard let other = try holders(of: wanted, owner).first, other != found else { continue }
      guard found == nil, schema.isEntity(other.entity, kindOf: entity) else { throw notUnique(wanted, owner) }
      found = other
    }
    return found
  }

  /// The values completed with the initial ones of a new object.
  func complete(_ values: [String: Value], of entity: String) -> [String: Value] {
    var result = values
    for attribute in schema.allAttributes(of: entity) where result[attribute.name] == nil {
      result[attribute.name] = attribute.initialValue
    }
    for relationship in schema.allRelationships(of: entity) where result[relationship.name] == nil {
      result[relationship.name] = relationship.isToMany ? .list([]) : .null
    }
    return result
  }

  // MARK: Rows

  /// Numbers that no object had before.
  func newNumbers(_ count: Int, of entity: String) throws(DatabaseError) -> [Int64] {
    try requireConcrete(entity)
    guard let name = mapping.entities[entity]?.table else { return [] }
    let found: [[SQLDatum]]
    switch dialect.name {
    case .postgres:
      found = try read(
        "SELECT nextval(pg_get_serial_sequence($1, $2)) FROM generate_series(1, $3)",
        [.text(dialect.identifier(name)), .text(OwnLayout.numberColumn), .int(Int64(count))])
    case .sqlite:
      // Every row with a number moves the greatest one on, which SQLite keeps when the row is deleted.
      let last = try read("SELECT max(seq) FROM sqlite_sequence WHERE name = ?1", [.text(name.name)])
      let next = (last.first?.first?.integer ?? -1) + 1
      return (0..<Int64(count)).map { next + $0 }
    case .duckdb: throw .refused([SQLRefusal("\(dialect.title) is only read")])
    }
    return found.compactMap { $0[0].integer }
  }

  func insertObject(
    _ entity: String, _ values: [String: Value], number: Int64? = nil
  ) throws(DatabaseError) -> ObjectKey {
    try requireConcrete(entity)
    let change = try change(values, of: entity)
    var row: [String: Value] = [:]
    for attribute in schema.allAttributes(of: entity) { row[attribute.name] = attribute.initialValue }
    for (attribute, value) in change.attributes { row[attribute.name] = value }
    return try key(of: insert(row, change.relationships, of: entity, number: number), row)
  }

  /// Adds an object of a concrete entity.
  ///
  /// - Parameter row: The values of all attributes, of their types or nil.
  func insert(
    _ row: [String: Value], _ relationships: [(relationship: Relationship, targets: [ObjectRow])], of entity: String,
    number given: Int64? = nil
  ) throws(DatabaseError) -> ObjectRow {
    try check(row, of: entity)
    for (owner, names) in constraints(of: entity) {
      let wanted = names.map { ($0, row[$0] ?? .null) }
      if try !holders(of: wanted, owner).isEmpty { throw notUnique(wanted, owner) }
    }
    var statement = StatementBuilder(dialect)
    var names: [String] = []
    var marks: [String] = []
    func add(_ column: String, _ datum: SQLDatum) {
      names.append(quoted(column))
      marks.append(statement.bind(datum))
    }
    if let column = mapping.entities[entity]?.discriminator?.column { add(column, .text(entity)) }
    for (attribute, stored) in columns(of: entity) {
      let data = try stored.data(row[attribute.name] ?? .null, dialect)
      for (column, datum) in zip(stored.names, data) { add(column, datum) }
    }
    var free = given
    if free == nil { free = try newNumbers(1, of: entity).first }
    guard let number = free else {
      throw .unexpectedValue(column: OwnLayout.numberColumn, reason: "no next number")
    }
    add(OwnLayout.numberColumn, .int(number))
    try write(
      "INSERT INTO \(table(entity)) (\(names.joined(separator: ", "))) VALUES (\(marks.joined(separator: ", ")))",
      statement.bindings)
    let object = ObjectRow(root: schema.root(of: entity), entity: entity, number: number)
    touch(object)
    for (relationship, targets) in relationships { try set(relationship, of: object, targets) }
    return object
  }

  /// The key of a new object by the values that it was given.
  private func key(of object: ObjectRow, _ row: [String: Value]) throws(DatabaseError) -> ObjectKey {
    guard let identity = schema.entityIdentity(of: object.entity) else {
      return ObjectKey(root: object.root, identity: .record(Int(object.number)))
    }
    // PostgreSQL rounds a date to microseconds.
    if identity.attributes.contains(where: { $0.type == .date }) { return try key(of: object) }
    let values = identity.attributes.map { row[$0.name] ?? .null }
    if values.contains(where: \.isNull) { return ObjectKey(root: object.root, identity: .record(Int(object.number))) }
    return ObjectKey(root: object.root, identity: identity.key(of: values))
  }

  func update(_ object: ObjectRow, _ values: [String: Value]) throws(DatabaseError) {
    try update(object, change(values, of: object.entity))
  }

  func update(_ object: ObjectRow, _ change: RowChange) throws(DatabaseError) {
    let entity = object.entity
    let old = try self.values(of: object, schema.allAttributes(of: entity))
    var row = old
    for (attribute, value) in change.attributes { row[attribute.name] = value }
    try check(row, of: entity, before: old)
    for (owner, names) in constraints(of: entity) {
      let wanted = names.map { ($0, row[$0] ?? .null) }
      if UniqueKey(wanted.map(\.1)) == UniqueKey(names.map { old[$0] ?? .null }) { continue }
      if try holders(of: wanted, owner).contains(where: { $0 != object }) { throw notUnique(wanted, owner) }
    }
    try write(change.attributes, of: object)
    touch(object)
    for (relationship, targets) in change.relationships { try set(relationship, of: object, targets) }
  }

  /// Writes values that have been checked into the row of an object.
  func write(_ values: [(attribute: Attribute, value: Value)], of object: ObjectRow) throws(DatabaseError) {
    var statement = StatementBuilder(dialect)
    var parts: [String] = []
    for (attribute, value) in values {
      guard let stored = columns(of: object.entity).first(where: { $0.attribute.name == attribute.name })?.columns else {
        continue
      }
      for (column, datum) in zip(stored.names, try stored.data(value, dialect)) {
        parts.append("\(quoted(column)) = \(statement.bind(datum))")
      }
    }
    if parts.isEmpty { return }
    let condition = "\(number) = \(statement.bind(object.datum))"
    try write("UPDATE \(table(object.entity)) SET \(parts.joined(separator: ", ")) WHERE \(condition)", statement.bindings)
  }
}
