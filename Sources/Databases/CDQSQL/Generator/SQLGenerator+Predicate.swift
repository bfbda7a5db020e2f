import CDQIR

extension SQLGenerator {
  /// A condition in SQL: exact, or one that finds more rows where the dialect has no exact form.
  func predicate(_ predicate: PredicateIR) -> SQLCondition {
    defer { noteTranslation(of: predicate) }
    do throws(SQLRefusal) {
      return try nested { () throws(SQLRefusal) in try exact(predicate) }
    } catch {
      note(isTemplate ? error.at(.predicate(predicate)) : error)
      return .unknown
    }
  }

  private func exact(_ predicate: PredicateIR) throws(SQLRefusal) -> SQLCondition {
    if let range = predicate.withoutYears(mayBeNil: { _ in true }) { return self.predicate(range) }
    switch predicate {
    case .and(let operands): return .joined(all(PredicateIR.withoutMonths(operands)), isAnd: true)
    case .or(let operands): return try bounded(.joined(all(operands), isAnd: false), by: operands)
    case .not(let operand): return self.predicate(operand).negated(dialect)
    case .constant(let truth): return .of(truth)
    case .comparison, .text, .between, .membership, .isNull, .boolean, .quantified, .whenPresent: break
    }
    if !isTemplate, !SQLGenerator.readsRow(.predicate(predicate)) { return .of(try constants.truth(of: predicate)) }
    switch predicate {
    case .comparison(let node): return try comparison(node)
    case .text(let node): return try textMatch(node)
    case .between(let node): return try between(node)
    case .membership(let node): return try membership(node)
    case .isNull(let operand): return try nullTest(operand)
    case .boolean(let operand):
      let value = try value(operand)
      if let constant = value.constant { return .of(constant == .bool(true)) }
      return SQLCondition(text: SQLDialect.Form.fill(dialect.truth, [value.text]), isTwoValued: !value.isOptional)
    case .quantified(let node): return try quantified(node)
    case .whenPresent(let parameters, let operand): return try whenPresent(parameters, operand)
    case .constant, .and, .or, .not: return .unknown
    }
  }

  private func all(_ operands: [PredicateIR]) -> [SQLCondition] {
    var result: [SQLCondition] = []
    for operand in operands { result.append(predicate(operand)) }
    return result
  }

  private func nullTest(_ operand: ExpressionIR) throws(SQLRefusal) -> SQLCondition {
    if let argument = objectParameter(operand) {
      return try isNull(
        SQLOperand(bind(.parameter(argument.index), .value, .text), .int64, isOptional: mayBeNil(argument.index), isColumn: true))
    }
    if case .object = operand.type {
      switch try objectOrKey(operand) {
      case .key(let key): return .of(key == nil)
      case .object(let object): return isNull(object)
      }
    }
    if case .path(let path) = operand, let last = path.steps.last, last.kind != .attribute || operand.type == .opaque {
      let row = try row(of: path.variable, path.steps.dropLast())
      guard let place = mapping.entities[row.entity]?.attributes[last.name] else {
        throw SQLRefusal("'\(last.name)' is tested for nil")
      }
      return SQLCondition(text: "\(column(row, place.column)) IS NULL", isTwoValued: true)
    }
    return try isNull(try value(operand))
  }

  // MARK: Collections in conditions

  private func membership(_ node: MembershipIR) throws(SQLRefusal) -> SQLCondition {
    if let divided = try dividedMembership(node) { return divided }
    if case .object = node.value.type { return try objectMembership(node) }
    let value = try value(node.value)
    if value.isNullConstant || value.isNaNConstant { return .never }
    if isTemplate {
      if case .parameter(let index, let element) = node.collection {
        return try membership(value, inParameter: index, of: element, node.options)
      }
      if case .literal(let elements, _) = node.collection, elements.allSatisfy(\.isLiteral) {
        return try membership(value, among: constants.values(of: node.collection), node)
      }
    } else if !SQLGenerator.readsRow(.collection(node.collection)) {
      return try constantMembership(value, try constants.values(of: node.collection), node)
    }
    if case .literal(let elements, _) = node.collection {
      var conditions: [SQLCondition] = []
      for element in elements {
        let element = try self.value(element)
        if element.isNullConstant { continue }
        guard value.isColumn || value.constant != nil else { throw SQLRefusal("IN tests a computed value several times") }
        let isEqual = try compare(.equal, value, element, node.options)
        conditions.append(
          value.isOptional && element.isOptional ? .joined([isEqual, try isNull(value).negated(dialect)], isAnd: true) : isEqual)
      }
      return .joined(conditions, isAnd: false)
    }
    let collection = try relation(node.collection)
    guard case .scalar(let element) = collection.element else { throw SQLRefusal("a value is looked for among objects") }
    let isEqual = try compare(.equal, value, element, node.options)
    var conditions = collection.source.conditions + [isEqual.text]
    if value.isOptional, element.isOptional { conditions.append(try isNull(element).negated(dialect).text) }
    let exact = found(in: collection, conditions, node, isExact: isEqual.isExact)
    guard node.options.isEmpty, let array = try array(node.collection) else { return exact }
    var column = element
    column.access = .spelled(array)
    return try spelled(exact, column, as: value) ?? exact
  }

  /// A column with an array of texts, whose index finds the rows that have one of them; nil for another collection.
  private func array(_ collection: CollectionIR) throws(SQLRefusal) -> SpelledColumn? {
    guard case .path(let path) = collection, let last = path.steps.last, last.kind == .scalarCollection,
      !path.steps.contains(where: { $0.kind == .toMany }), type(collection.elementType) == .string
    else { return nil }
    let row = try row(of: path.variable, path.steps.dropLast())
    guard let place = mapping.entities[row.entity]?.attributes[last.name], let type = place.type,
      let form = dialect.membership(in: type, isArray: true)
    else { return nil }
    return SpelledColumn(text: column(row, place.column), indexed: nil, membership: form)
  }

  /// The condition that an element of a collection fulfils some conditions.
  private func found(
    in collection: SQLRelation, _ conditions: [String], _ node: MembershipIR, isExact: Bool = true
  ) -> SQLCondition {
    let isAlone = SQLGenerator.dependsOnStart(node.collection, .expression(node.value), nil)
    var result = exists(collection.source, conditions, isAlone: isAlone)
    result.isExact = collection.isExact && isExact
    return result
  }

  private func constantMembership(
    _ value: SQLOperand, _ elements: [Value], _ node: MembershipIR
  ) throws(SQLRefusal) -> SQLCondition {
    let weaker = try asciiCandidates(value, nil, node.options) { text throws(SQLRefusal) in
      try constantMembership(folded: text, elements, node)
    }
    if let weaker { return weaker }
    var folded = try folded(value, node.options)
    if case .spelled(let column)? = value.access, column.isCaseless { folded.access = value.access }
    return try constantMembership(folded: folded, elements, node)
  }

  private func constantMembership(
    folded operand: SQLOperand, _ elements: [Value], _ node: MembershipIR
  ) throws(SQLRefusal) -> SQLCondition {
    var operand = operand
    let type = type(node.collection.elementType)
    guard let family = operand.family else { throw SQLRefusal("a value of \(operand.type) is looked for") }
    var exact: [Value] = []
    for element in elements where !element.isNull {
      var constant = SQLOperand(constant: element, type)
      if constant.isNaNConstant { continue }
      if family == .text { constant = try folded(constant, node.options) }
      guard let element = constant.constant else { continue }
      if case .compare(_, let same) = try ColumnBound(.equal, element, family: family, dialect) { exact.append(same) }
    }
    if exact.isEmpty { return .never }
    if family == .decimal { try noteDecimals() }
    let list: String
    switch dialect.lists {
    case .array:
      var data: [SQLDatum] = []
      for element in exact { data.append(try dialect.datum(element, operand.type)) }
      bindings.append(.text(SQLDialect.arrayText(data)))
      list = anyElement(of: dialect.parameter(bindings.count), family)
    case .expanded(let limit):
      guard exact.count <= limit else {
        throw SQLRefusal("\(dialect.title) takes no list of more than \(limit) values", help: "shorten the list")
      }
      var marks: [String] = []
      for element in exact { marks.append(try text(SQLOperand(constant: element, operand.type))) }
      if case .indexed(let indexed)? = operand.access {
        (operand.text, operand.test) = (indexed.text, indexed.test)
        (marks[0], operand.test) = (operand.tested(marks[0]), nil)
      }
      // The left operand of IN determines its collation.
      list = "\(dialect.collations[family] ?? "") IN (\(marks.joined(separator: ", ")))"
    }
    let left = try text(operand)
    let condition = SQLCondition(text: "\(left)\(list.hasPrefix(" ") ? "" : " ")\(list)", isTwoValued: !operand.isOptional)
    if let spelled = try spelled(condition, operand, as: elements, node.options) { return spelled }
    if case .indexed(let indexed)? = operand.access { return indexed.tested(condition, .equal) }
    return condition
  }

  /// The test that a value equals an element of a parameter that is an array.
  func anyElement(of mark: String, _ family: SQLDialect.Family) -> String {
    "= ANY (\(mark)\(dialect.parameterCasts[family].map { "\($0)[]" } ?? ""))"
  }

  private func objectMembership(_ node: MembershipIR) throws(SQLRefusal) -> SQLCondition {
    if isTemplate, case .parameter(let index, .object(let entity)) = node.collection {
      guard case .object(let object) = try objectOrKey(node.value) else { throw SQLRefusal("two arguments are compared") }
      return try isObject(object, inParameter: index, of: entity)
    }
    if !isTemplate, !SQLGenerator.readsRow(.collection(node.collection)) {
      let keys = try constants.values(of: node.collection)
      switch try objectOrKey(node.value) {
      case .key(let key): return .of(key.map { keys.contains(.object($0)) } ?? false)
      case .object(let object):
        var conditions: [SQLCondition] = []
        for case .object(let key) in keys { conditions.append(try isObject(object, key)) }
        guard conditions.count <= 1000 else { throw SQLRefusal("a list of more than 1000 objects") }
        return .joined(conditions, isAnd: false)
      }
    }
    let collection = try relation(node.collection)
    let element = try elementObject(collection.element)
    let isSame: SQLCondition
    if let argument = objectParameter(node.value) {
      let same = try isObject(element, argument: argument.index, of: argument.entity)
      isSame = element.isOptional ? .joined([same, isNull(element).negated(dialect)], isAnd: true) : same
      let conditions = collection.source.conditions + [isSame.text]
      return found(in: collection, conditions, node)
    }
    switch try objectOrKey(node.value) {
    case .key(nil): return .never
    case .key(let key?): isSame = try isObject(element, key)
    case .object(let object):
      let same = try same(object, element, isEqual: true)
      isSame = object.isOptional && element.isOptional ? .joined([same, isNull(element).negated(dialect)], isAnd: true) : same
    }
    if isSame.constant == false { return .never }
    let conditions = collection.source.conditions + [isSame.text]
    return found(in: collection, conditions, node)
  }

  func elementObject(_ element: SQLElement) throws(SQLRefusal) -> SQLObject {
    switch element {
    case .object(let object): return object
    case .row(let row):
      return SQLObject(entity: row.entity, key: try key(row), isOptional: row.isOptional) { () throws(SQLRefusal) in row }
    case .scalar: throw SQLRefusal("a value is used as an object")
    }
  }
}

extension ExpressionIR {
  fileprivate var isLiteral: Bool { if case .literal = self { true } else { false } }
}
