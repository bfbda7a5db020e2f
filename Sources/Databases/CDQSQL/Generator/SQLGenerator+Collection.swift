import CDQIR

/// A collection in SQL: the rows of its elements, and what an element is.
struct SQLRelation {
  var source: SQLSource
  var element: SQLElement
  /// Whether the rows are just the elements; if not, there may be more.
  var isExact = true
}

extension SQLGenerator {
  /// A collection as a `FROM` clause of its own.
  func relation(_ collection: CollectionIR) throws(SQLRefusal) -> SQLRelation {
    try extend(SQLSource(), by: collection)
  }

  /// Adds the elements of a collection to a `FROM` clause.
  private func extend(_ source: SQLSource, by collection: CollectionIR) throws(SQLRefusal) -> SQLRelation {
    try nested { () throws(SQLRefusal) in try extendNested(source, by: collection) }
  }

  private func extendNested(_ source: SQLSource, by collection: CollectionIR) throws(SQLRefusal) -> SQLRelation {
    switch collection {
    case .path(let path): return try extend(source, by: path)
    case .objects(let entity): return try extend(source, byObjectsOf: entity)
    case .filter(let inner, let variable, let condition):
      var result = try extend(source, by: inner)
      let outer = bind(variable, result.element)
      defer { variables[variable.id] = outer }
      let test = predicate(condition)
      if case .row(let row) = result.element { require(rowsOf: condition, of: variable.id, from: row) }
      if test.presence != nil {
        throw SQLRefusal("all conditions of a SUBQUERY have optional parameters", help: "add a condition without one")
      }
      if test.constant == nil { source.conditions.append(test.text) }
      if test.constant == false { source.conditions.append(test.text) }
      result.isExact = result.isExact && test.isExact
      return result
    case .map(let inner, let variable, let value):
      var result = try extend(source, by: inner)
      let outer = bind(variable, result.element)
      defer { variables[variable.id] = outer }
      result.element = try element(value)
      return result
    case .flatMap(let outerCollection, let variable, let inner):
      let first = try extend(source, by: outerCollection)
      let outer = bind(variable, first.element)
      defer { variables[variable.id] = outer }
      var result = try extend(source, by: inner)
      result.isExact = result.isExact && first.isExact
      return result
    case .literal, .parameter:
      guard source.isEmpty else { throw SQLRefusal("a list stands inside of another collection") }
      return try list(collection, source)
    case .distinct, .set:
      guard source.isEmpty else { throw SQLRefusal("distinct values of each element of a collection") }
      return try distinct(collection, source)
    case .mode: throw SQLRefusal("no database has a mode of several values")
    }
  }

  private func bind(_ variable: VariableIR, _ element: SQLElement) -> SQLElement? {
    variables.updateValue(element, forKey: variable.id)
  }

  private func element(_ expression: ExpressionIR) throws(SQLRefusal) -> SQLElement {
    if case .object = expression.type, case .path(let path) = expression {
      return .object(try object(path.variable, path.steps))
    }
    return .scalar(try value(expression))
  }

  /// Adds the rows of all objects of an entity.
  private func extend(_ source: SQLSource, byObjectsOf entity: String) throws(SQLRefusal) -> SQLRelation {
    let row = row(of: entity, isOptional: false, in: source)
    let mapping = try entityMapping(row.entity)
    source.join("\(dialect.identifier(mapping.table)) AS \(row.alias)", on: source.isEmpty ? nil : SQLCondition.always.text)
    if let condition = try entityCondition(row, includesSubentities: true) { source.conditions.append(condition) }
    source.order? += mapping.order.map { column(row, $0) }
    return SQLRelation(source: source, element: .row(row))
  }

  // MARK: Paths

  private func extend(_ source: SQLSource, by path: PathIR) throws(SQLRefusal) -> SQLRelation {
    guard let many = path.steps.firstIndex(where: { $0.kind == .toMany || $0.kind == .scalarCollection }) else {
      throw SQLRefusal("a collection without a to-many step")
    }
    var row = try row(of: path.variable, path.steps[..<many])
    for index in path.steps[many...].indices {
      let step = path.steps[index]
      let isLast = index == path.steps.count - 1
      switch step.kind {
      case .toMany: row = try joinMany(source, row, step)
      case .scalarCollection: return SQLRelation(source: source, element: .scalar(try joinElements(source, row, step)))
      case .toOne:
        guard isLast else {
          row = try target(of: row, step)
          continue
        }
        let owner = row
        let object = try withRow(owner) { () throws(SQLRefusal) in try self.object(SQLGenerator.pathVariable, [step]) }
        return SQLRelation(source: source, element: .object(object))
      case .attribute: return SQLRelation(source: source, element: .scalar(try attribute(step.name, of: row)))
      }
    }
    return SQLRelation(source: source, element: .row(row))
  }

  /// The id of the variable that stands for the row in the middle of a path.
  private static let pathVariable = Int.max

  private func withRow<Result>(_ row: SQLTableRow, _ body: () throws(SQLRefusal) -> Result) throws(SQLRefusal) -> Result
  {
    let outer = variables.updateValue(.row(row), forKey: SQLGenerator.pathVariable)
    defer { variables[SQLGenerator.pathVariable] = outer }
    return try body()
  }

  private func add(_ table: String, on link: String, to source: SQLSource) {
    if source.isEmpty, !link.isEmpty { source.conditions.append(link) }
    source.join(table, on: link.isEmpty ? SQLCondition.always.text : link)
  }

  /// Notes the link of the first rows of a source to their owner.
  private func note(_ columns: (owner: [String], target: [String]), of owner: SQLTableRow, in source: SQLSource) {
    guard source.isEmpty, source.conditions.isEmpty, !columns.owner.isEmpty else { return }
    source.link = SQLLink(owners: columns.owner, targets: columns.target, repeats: owner.repeats)
  }

  /// Adds the destinations of a to-many step.
  func joinMany(_ source: SQLSource, _ owner: SQLTableRow, _ step: StepIR) throws(SQLRefusal) -> SQLTableRow {
    guard case .relationship(let relationship)? = schema.property(named: step.name, of: step.entity) else {
      throw SQLRefusal("'\(step.entity)' has no relationship '\(step.name)'")
    }
    let target = row(of: relationship.destination, isOptional: false, in: source)
    let destination = try entityMapping(target.entity)
    let table = "\(dialect.identifier(destination.table)) AS \(target.alias)"
    switch try place(step, from: owner) {
    case .foreignKey: throw SQLRefusal("'\(step.entity).\(step.name)' is a foreign key, but to-many")
    case .inverse(let key):
      let columns = (owner: try referenced(key, owner).map { column(owner, $0) }, target: key.columns.map { column(target, $0) })
      target.repeats = owner.repeats > 0 ? owner.repeats + 1 : 0
      note(columns, of: owner, in: source)
      add(table, on: pairs(columns.target, columns.owner), to: source)
      source.order? += key.order.map { [column(target, $0)] } ?? []
    case .joinTable(let join):
      let middle = alias()
      let columns = { (names: [String]) in names.map { "\(middle).\(self.dialect.identifier($0))" } }
      target.repeats = owner.repeats + 1
      let keys = try key(owner)
      note((keys, columns(join.owner)), of: owner, in: source)
      let owned = pairs(columns(join.owner), keys)
      add("\(dialect.identifier(join.table)) AS \(middle)", on: owned, to: source)
      add(table, on: try pairs(columns(join.destination), key(target)), to: source)
      source.order? += join.order.map { columns([$0]) } ?? []
    }
    source.order? += destination.order.map { column(target, $0) }
    return target
  }

  /// Adds the elements of a collection attribute.
  private func joinElements(_ source: SQLSource, _ owner: SQLTableRow, _ step: StepIR) throws(SQLRefusal) -> SQLOperand
  {
    guard case .attribute(let attribute)? = schema.property(named: step.name, of: step.entity),
      let element = attribute.type.element,
      let place = mapping.entities[owner.entity]?.attributes[step.name]
        ?? mapping.entities[step.entity]?.attributes[step.name]
    else { throw unplaced(step.name, of: step.entity) }
    let type = type(element)
    guard let family = SQLDialect.Family(type) else { throw SQLRefusal("a collection of \(element)") }
    let name = alias()
    let table = SQLDialect.Form.fill(dialect.elements.table, [list(owner, place), name])
    source.join(table, on: nil, word: dialect.elements.join)
    source.order? += ["\(name).\(dialect.elements.ordinal)"]
    var text = "\(name).value"
    switch dialect.elementForms[family] {
    case .refused(let reason)?: throw SQLRefusal(reason)
    case .template(let form)?, .checked(let form)?, .digits(let form)?: text = SQLDialect.Form.fill(form, [text])
    case nil: break
    }
    if type == .string, place.isNormalized != true { text = try normalized(text) }
    return SQLOperand(text, type, isOptional: true, isColumn: true)
  }

  // MARK: Lists and sets

  /// A list of values as a table.
  private func list(_ collection: CollectionIR, _ source: SQLSource) throws(SQLRefusal) -> SQLRelation {
    let type = type(collection.elementType)
    guard let family = SQLDialect.Family(type) else { throw SQLRefusal("a list of \(collection.elementType)") }
    var marks: [String] = []
    if case .literal(let elements, _) = collection {
      for element in elements {
        let operand = try value(element)
        if operand.isNullConstant {
          marks.append("NULL" + (dialect.parameterCasts[family] ?? ""))
        } else if operand.constant != nil || operand.family == family {
          marks.append(try valueText(operand, as: type))
        } else {
          throw SQLRefusal("a list of several types")
        }
      }
    } else {
      for value in try constants.values(of: collection) {
        marks.append(try valueText(SQLOperand(constant: value, type)))
      }
    }
    // SQLite takes no UNION ALL of more.
    guard marks.count <= 500 else { throw SQLRefusal("a list of more than 500 values") }
    let name = alias()
    // SQLite names the columns of VALUES by their number, and UNION ALL keeps the order.
    let rows = marks.enumerated().map { "SELECT \($1) AS value, \($0) AS ordinal" }
    let table =
      rows.isEmpty
      ? "SELECT NULL\(dialect.parameterCasts[family] ?? "") AS value, 0 AS ordinal WHERE \(SQLCondition.never.text)"
      : rows.joined(separator: " UNION ALL ")
    source.join("(\(table)) AS \(name)", on: nil)
    source.order = ["\(name).ordinal"]
    return SQLRelation(
      source: source, element: .scalar(SQLOperand("\(name).value", type, isOptional: true, isColumn: true)))
  }

  /// Distinct values without nil.
  private func distinct(_ collection: CollectionIR, _ source: SQLSource) throws(SQLRefusal) -> SQLRelation {
    let type = type(collection.elementType)
    guard SQLDialect.Family(type) != nil else { throw SQLRefusal("distinct objects") }
    let name = alias()
    source.join("(\(try distinctSelect(collection, type))) AS \(name)", on: nil)
    // The first appearance decides the order in memory, which a set has not.
    source.order = nil
    return SQLRelation(
      source: source, element: .scalar(SQLOperand("\(name).value", type, isOptional: false, isColumn: true)))
  }

  private func distinctSelect(_ collection: CollectionIR, _ type: ValueType) throws(SQLRefusal) -> String {
    try nested { () throws(SQLRefusal) in try distinctValues(collection, type) }
  }

  private func distinctValues(_ collection: CollectionIR, _ type: ValueType) throws(SQLRefusal) -> String {
    if case .set(let operation, let left, let right) = collection {
      let word =
        switch operation {
        case .union: "UNION"
        case .intersect: "INTERSECT"
        case .minus: "EXCEPT"
        }
      let (first, second) = (try distinctSelect(left, type), try distinctSelect(right, type))
      return "SELECT value FROM (\(first)) AS \(alias()) \(word) SELECT value FROM (\(second)) AS \(alias())"
    }
    let inner: CollectionIR
    if case .distinct(let source) = collection {
      if case .set = source { return try distinctSelect(source, type) }
      inner = source
    } else {
      inner = collection
    }
    let relation = try relation(inner)
    guard relation.isExact, case .scalar(let operand) = relation.element, operand.family == SQLDialect.Family(type)
    else {
      throw SQLRefusal("distinct values of several types, or of objects")
    }
    let collation = SQLDialect.Family(type).flatMap { $0 == .decimal ? dialect.collations[$0] : nil } ?? ""
    let value = try text(operand)
    let conditions = relation.source.conditions + ["\(value) IS NOT NULL"]
    return
      "SELECT DISTINCT \(value)\(collation) AS value FROM \(relation.source.text) WHERE \(conditions.joined(separator: " AND "))"
  }

  // MARK: Values of collections

  /// `cities.@count`, `max(scores)`: one value of a collection.
  func aggregate(_ node: AggregateIR) throws(SQLRefusal) -> SQLOperand {
    let relation = try relation(node.collection)
    guard relation.isExact else { throw SQLRefusal("the elements of an aggregate have no exact SQL") }
    let type = type(node.type)
    if node.function == .count {
      return SQLOperand(
        "(SELECT count(*) FROM \(relation.source.text)\(relation.source.whereClause))", type, isOptional: false)
    }
    guard case .scalar(var operand) = relation.element else { throw SQLRefusal("an aggregate of objects") }
    var reading: ((String) -> String)?
    if node.function == .minimum || node.function == .maximum {
      // The least and the greatest value of a column as it is are at the ends of its index.
      switch operand.access {
      case .indexed(let indexed)?:
        operand.text = indexed.text
        relation.source.conditions.append(indexed.test)
      case .bounded(let column)?:
        (operand.text, operand.isInOrder) = (column.text, true)
        if let test = column.test { relation.source.conditions.append(test) }
        reading = column.reading
      case .spelled, .typed, nil: break
      }
    }
    let call = try call(node.function, operand, type, order: relation.source.order, isDistinct: false)
    var from = "\(relation.source.text)\(relation.source.whereClause)"
    if call.needsOrder, !dialect.ordersAggregates, let order = relation.source.order {
      let value = try text(operand)
      from = "(SELECT \(value) AS value FROM \(from) ORDER BY \(order.joined(separator: ", "))) AS \(alias())"
      let ordered = SQLOperand("value", operand.type, isOptional: true, isColumn: true)
      let call = try self.call(node.function, ordered, type, order: order, isDistinct: false)
      return SQLOperand("(SELECT \(call.text) FROM \(from))", type, isOptional: true)
    }
    return SQLOperand(
      "(SELECT \(reading?(call.text) ?? call.text) FROM \(from))", type, isOptional: node.function != .sum || type != .double)
  }

  /// The call of an aggregate function.
  func call(
    _ function: AggregateFunction, _ operand: SQLOperand, _ type: ValueType, order: [String]?, isDistinct: Bool,
    isGroup: Bool = false
  ) throws(SQLRefusal) -> (text: String, needsOrder: Bool) {
    guard let family = operand.family else { throw SQLRefusal("an aggregate of \(operand.type)") }
    let isSum = function == .sum || function == .average
    // A sum of Doubles depends on the order in which they are added.
    let needsOrder = isSum && family == .real
    if needsOrder, order == nil || isDistinct {
      throw SQLRefusal("a sum of Doubles depends on their order, which a set has not")
    }
    let form = dialect.aggregates[function]?[family]
    if !isSum, operand.type != type, SQLDialect.Family(type) != family {
      throw SQLRefusal("an aggregate of several types")
    }
    if isSum, function == .sum, SQLDialect.Family(type) != family { throw SQLRefusal("a sum of several types") }
    let text = try filled(form, "'\(function.rawValue)' of \(operand.type)") { () throws(SQLRefusal) in
      let value = try self.text(operand)
      let collation = isSum || operand.isInOrder ? "" : dialect.collations[family] ?? ""
      return [
        (isDistinct ? "DISTINCT " : "") + (isSum ? widened(value, family) : value) + collation,
        needsOrder ? " ORDER BY \(order?.joined(separator: ", ") ?? "")" : "",
        needsOrder && isGroup ? ", \(order?.first ?? "0")" : "",
      ]
    }
    return (text, needsOrder)
  }

  /// `scores[0]`, `scores[FIRST]`: one element of an ordered collection.
  func element(_ node: ElementIR) throws(SQLRefusal) -> SQLOperand {
    let relation = try relation(node.collection)
    guard relation.isExact, case .scalar(let operand) = relation.element, let order = relation.source.order,
      !order.isEmpty
    else {
      throw SQLRefusal("an element of a collection without an order in the database")
    }
    var offset = ""
    var isDescending = false
    switch node.position {
    case .first: break
    case .last: isDescending = true
    case .index(let index):
      guard SQLGenerator.isConstant(index), case .int(let number) = try constants.value(of: index), number >= 0 else {
        throw SQLRefusal("the index of an element is computed from the row")
      }
      offset = " OFFSET \(dialect.bindsOffsets ? bind(.int(number), .integer) : String(number))"
    }
    let keys = order.map { isDescending ? "\($0) DESC" : $0 }.joined(separator: ", ")
    let from = "\(relation.source.text)\(relation.source.whereClause)"
    return SQLOperand(
      "(SELECT \(try text(operand)) FROM \(from) ORDER BY \(keys) LIMIT 1\(offset))", operand.type, isOptional: true)
  }
}
