import CDQIR
import CDQSemantics

extension ModelPredicate {
  mutating func comparison(_ node: ComparisonIR, _ wanted: Bool) throws(Refusal) -> SwiftExpression {
    if !node.options.isEmpty {
      throw refusal("'\(node.operator.rawValue)\(node.options.suffix)'", "a '#Predicate' compares texts as they are")
    }
    let isEqual = (node.operator == .equal) == wanted
    if node.operator.isEquality {
      if case .literal(.null, _) = node.right { return try isNull(node.left, isEqual) }
      if case .literal(.null, _) = node.left { return try isNull(node.right, isEqual) }
    }
    let (left, right) = (identity(try value(node.left)), identity(try value(node.right)))
    var isCount = false
    if case .aggregate = node.left { isCount = true }
    if case .aggregate = node.right { isCount = true }
    if isCount { return definite(try counted(left, node.operator, right), wanted) }
    try sameType(left, right, in: "a comparison")
    if node.operator.isEquality, !left.isNull, !right.isNull { return try equality(left, isEqual, right) }
    return definite(try order(left, node.operator, right), wanted)
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
    let (low, high) = (try self.value(node.low), try self.value(node.high))
    if value.isNull || low.isNull || high.isNull { return .boolean(false) }
    if case .aggregate = node.value {
      return .binary(
        try counted(value, .greaterOrEqual, low), "&&", try counted(value, .lessOrEqual, high))
    }
    var parts: [SwiftExpression] = []
    for side in [value, low, high] where side.isOptional { parts.append(try isThere(side)) }
    for (bound, relation) in [(low, ComparisonIR.Operator.greaterOrEqual), (high, .lessOrEqual)] {
      try sameType(value, bound, in: "a comparison")
      // The left side is a key path.
      let isSwapped = bound.isStored && !value.isStored
      parts.append(
        .binary(
          try unwrapped(isSwapped ? bound : value), (isSwapped ? relation.mirrored : relation).rawValue,
          try unwrapped(isSwapped ? value : bound)))
    }
    let result = parts.dropFirst().reduce(parts[0]) { .binary($0, "&&", $1) }
    return [value, low, high].contains(where: \.isStored) ? result : hoistedTest(result)
  }

  /// The value is not nil, as a condition; a captured value is tested before the predicate.
  private mutating func isThere(_ value: Value) throws(Refusal) -> SwiftExpression {
    guard value.isCaptured else { return try isMissing(value, false) }
    return presenceVariable(.binary(value.expression, "!=", .null))
  }

  private mutating func isMissing(_ value: Value, _ wanted: Bool) throws(Refusal) -> SwiftExpression {
    if let path = value.object { return try isNull(object: path, wanted) }
    return isNull(value, wanted)
  }

  /// An equality, or for `isEqual: false` an inequality. SQL knows neither of NULL, so nil is tested besides.
  private mutating func equality(_ left: Value, _ isEqual: Bool, _ right: Value) throws(Refusal) -> SwiftExpression {
    let symbol = isEqual ? "==" : "!="
    if !left.isStored, !right.isStored {
      return hoistedTest(.binary(left.expression, symbol, right.expression))
    }
    // The left side is a key path, and the optional one of two.
    let isSwapped = !left.isStored || (right.isStored && right.isOptional && !left.isOptional)
    let (value, other) = isSwapped ? (right, left) : (left, right)
    let plain = SwiftExpression.binary(value.expression, symbol, number(other, like: value))
    switch (value.isOptional, other.isOptional, other.isStored) {
    case (false, false, _): return plain
    case (false, true, _):
      let given = SwiftExpression.binary(value.expression, symbol, try unwrapped(other))
      let isGiven = try isThere(other)
      return .binary(isEqual ? isGiven : isGiven.negated, isEqual ? "&&" : "||", given)
    case (true, false, false):
      return isEqual ? plain : .binary(plain, "||", try isMissing(value, true))
    case (true, false, true):
      let name = names.unique(valueName(value))
      let body = SwiftExpression.binary(.name(name), symbol, other.expression)
      return .binary(ModelPredicate.flatMap(value.expression, name, body), "??", .boolean(!isEqual))
    case (true, true, false):
      if isEqual { return plain }
      return .binary(plain, "||", .binary(try isMissing(value, true), "&&", try isThere(other)))
    case (true, true, true):
      let (isFirstMissing, isFirstThere) = (try isMissing(value, true), try isMissing(value, false))
      let (isSecondMissing, isSecondThere) = (try isMissing(other, true), try isMissing(other, false))
      if isEqual { return .binary(plain, "||", .binary(isFirstMissing, "&&", isSecondMissing)) }
      let one = SwiftExpression.binary(isFirstMissing, "&&", isSecondThere)
      return .binary(.binary(plain, "||", one), "||", .binary(isFirstThere, "&&", isSecondMissing))
    }
  }

  /// A name for an optional value inside of `flatMap`: that of its property.
  private func valueName(_ value: Value) -> String {
    switch value.expression {
    case .member(_, let name), .optionalMember(_, let name): name == "persistentModelID" ? "id" : name
    default: "value"
    }
  }

  /// A test of captured values, as a Bool before the predicate.
  private mutating func hoistedTest(_ test: SwiftExpression) -> SwiftExpression {
    hoist(.capturedTest(test), "isMatch", .named(types.standard("Bool")), test)
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
      if !isLoose { return .boolean(false) }
      return try isMissing(left.isNull ? right : left, true)
    }
    if right.isStored, !left.isStored { return try order(right, relation.mirrored, left) }
    var parts: [SwiftExpression] = []
    for side in [left, right] where side.isOptional { parts.append(try isThere(side)) }
    parts.append(.binary(try unwrapped(left), relation.rawValue, try unwrapped(right)))
    var result = parts.dropFirst().reduce(parts[0]) { .binary($0, "&&", $1) }
    if isLoose, left.isOptional, right.isOptional {
      let areMissing = try [left, right].map { side throws(Refusal) in
        side.isCaptured ? try isThere(side).negated : try isMissing(side, true)
      }
      result = .binary(.binary(areMissing[0], "&&", areMissing[1]), "||", result)
    }
    return left.isStored ? result : hoistedTest(result)
  }

  /// `value ?? default`, for a value that another condition has tested not to be nil. SwiftData runs it only in a
  /// comparison by order; a captured value is unwrapped before the predicate.
  mutating func unwrapped(_ value: Value) throws(Refusal) -> SwiftExpression {
    guard value.isOptional else { return value.expression }
    let known = SwiftExpression.binary(
      value.expression, "??", try defaultValue(value.type, isCaptured: value.isCaptured))
    return value.isCaptured ? hoist(.given(known), "given", storedType(value.type, false), known) : known
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
    let needle: SwiftExpression
    if pattern.isOptional {
      needle = hoist(
        .needle(pattern.expression), "needle", .named(types.standard("String")),
        .binary(pattern.expression, "??", .string("")))
    } else {
      needle = pattern.expression
    }
    var hasNeedle: SwiftExpression?
    if case .string(let literal) = needle {
      if literal.isEmpty { return .boolean(false) }
    } else {
      // The language finds the empty text in no text, but Swift finds it in every text.
      let isThere = SwiftExpression.binary(needle, "!=", .string(""))
      hasNeedle = hoist(.hasNeedle(needle), "hasNeedle", .named(types.standard("Bool")), isThere)
    }
    let found = try call(form.method, on: text, SwiftArgument(form.label, needle))
    return hasNeedle.map { .binary($0, "&&", found) } ?? found
  }

  /// `text.starts(with: needle)`; for a text that may be nil `text?.starts(with: needle) ?? false`.
  private mutating func call(
    _ method: String, on text: Value, _ argument: SwiftArgument
  ) throws(Refusal) -> SwiftExpression {
    if !text.isStored { return hoistedTest(.call(.member(try unwrapped(text), method), [argument])) }
    if !text.isOptional { return .call(.member(text.expression, method), [argument]) }
    if !text.expression.isChain {
      return .binary(.call(.optionalMember(text.expression, method), [argument]), "??", .boolean(false))
    }
    let name = names.unique(valueName(text))
    let body = SwiftExpression.call(.member(.name(name), method), [argument])
    return .binary(ModelPredicate.flatMap(text.expression, name, body), "??", .boolean(false))
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
      let elements = try collection(node.collection)
      let bool = SwiftType.named(types.standard("Bool"))
      return whereGiven(value) { sought in
        let closure = SwiftClosure(
          parameters: [name], result: bool,
          body: [.expression(.binary(element, "==", sought))])
        return .call(.member(elements, "contains"), [SwiftArgument("where", .closure(closure))])
      }
    default:
      throw refusal("'IN' such a collection", "a '#Predicate' ranges over relationships and lists only")
    }
    let contains = SwiftExpression.member(list, "contains")
    if !value.isStored {
      let found = SwiftExpression.call(contains, [SwiftArgument(try unwrapped(value))])
      return hoistedTest(value.isOptional ? .binary(try isThere(value), "&&", found) : found)
    }
    return whereGiven(value) { .call(contains, [SwiftArgument($0)]) }
  }

  /// A test of a value; for a stored one that may be nil `value.flatMap { value in test } ?? false`.
  private mutating func whereGiven(
    _ value: Value, _ test: (SwiftExpression) -> SwiftExpression
  ) -> SwiftExpression {
    guard value.isStored, value.isOptional else { return test(value.expression) }
    let name = names.unique(valueName(value))
    return .binary(ModelPredicate.flatMap(value.expression, name, test(.name(name))), "??", .boolean(false))
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
    var isOptional = false
    for expression in elements {
      guard expression.isInvariant else {
        throw refusal("'IN' stored values", "a '#Predicate' takes a list of constants")
      }
      let element = try self.value(expression)
      if element.isNull { continue }
      try sameType(value, element, in: "'IN'")
      isOptional = isOptional || element.isOptional
      keys.append(element.expression)
    }
    let type = storedType(value.type, false)
    if !isOptional { return hoist(.values(keys, value.type), "values", .array(type), .array(keys)) }
    let all = hoist(.optionalValues(keys, value.type), "optionalValues", .array(.optional(type)), .array(keys))
    let identity = SwiftClosure(parameters: [], result: .named(""), body: [.expression(.name("$0"))])
    return hoist(
      .values(keys, value.type), "values", .array(type),
      .call(.member(all, "compactMap"), [SwiftArgument(.closure(identity))]))
  }

  mutating func quantified(_ node: QuantifiedIR, _ wanted: Bool) throws(Refusal) -> SwiftExpression {
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
    // `allSatisfy` becomes a SUBQUERY of the elements that fail, which NULL does not.
    let isAny = node.kind == .any
    let predicate = node.predicate.simplified
    let isDecided = isAny || !predicate.mayBeUnknown
    let closure = try elementClosure(
      node.variable, type: collection.elementType, predicate, steps: rest, isDecided)
    if isAny || !isDecided {
      let found = SwiftExpression.call(
        .member(elements, "contains"), [SwiftArgument("where", .closure(closure))])
      return isAny == wanted ? found : found.negated
    }
    return definite(.call(.member(elements, "allSatisfy"), [SwiftArgument(.closure(closure))]), wanted)
  }
}

extension PredicateIR {
  /// Whether SQL may find the predicate neither true nor false: it has an equality with a value that may be nil.
  fileprivate var mayBeUnknown: Bool {
    var found = false
    func mayBeNil(_ expression: ExpressionIR) -> Bool {
      guard case .path(let path) = expression else { return false }
      return path.type.isOptional || path.steps.contains { $0.kind == .toOne }
    }
    IRNode.predicate(self).walk { node in
      switch node {
      case .predicate(.comparison(let node)) where node.operator.isEquality:
        found = found || mayBeNil(node.left) || mayBeNil(node.right)
      case .predicate(.boolean(let value)): found = found || mayBeNil(value)
      // A test of elements is decided, whatever the tests inside of it are.
      case .predicate(.quantified): return false
      case .predicate, .expression, .collection: break
      }
      return !found
    }
    return found
  }
}
