import CDQConnections
import CDQIR
import CDQSQL
import CDQStore

/// An object as the row of our own layout that holds it.
struct ObjectRow: Hashable {
  let root: String
  let entity: String
  let number: Int64

  static func == (left: ObjectRow, right: ObjectRow) -> Bool { left.number == right.number && left.root == right.root }

  func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(root)
  }

  var datum: SQLDatum { .int(number) }
}

/// A statement while it is written: its text, and the values of its parameters so far.
struct StatementBuilder {
  let dialect: SQLDialect
  private(set) var bindings: [SQLDatum] = []

  init(_ dialect: SQLDialect) {
    self.dialect = dialect
  }

  mutating func bind(_ datum: SQLDatum) -> String {
    bindings.append(datum)
    return dialect.parameter(bindings.count)
  }

  /// A list of values in parentheses. A few lengths make few texts, which the database prepares once.
  mutating func list(_ data: [SQLDatum]) -> String {
    let count = data.count > 20 ? 500 : data.count > 1 ? 20 : 1
    let padded = data + Array(repeating: data.last ?? .null, count: max(0, count - data.count))
    return "(\(padded.map { bind($0) }.joined(separator: ", ")))"
  }
}

/// The reads of a transaction: which row an object is, and which rows its relationships lead to.
extension DatabaseTransaction {
  func table(_ entity: String) -> String {
    mapping.entities[entity].map { dialect.identifier($0.table) } ?? dialect.identifier(entity)
  }

  func quoted(_ name: String) -> String { dialect.identifier(name) }

  var number: String { quoted(OwnLayout.numberColumn) }

  /// The column that tells the entity of a row, or a literal NULL where all rows are of one.
  private func entityColumn(_ entity: String, _ alias: String) -> String {
    mapping.entities[entity]?.discriminator.map { "\(alias)\(quoted($0.column))" } ?? "NULL"
  }

  private func row(_ entity: String, _ data: ArraySlice<SQLDatum>) throws(DatabaseError) -> ObjectRow {
    let root = schema.root(of: entity)
    guard let first = data.first, let number = first.integer else {
      throw .unexpectedValue(column: OwnLayout.numberColumn, reason: "no number")
    }
    guard case .text(let name)? = data.dropFirst().first else { return ObjectRow(root: root, entity: root, number: number) }
    guard schema.isEntity(name, kindOf: root) else {
      throw .unexpectedValue(column: OwnLayout.entityColumn, reason: "'\(name)', which is no entity of the schema")
    }
    return ObjectRow(root: root, entity: name, number: number)
  }

  /// The rows of an entity's table that fulfil a condition.
  func rows(
    of entity: String, where condition: String, _ statement: StatementBuilder
  ) throws(DatabaseError) -> [ObjectRow] {
    let found = try read(
      "SELECT \(number), \(entityColumn(entity, "")) FROM \(table(entity)) WHERE \(condition) ORDER BY \(number)",
      statement.bindings)
    var result: [ObjectRow] = []
    for data in found { result.append(try row(entity, data[...])) }
    return result
  }

  /// A condition for rows of an entity and its sub-entities; nil where all rows of the table are.
  func kindCondition(_ entity: String, _ statement: inout StatementBuilder) -> String? {
    guard let column = mapping.entities[entity]?.discriminator?.column, schema.root(of: entity) != entity else { return nil }
    let names = [entity] + schema.descendants(of: entity).map(\.name)
    return "\(quoted(column)) IN (\(names.map { statement.bind(.text($0)) }.joined(separator: ", ")))"
  }

  /// The values of attributes of a row.
  func values(of row: ObjectRow, _ attributes: [Attribute]) throws(DatabaseError) -> [String: Value] {
    if !attributes.contains(where: { mapping.entities[row.entity]?.attributes[$0.name] != nil }) { return [:] }
    guard let values = try values(of: [row], attributes)[row.number] else {
      throw .refusedChange(.notFound(ObjectKey(root: row.root, identity: .record(Int(row.number)))))
    }
    return values
  }

  /// The values of attributes of some rows of one entity, by their numbers. A row that was deleted is missing.
  func values(of rows: [ObjectRow], _ attributes: [Attribute]) throws(DatabaseError) -> [Int64: [String: Value]] {
    guard let first = rows.first, let places = mapping.entities[first.entity]?.attributes else { return [:] }
    let stored = attributes.filter { places[$0.name] != nil }
    let texts = stored.map { dialect.reading(places[$0.name]?.column ?? $0.name, schema.rawType(of: $0.type)) }
    let columns = stored.map { attribute in
      SQLColumn(
        name: attribute.name, type: schema.rawType(of: attribute.type), isOptional: true,
        enumeration: attribute.type.enumerationName)
    }
    var result: [Int64: [String: Value]] = [:]
    for start in stride(from: 0, to: rows.count, by: 500) {
      var statement = StatementBuilder(dialect)
      let list = statement.list(rows[start..<min(start + 500, rows.count)].map(\.datum))
      let text = "SELECT \(([number] + texts).joined(separator: ", ")) FROM \(table(first.entity)) WHERE \(number) IN \(list)"
      for data in try read(text, statement.bindings) {
        guard let number = data[0].integer else { continue }
        var values: [String: Value] = [:]
        for (column, datum) in zip(columns, data.dropFirst()) { values[column.name] = try reader.value(datum, column) }
        result[number] = values
      }
    }
    return result
  }

  // MARK: Keys

  /// The key of an object: its unique values, or its number.
  func key(of row: ObjectRow) throws(DatabaseError) -> ObjectKey {
    let identity = schema.entityIdentity(of: row.entity)
    return key(of: row, identity, try identity.map { identity throws(DatabaseError) in try values(of: row, identity.attributes) } ?? [:])
  }

  /// The keys of those objects that were not deleted.
  func keys(of rows: [ObjectRow]) throws(DatabaseError) -> [ObjectKey] {
    var keys: [ObjectRow: ObjectKey] = [:]
    for (entity, rows) in DatabaseTransaction.byEntity(rows[...]) {
      let identity = schema.entityIdentity(of: entity)
      let found = try values(of: rows, identity?.attributes ?? [])
      for row in rows { keys[row] = found[row.number].map { key(of: row, identity, $0) } }
    }
    return rows.compactMap { keys[$0] }
  }

  private func key(of row: ObjectRow, _ identity: EntityIdentity?, _ found: [String: Value]) -> ObjectKey {
    if let identity {
      let values = identity.attributes.map { found[$0.name] ?? .null }
      if !values.contains(where: \.isNull) { return ObjectKey(root: row.root, identity: identity.key(of: values)) }
    }
    return ObjectKey(root: row.root, identity: .record(Int(row.number)))
  }

  /// The row of the object with a key; nil when there is none.
  func find(_ key: ObjectKey) throws(DatabaseError) -> ObjectRow? {
    guard schema.entity(named: key.root) != nil, schema.root(of: key.root) == key.root else { return nil }
    if case .record(let number) = key.identity {
      var statement = StatementBuilder(dialect)
      let condition = "\(self.number) = \(statement.bind(.int(Int64(number))))"
      guard let found = try rows(of: key.root, where: condition, statement).first else { return nil }
      // The number identifies only objects without an identity of their own.
      return try self.key(of: found) == key ? found : nil
    }
    for identity in schema.identities(reachableFrom: key.root) {
      guard let values = identity.values(of: key.identity, schema) else { continue }
      let pairs = zip(identity.attributes.map(\.name), values).map { ($0, $1) }
      if let found = try holders(of: pairs, identity.owner).first { return found }
    }
    return nil
  }

  /// The row of an entity or its sub-entities with a number, whatever identifies its object; nil when there is none.
  func find(_ entity: String, number: Int) throws(DatabaseError) -> ObjectRow? {
    var statement = StatementBuilder(dialect)
    var conditions = ["\(self.number) = \(statement.bind(.int(Int64(number))))"]
    if let kinds = kindCondition(entity, &statement) { conditions.append(kinds) }
    return try rows(of: entity, where: conditions.joined(separator: " AND "), statement).first
  }

  /// Whether two values of an attribute are the same in the database, which holds dates to a microsecond.
  func isSame(_ left: Value, _ right: Value, _ attribute: Attribute, of entity: String) -> Bool {
    guard let columns = columns(of: entity).first(where: { $0.attribute.name == attribute.name })?.columns else { return true }
    do throws(DatabaseError) {
      return try columns.data(left, dialect) == columns.data(right, dialect)
    } catch {
      // The update refuses what cannot be stored.
      return false
    }
  }

  /// The rows of an entity and its sub-entities with these values; none where a value is nil or NaN, which equals nothing.
  func holders(of values: [(String, Value)], _ owner: String) throws(DatabaseError) -> [ObjectRow] {
    var statement = StatementBuilder(dialect)
    var conditions: [String] = []
    for (name, value) in values {
      if value.isNull || value.isNaN { return [] }
      guard let columns = columns(of: owner).first(where: { $0.attribute.name == name })?.columns else { return [] }
      let data: [SQLDatum]
      do throws(DatabaseError) {
        data = try columns.data(value, dialect)
      } catch {
        // No row holds what cannot be stored.
        return []
      }
      conditions.append("\(quoted(columns.names[0])) = \(statement.bind(data[0]))")
    }
    if let kinds = kindCondition(owner, &statement) { conditions.append(kinds) }
    return try rows(of: owner, where: conditions.joined(separator: " AND "), statement)
  }

  // MARK: Relationships

  func place(_ relationship: Relationship, of entity: String) -> RelationshipMapping? {
    mapping.entities[entity]?.relationships[relationship.name]
  }

  func inverse(of relationship: Relationship) -> Relationship? {
    guard let name = relationship.inverse,
      case .relationship(let found)? = schema.property(named: name, of: relationship.destination)
    else { return nil }
    return found
  }

  /// The rows that a relationship leads to from a row, in its order, with their positions.
  func targets(
    _ owner: ObjectRow, _ relationship: Relationship
  ) throws(DatabaseError) -> [(row: ObjectRow, position: Int64?)] {
    try targets([owner], relationship).map { ($0.target, $0.position) }
  }

  /// The rows that a relationship leads to from some rows of one entity.
  func targets(
    _ owners: [ObjectRow], _ relationship: Relationship
  ) throws(DatabaseError) -> [(owner: Int64, target: ObjectRow, position: Int64?)] {
    guard let first = owners.first, let place = place(relationship, of: first.entity) else { return [] }
    let destination = relationship.destination
    let target = "d.\(number), \(entityColumn(destination, "d."))"
    var result: [(owner: Int64, target: ObjectRow, position: Int64?)] = []
    for start in stride(from: 0, to: owners.count, by: 500) {
      var statement = StatementBuilder(dialect)
      let list = statement.list(owners[start..<min(start + 500, owners.count)].map(\.datum))
      let text: String
      switch place {
      case .foreignKey(let key):
        text = "SELECT o.\(number), NULL, \(target) FROM \(table(first.entity)) AS o JOIN \(table(destination)) AS d "
          + "ON d.\(number) = o.\(quoted(key.columns[0])) WHERE o.\(number) IN \(list)"
      case .inverse(let key):
        let column = "d.\(quoted(key.columns[0]))"
        let order = key.order.map { "d.\(quoted($0))" } ?? "NULL"
        text = "SELECT \(column), \(order), \(target) FROM \(table(destination)) AS d WHERE \(column) IN \(list) "
          + "ORDER BY \(key.order == nil ? "" : "\(order), ")d.\(number)"
      case .joinTable(let join):
        let (owner, other) = ("j.\(quoted(join.owner[0]))", "j.\(quoted(join.destination[0]))")
        let order = "j.\(quoted(join.order ?? "position"))"
        text = "SELECT \(owner), \(order), \(target) FROM \(dialect.identifier(join.table)) AS j JOIN \(table(destination)) AS d "
          + "ON d.\(number) = \(other) WHERE \(owner) IN \(list) ORDER BY \(order), \(other)"
      }
      for data in try read(text, statement.bindings) {
        guard let owner = data[0].integer else { continue }
        result.append((owner, try row(destination, data[2...]), data[1].integer))
      }
    }
    return result
  }
}

extension DatabaseError {
  /// The error of a change that the rules of the schema refuse, as a store refuses it.
  static func refusedChange(_ error: StoreError) -> DatabaseError { .execution(.refused(error)) }
}
