import CDQConnections
import CDQIR
import CDQSQL
import CDQStore
import CDQValues

/// An `update` query as one statement: `UPDATE "City" SET "population" = s.c1 FROM (SELECT …) AS s WHERE …`.
extension DatabaseTransaction {
  /// Sets the new values by one statement; nil, with nothing changed, where the rules of the schema need the rows, or the
  /// database refuses the statement.
  func updateAtOnce(
    _ ir: QueryIR, _ bound: BoundAssignments, _ arguments: Arguments, _ options: DatabaseOptions
  ) throws(DatabaseError) -> Int? {
    guard let entity = schema.entity(named: ir.entity), !bound.items.isEmpty, bound.items.count == ir.assignments.count,
      bound.items.allSatisfy({ !isUnique($0.property, of: ir.entity) })
    else { return nil }
    let found = try database.foundRows(ir, arguments, options)
    guard !found.isSuperset else { return nil }
    var statement = SetStatement(dialect, bindings: found.statement.bindings)
    for (assignment, source) in zip(ir.assignments, bound.items.map(\.source)) {
      guard let parts = try columns(assignment, source, of: entity, found, &statement) else { return nil }
      statement.parts += parts
    }
    // The database tests what is left, such as overflow; then the rows tell what is wrong.
    let text = statement.text(of: table(ir.entity), number: number, found.statement.text)
    do {
      return try allOrNothing(checksRequired: false) { try changedRows(text, statement.bindings) }
    } catch let error as DatabaseError {
      switch error {
      case .connectionLost, .cancelled, .deadlineExceeded, .conflict: throw error
      default: return nil
      }
    } catch {
      throw .cannotConnect("\(error)")
    }
  }

  /// Runs a statement that changes rows, and gives their number.
  private func changedRows(_ text: String, _ bindings: [SQLDatum]) throws(DatabaseError) -> Int {
    let counted: [[SQLDatum]]
    if dialect.name == .postgres {
      counted = try read("WITH changed AS (\(text) RETURNING 1) SELECT count(*) FROM changed", bindings)
    } else {
      try write(text, bindings)
      counted = try read("SELECT changes()")
    }
    return counted.first?.first?.integer.map { Int($0) } ?? 0
  }

  /// Whether an attribute is part of a uniqueness constraint, which is tested row by row.
  private func isUnique(_ name: String, of entity: String) -> Bool {
    let entities = schema.lineage(of: entity) + schema.descendants(of: entity)
    return entities.contains { $0.uniquenessConstraints.contains { $0.contains(name) } }
  }

  /// What an assignment sets columns to; nil where the rows are needed.
  private func columns(
    _ assignment: AssignmentIR, _ source: BoundAssignments.Source, of entity: Entity, _ found: SQLQuery,
    _ statement: inout SetStatement
  ) throws(DatabaseError) -> [String]? {
    switch (schema.property(named: assignment.property, of: entity.name), source) {
    case (.relationship(let relationship)?, .constant(let value)):
      // An inverse, a position or a required target concern other rows.
      guard relationship.inverse == nil, !relationship.isToMany,
        case .foreignKey(let key)? = place(relationship, of: entity.name), !value.isNull || !relationship.needsObject
      else { return nil }
      let target: ObjectRow?
      do throws(DatabaseError) {
        target = try targets(value, relationship, of: entity.name).first
      } catch {
        // A missing target only matters if there is a row.
        if case .execution = error { return nil }
        throw error
      }
      return ["\(quoted(key.columns[0])) = \(statement.bind(target?.datum ?? .null))"]
    case (.attribute(let attribute)?, .constant(let value)):
      return try constantColumns(attribute, value, of: entity, &statement)
    case (.attribute(let attribute)?, .column(let index)):
      if let other = copied(assignment.value, by: attribute, of: entity) {
        guard mayHold(attribute, nilOf: other.isOptional, in: entity),
          let (from, to) = storedColumns(other, attribute, of: entity.name)
        else { return nil }
        return zip(to.names, from.names).map { "\(quoted($0)) = \(quoted($1))" }
      }
      guard limits(of: entity.name).allSatisfy({ $0.attribute.name != attribute.name }), found.outputs.indices.contains(index)
      else { return nil }
      switch found.outputs[index].content {
      case .constant(let value): return try constantColumns(attribute, value, of: entity, &statement)
      case .value(let column):
        guard isExact(assignment.value.type, attribute.type), mayHold(attribute, nilOf: true, in: entity),
          let name = mapping.entities[entity.name]?.attributes[attribute.name]?.column
        else { return nil }
        statement.isComputed = true
        return ["\(quoted(name)) = s.c\(column)"]
      case .object: return nil
      }
    case (.relationship?, .column), (nil, _): return nil
    }
  }

  private func storedColumns(
    _ first: Attribute, _ second: Attribute, of entity: String
  ) -> (StoredColumns, StoredColumns)? {
    let all = columns(of: entity)
    guard let left = all.first(where: { $0.attribute.name == first.name })?.columns,
      let right = all.first(where: { $0.attribute.name == second.name })?.columns, left.names.count == right.names.count
    else { return nil }
    return (left, right)
  }

  /// The columns of a value that is the same in all rows; nil where a rule refuses it, which only matters if there is a row.
  private func constantColumns(
    _ attribute: Attribute, _ value: Value, of entity: Entity, _ statement: inout SetStatement
  ) throws(DatabaseError) -> [String]? {
    let value = value.assigned(to: attribute.type)
    let limits = limits(of: entity.name).first { $0.attribute.name == attribute.name }?.limits
    guard !value.isNull || (!attribute.needsValue && attribute.type.element == nil),
      value.isNull || schema.matches(value, attribute.type), limits?.broken(by: value) == nil,
      let stored = columns(of: entity.name).first(where: { $0.attribute.name == attribute.name })?.columns
    else { return nil }
    let data: [SQLDatum]
    do throws(DatabaseError) {
      data = try stored.data(value, dialect)
    } catch {
      return nil
    }
    return zip(stored.names, data).map { "\(quoted($0)) = \(statement.bind($1))" }
  }

  /// The attribute of the same object and type whose value an assignment copies; nil for any other value.
  private func copied(_ value: ExpressionIR, by attribute: Attribute, of entity: Entity) -> Attribute? {
    guard case .path(let path) = value, path.variable == 0, path.steps.count == 1,
      case .attribute(let other)? = schema.property(named: path.steps[0].name, of: entity.name),
      other.type == attribute.type, limits(of: entity.name).allSatisfy({ $0.attribute.name != attribute.name })
    else { return nil }
    return other
  }

  /// Whether the database refuses nil for an attribute that needs a value. The column of a sub-entity is NULL in the rows
  /// of others.
  private func mayHold(_ attribute: Attribute, nilOf isOptional: Bool, in entity: Entity) -> Bool {
    if attribute.isOptional || !isOptional { return true }
    let owner = schema.lineage(of: entity.name).first { $0.property(named: attribute.name) != nil }
    return owner?.parent == nil
  }

  /// Whether the database stores a computed value just as memory does. SQLite does not test the size of small integers, and
  /// a text has folded columns, which Swift computes.
  private func isExact(_ type: ValueType, _ attribute: ValueType) -> Bool {
    switch attribute {
    case .int64: type.isInteger
    case .int16, .int32: type.isInteger && dialect.name == .postgres
    case .bool: type == .bool
    case .double: type == .double
    case .date: type == .date && !dialect.hasMicroseconds
    default: false
    }
  }
}

/// The text of an UPDATE while it is written. Its first parameters are those of the statement that finds the rows.
private struct SetStatement {
  let dialect: SQLDialect
  private(set) var bindings: [SQLDatum]
  var parts: [String] = []
  /// Whether a value comes from the statement that finds the rows.
  var isComputed = false

  init(_ dialect: SQLDialect, bindings: [SQLDatum]) {
    (self.dialect, self.bindings) = (dialect, bindings)
  }

  mutating func bind(_ datum: SQLDatum) -> String {
    bindings.append(datum)
    return dialect.parameter(bindings.count)
  }

  func text(of table: String, number: String, _ found: String) -> String {
    let set = "UPDATE \(table) SET \(parts.joined(separator: ", "))"
    return isComputed
      ? "\(set) FROM (\(found)) AS s WHERE \(table).\(number) = s.c0"
      : "\(set) WHERE \(number) IN (SELECT c0 FROM (\(found)) AS s)"
  }
}
