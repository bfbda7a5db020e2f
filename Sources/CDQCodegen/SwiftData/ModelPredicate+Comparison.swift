import CDQIR
import CDQLanguage

extension ModelPredicate {
  mutating func comparison(_ node: ComparisonIR) throws(Refusal) -> SwiftExpression {
    try comparison(node, identity(try value(node.left)), identity(try value(node.right)))
  }

  /// Translates `value BETWEEN {low, high}` to `low <= value && value <= high`.
  mutating func between(_ node: BetweenIR) throws(Refusal) -> SwiftExpression {
    let value = try value(node.value)
    // The result repeats the value, so nested ranges would grow exponentially.
    if value.expression.isLarger(than: 200) {
      throw Refusal(
        "'BETWEEN' of so long a value", "a '#Predicate' has no names for values, and would hold it twice",
        help: "compare it once, by '==', '<' and the like")
    }
    let compared = identity(value)
    let isAbove = try comparison(
      ComparisonIR(.greaterOrEqual, node.value, node.low), compared, identity(try self.value(node.low)))
    let isBelow = try comparison(
      ComparisonIR(.lessOrEqual, node.value, node.high), compared, identity(try self.value(node.high)))
    let range = SwiftExpression.binary(isAbove, "&&", isBelow)
    return value.isOptional ? .binary(.binary(value.expression, "!=", .null), "&&", range) : range
  }

  private mutating func comparison(
    _ node: ComparisonIR, _ left: Value, _ right: Value
  ) throws(Refusal) -> SwiftExpression {
    if !node.options.isEmpty {
      throw refusal("'\(node.operator.rawValue)\(node.options.suffix)'", "a '#Predicate' compares texts as they are")
    }
    if case .aggregate = node.left { return try counted(left, node.operator, right) }
    if case .aggregate = node.right { return try counted(left, node.operator, right) }
    try sameType(left, right, in: "a comparison")
    if case .object = left.type, left.isNull || right.isNull {
      warn("comparing a relationship with nil is reported to fail in some releases of SwiftData")
    }
    guard node.operator.isEquality else { return try order(left, node.operator, right) }
    if left.isNull, right.isNull { return .boolean(node.operator.holdsForEqual) }
    if left.isNull, !right.isOptional { return .boolean(node.operator.holdsForOneNil) }
    if right.isNull, !left.isOptional { return .boolean(node.operator.holdsForOneNil) }
    if left.isOptional != right.isOptional, !left.isNull, !right.isNull, !left.isLiteral, !right.isLiteral {
      return try mixed(left, node.operator, right)
    }
    return .binary(number(left, like: right), node.operator.rawValue, number(right, like: left))
  }

  /// One side of an equality. A negative literal becomes a variable before the predicate, because the macro reads `-1`
  /// as a negation, which does not exist for the optional other side.
  private mutating func number(_ value: Value, like other: Value) -> SwiftExpression {
    guard value.isLiteral, other.isOptional, !other.isNull else { return value.expression }
    let isNegative: Bool
    switch value.expression {
    case .integer(let number): isNegative = number < 0
    case .double(let number): isNegative = number < 0
    default: isNegative = false
    }
    if !isNegative { return value.expression }
    return hoist(
      .number(value.expression, other.type), "number", storedType(other.type, false), value.expression)
  }

  /// An equality of an optional and a non-optional value. A `#Predicate` supports it only where the optional one is
  /// stored and the other one is captured; other cases test for nil first.
  private mutating func mixed(
    _ left: Value, _ relation: ComparisonIR.Operator, _ right: Value
  ) throws(Refusal) -> SwiftExpression {
    let (optional, plain) = left.isOptional ? (left, right) : (right, left)
    if plain.isCaptured { return .binary(optional.expression, relation.rawValue, plain.expression) }
    let isEqual = relation == .equal
    var isThere = SwiftExpression.binary(optional.expression, isEqual ? "!=" : "==", .null)
    var value = try unwrapped(optional)
    if optional.isCaptured {
      isThere = hoist(.isThere(isThere), isEqual ? "isGiven" : "isMissing", .named(types.standard("Bool")), isThere)
      value = hoist(.given(value), "given", storedType(optional.type, false), value)
    }
    return .binary(isThere, isEqual ? "&&" : "||", .binary(value, relation.rawValue, plain.expression))
  }

  /// A comparison of a count, an `Int`, with a literal or another count.
  private func counted(
    _ left: Value, _ relation: ComparisonIR.Operator, _ right: Value
  ) throws(Refusal) -> SwiftExpression {
    func int(_ value: Value) throws(Refusal) -> SwiftExpression {
      switch value.expression {
      case .integer, .member(_, "count"): return value.expression
      default:
        throw refusal(
          "a count compared with a value that is no literal", "a '#Predicate' takes values of one type only")
      }
    }
    return .binary(try int(left), relation.rawValue, try int(right))
  }

  /// A comparison by `<`, `<=`, `>` or `>=`. It is false for nil, except that `<=` and `>=` are true for two nils.
  private mutating func order(
    _ left: Value, _ relation: ComparisonIR.Operator, _ right: Value
  ) throws(Refusal) -> SwiftExpression {
    let isLoose = relation.holdsForEqual
    if left.isNull || right.isNull {
      let other = left.isNull ? right : left
      if !isLoose { return .boolean(false) }
      return other.isNull ? .boolean(true) : other.isOptional ? .binary(other.expression, "==", .null) : .boolean(false)
    }
    var parts: [SwiftExpression] = []
    for side in [left, right] where side.isOptional { parts.append(.binary(side.expression, "!=", .null)) }
    parts.append(.binary(try unwrapped(left), relation.rawValue, try unwrapped(right)))
    let known = parts.dropFirst().reduce(parts[0]) { .binary($0, "&&", $1) }
    guard isLoose, left.isOptional, right.isOptional else { return known }
    let bothNil = SwiftExpression.binary(
      .binary(left.expression, "==", .null), "&&", .binary(right.expression, "==", .null))
    return .binary(bothNil, "||", known)
  }

  /// `value ?? default`, for a value that another condition has tested not to be nil.
  mutating func unwrapped(_ value: Value) throws(Refusal) -> SwiftExpression {
    guard value.isOptional else { return value.expression }
    return .binary(value.expression, "??", try defaultValue(value.type, isCaptured: value.isCaptured))
  }

  /// Any value of the type: a literal, or a variable before the predicate for a type without literals.
  private mutating func defaultValue(_ type: ValueType, isCaptured: Bool) throws(Refusal) -> SwiftExpression {
    switch schema.rawType(of: type).carrier {
    case .bool: return .boolean(false)
    case .int16, .int32, .int64: return .integer(0)
    case .float, .double: return .double(0)
    case .string: return .string("")
    case .date where isCaptured: return .call(types.foundation("Date"))
    case .uuid where isCaptured: return .call(types.foundation("UUID"))
    case .decimal where isCaptured: return .call(types.foundation("Decimal"))
    case .data where isCaptured: return .call(types.foundation("Data"))
    case .date: return hoist(.anyValue(type), "anyDate", types.type(type), .call(types.foundation("Date")))
    case .decimal: return hoist(.anyValue(type), "anyDecimal", types.type(type), .call(types.foundation("Decimal")))
    case .uuid: return hoist(.anyValue(type), "anyID", types.type(type), .call(types.foundation("UUID")))
    case .data: return hoist(.anyValue(type), "anyData", types.type(type), .call(types.foundation("Data")))
    default:
      throw refusal(
        "a comparison of \(type)s that may be nil", "a '#Predicate' has no value of the type to unwrap it with")
    }
  }

  // MARK: texts

  mutating func textMatch(_ node: TextMatchIR) throws(Refusal) -> SwiftExpression {
    let text = try value(node.text)
    let pattern = try value(node.pattern)
    if text.isNull || pattern.isNull { return .boolean(false) }
    guard let form = node.operator.entry.swiftData[node.options] else {
      throw refusal(
        "'\(node.operator.rawValue)\(node.options.suffix)'",
        "SwiftData runs \(TextMatchIR.Operator.modelForms.joined(separator: ", "))")
    }
    if let doubt = form.doubt { warn(doubt) }
    guard node.pattern.isInvariant else { throw refusal("a stored pattern", "SwiftData has no SQL for it") }
    let needle = try unwrapped(pattern)
    var parts: [SwiftExpression] = []
    if text.isOptional { parts.append(.binary(text.expression, "!=", .null)) }
    if case .string(let literal) = needle {
      if literal.isEmpty { return .boolean(false) }
    } else {
      // The language finds the empty text in no text, but Swift finds it in every text.
      let isThere = SwiftExpression.binary(needle, "!=", .string(""))
      parts.append(hoist(.hasNeedle(needle), "hasNeedle", .named(types.standard("Bool")), isThere))
    }
    let subject = try unwrapped(text)
    let sought =
      pattern.isOptional ? hoist(.needle(needle), "needle", .named(types.standard("String")), needle) : needle
    parts.append(
      .call(
        .member(text.isOptional ? .tuple([SwiftArgument(subject)]) : subject, form.method),
        [SwiftArgument(form.label, sought)]))
    return parts.dropFirst().reduce(parts[0]) { .binary($0, "&&", $1) }
  }

  // MARK: membership and quantifiers

  mutating func membership(_ node: MembershipIR) throws(Refusal) -> SwiftExpression {
    if !node.options.isEmpty {
      throw refusal("'IN\(node.options.suffix)'", "a '#Predicate' compares texts as they are")
    }
    let value = identity(try self.value(node.value))
    if value.isNull { return .boolean(false) }
    let list: SwiftExpression
    switch node.collection {
    case .parameter(let index, let type):
      list = try listParameter(index, type)
    case .literal(let elements, _):
      list = try listLiteral(elements, value)
    case .path, .filter:
      guard case .object(let entity) = node.collection.elementType else {
        throw refusal("'IN' a path", "a '#Predicate' ranges over one relationship")
      }
      let name = names.unique(SwiftNames.lowerFirst(entity))
      let element = SwiftExpression.member(.name(name), "persistentModelID")
      let closure = SwiftClosure(
        parameters: [name], result: .named(types.standard("Bool")),
        body: [.expression(.binary(element, "==", value.expression))])
      return .call(
        .member(try collection(node.collection), "contains"), [SwiftArgument("where", .closure(closure))])
    case .map, .flatMap, .distinct, .set, .mode:
      throw refusal("'IN' such a collection", "a '#Predicate' ranges over relationships and lists only")
    }
    let contains = SwiftExpression.call(.member(list, "contains"), [SwiftArgument(try unwrapped(value))])
    return value.isOptional ? .binary(.binary(value.expression, "!=", .null), "&&", contains) : contains
  }

  private mutating func listParameter(_ index: Int, _ type: ValueType) throws(Refusal) -> SwiftExpression {
    let parameter = query.parameters[index]
    var list = SwiftExpression.name(parameterNames[index])
    let isOptional = parameter.mayBeNil
    if isOptional { list = .binary(list, "??", .array([])) }
    let member: String
    switch type {
    case .enumeration: member = "rawValue"
    case .object: member = "persistentModelID"
    default:
      return isOptional
        ? hoist(.list(parameter: index), parameterNames[index] + "List", .array(types.type(type)), list) : list
    }
    let closure = SwiftClosure(
      parameters: [], result: .named(""), body: [.expression(.member(.name("$0"), member))])
    let mapped = SwiftExpression.call(
      .member(isOptional ? .tuple([SwiftArgument(list)]) : list, "map"), [SwiftArgument(.closure(closure))])
    let element: SwiftType = if case .object = type { .named("PersistentIdentifier") } else { storedType(type, false) }
    return hoist(.list(parameter: index), parameterNames[index] + "List", .array(element), mapped)
  }

  private mutating func listLiteral(_ elements: [ExpressionIR], _ value: Value) throws(Refusal) -> SwiftExpression {
    var keys: [SwiftExpression] = []
    for expression in elements {
      guard expression.isInvariant else {
        throw refusal("'IN' stored values", "a '#Predicate' takes a list of constants")
      }
      let element = try self.value(expression)
      if element.isNull { continue }
      if element.isOptional {
        throw refusal("a list element that may be nil", "a '#Predicate' takes a list of constants")
      }
      try sameType(value, element, in: "'IN'")
      keys.append(element.expression)
    }
    return hoist(.values(keys, value.type), "values", .array(storedType(value.type, false)), .array(keys))
  }

  mutating func quantified(_ node: QuantifiedIR) throws(Refusal) -> SwiftExpression {
    // The quantifier of `ANY orders.note == …` ranges over the orders.
    var collection = node.collection
    var rest: [StepIR] = []
    if case .path(var path) = collection, let last = path.steps.lastIndex(where: { $0.kind == .toMany }) {
      rest = Array(path.steps[(last + 1)...])
      path.steps = Array(path.steps[...last])
      let destination = schema.property(named: path.steps[last].name, of: path.steps[last].entity)
      guard case .relationship(let relationship)? = destination else {
        throw refusal("such a collection", "a '#Predicate' ranges over one relationship")
      }
      path.type = OptionalType(.object(relationship.destination))
      collection = .path(path)
    }
    let elements = try self.collection(collection)
    guard case .object(let entity) = collection.elementType else {
      throw refusal("a collection of values", "SwiftData keeps it as one value")
    }
    let name = names.unique(SwiftNames.lowerFirst(entity))
    let outer = variables[node.variable.id]
    variables[node.variable.id] = try members(
      Value(expression: .name(name), type: .object(entity)), rest[...])
    defer { variables[node.variable.id] = outer }
    let body = try condition(node.predicate.simplified)
    let closure = SwiftClosure(
      parameters: [name], result: .named(types.standard("Bool")), body: [.expression(body)])
    return node.kind == .any
      ? .call(.member(elements, "contains"), [SwiftArgument("where", .closure(closure))])
      : .call(.member(elements, "allSatisfy"), [SwiftArgument(.closure(closure))])
  }
}
