import CDQIR
import CDQSemantics

extension FetchTranslator {
  mutating func comparison(_ node: ComparisonIR, _ wanted: Bool) throws(Stop) -> FetchCondition {
    let (left, right) = (try operand(node.left), try operand(node.right))
    if left.isNull || right.isNull {
      return comparisonWithNull(node.operator, left.isNull ? right : left, wanted)
    }
    let suffix = node.options.suffix
    if node.operator.isEquality {
      warnOfLocale(node.options)
    } else if !node.options.isEmpty {
      warn(of: .orderOptions, "'\(node.operator.rawValue)\(suffix)'")
    }
    return wanted
      ? FetchTranslator.holds(node.operator, left, right, suffix)
      : FetchTranslator.fails(node.operator, left, right, suffix)
  }

  private func comparisonWithNull(
    _ relation: ComparisonIR.Operator, _ other: FetchOperand, _ wanted: Bool
  ) -> FetchCondition {
    if !relation.holdsForEqual, !relation.holdsForOneNil { return .constant(!wanted) }
    return wanted == relation.holdsForEqual ? other.isNil : other.isNotNil
  }

  private static func plain(
    _ relation: ComparisonIR.Operator, _ left: FetchOperand, _ right: FetchOperand, _ suffix: String
  ) -> FetchCondition {
    .format(left.format + " \(relation.rawValue)\(suffix) " + right.format)
  }

  /// A condition that is true where exactly one operand is nil.
  private static func oneIsNil(_ left: FetchOperand, _ right: FetchOperand) -> FetchCondition {
    .or([.and([left.isNil, right.isNotNil]), .and([left.isNotNil, right.isNil])])
  }

  /// A condition that is true where the comparison holds, with tests for nil where SQL would give NULL.
  static func holds(
    _ relation: ComparisonIR.Operator, _ left: FetchOperand, _ right: FetchOperand, _ suffix: String
  ) -> FetchCondition {
    let known = plain(relation, left, right, suffix)
    if relation.holdsForOneNil { return .or([known, oneIsNil(left, right)]) }
    guard relation.holdsForEqual, left.isOptional, right.isOptional else { return known }
    return .or([known, .and([left.isNil, right.isNil])])
  }

  /// A condition that is true where the comparison does not hold, with tests for nil where SQL would give NULL.
  static func fails(
    _ relation: ComparisonIR.Operator, _ left: FetchOperand, _ right: FetchOperand, _ suffix: String
  ) -> FetchCondition {
    if relation.isEquality { return holds(relation.negated, left, right, suffix) }
    let known = plain(relation.negated, left, right, suffix)
    return relation.holdsForEqual ? .or([known, oneIsNil(left, right)]) : .or([known, left.isNil, right.isNil])
  }

  // MARK: texts and ranges

  mutating func textMatch(_ node: TextMatchIR, _ wanted: Bool) throws(Stop) -> FetchCondition {
    let word: String
    switch node.operator.entry.coreData {
    case .known(let spelling): word = spelling
    case .doubted(let spelling, let reason):
      word = spelling
      warn(of: .matches, saying: reason)
    case .refused(let reason, let help): throw refusal("'\(node.operator.rawValue)'", reason, help: help)
    }
    let text = try operand(node.text)
    if text.isNull { return .constant(!wanted) }
    let pattern = try operand(node.pattern)
    if pattern.isNull { return .constant(!wanted) }
    if !pattern.isConstant {
      warn(of: .storedPattern, "'\(node.operator.rawValue)' with a stored text on its right")
    }
    if node.operator == .like, case .literal(.string(let text), _) = node.pattern, text.contains("\\") {
      warn(of: .likeEscape, saying: "what '\\' means in 'LIKE' is not documented for the store")
    }
    warnOfLocale(node.options)
    let test = text.format + " \(word)\(node.options.suffix) " + pattern.format
    return wanted ? .format(test) : .or([.format("NOT " + test), text.isNil, pattern.isNil])
  }

  private mutating func warnOfLocale(_ options: TextOptions) {
    if options.contains(.localeSensitive) {
      warn(
        of: .localeOption,
        saying: "'[l]' compares by the locale of the process, whatever locale the query is given elsewhere")
    }
  }

  /// Translates `BETWEEN`. A computed bound needs two comparisons, as the store's `BETWEEN` takes constants only.
  mutating func between(_ node: BetweenIR, _ wanted: Bool) throws(Stop) -> FetchCondition {
    let value = try operand(node.value)
    if value.isNull { return .constant(!wanted) }
    let low = try operand(node.low)
    if low.isNull { return .constant(!wanted) }
    let high = try operand(node.high)
    if high.isNull { return .constant(!wanted) }
    if wanted, low.isConstant, high.isConstant {
      return .format(value.format + " BETWEEN {" + low.format + ", " + high.format + "}")
    }
    try requireShort(value, "'BETWEEN' of so long a value")
    if wanted {
      return .and([
        FetchTranslator.plain(.greaterOrEqual, value, low, ""), FetchTranslator.plain(.lessOrEqual, value, high, ""),
        low.isNotNil, high.isNotNil,
      ])
    }
    return .or([
      FetchTranslator.plain(.less, value, low, ""), FetchTranslator.plain(.greater, value, high, ""), value.isNil,
      low.isNil, high.isNil,
    ])
  }

  // MARK: membership

  mutating func membership(_ node: MembershipIR, _ wanted: Bool) throws(Stop) -> FetchCondition {
    let value = try operand(node.value)
    if value.isNull { return .constant(!wanted) }
    switch node.collection {
    case .literal(let elements, _):
      return try membership(value, elements, node.options, wanted)
    case .parameter(let index, let type):
      return try membership(value, list: index, type, node.options, wanted)
    case .path, .filter:
      warnOfLocale(node.options)
      if !value.isConstant { warnOfOuterObject() }
      let (open, element) = try openSubquery(node.collection)
      let found = try close(open, .format(element.value.format + " ==\(node.options.suffix) " + value.format))
      let isFound = found.exist(wanted)
      // nil is a member of no collection, but in memory an NSPredicate finds nil equal to nil.
      return wanted ? .and([isFound, value.isNotNil]) : .or([isFound, value.isNil])
    default:
      throw refusal(
        "'IN' such a collection", "Core Data's SQLite store only has relationships and lists of values",
        help: "write it as conditions on the relationship, such as 'ANY cities.name == $name'")
    }
  }

  private mutating func membership(
    _ value: FetchOperand, _ elements: [ExpressionIR], _ options: TextOptions, _ wanted: Bool
  ) throws(Stop) -> FetchCondition {
    var list: [FetchOperand] = []
    var seen: Set<FetchOperand> = []
    for element in elements {
      let element = try operand(element)
      if !element.isNull, seen.insert(element).inserted { list.append(element) }
    }
    if list.isEmpty { return .constant(!wanted) }
    if options.isEmpty, list.allSatisfy(\.isConstant) {
      let test = value.format + " IN {" + PredicateFormat.joined(list.map(\.format), ", ") + "}"
      return wanted ? .format(test) : .or([.format("NOT " + test), value.isNil])
    }
    try requireFewLevels(list.count)
    if list.count > 1 { try requireShort(value, "'IN' of so long a value") }
    // The store applies options to single comparisons only.
    let tests = list.map { ($0, PredicateFormat("==\(options.suffix)")) }
    // nil is a member of no collection, but in memory an NSPredicate finds nil equal to nil.
    let mayMeetNil = list.contains(where: \.isOptional)
    if wanted {
      let found = FetchCondition.or(tests.map { .format(value.format + " \($1.text) " + $0.format) })
      return mayMeetNil ? .and([found, value.isNotNil]) : found
    }
    let none = tests.map { element, symbol in
      FetchCondition.or([.format(value.format + " !=\(options.suffix) " + element.format), element.isNil])
    }
    return .or([.and(none), value.isNil])
  }

  private mutating func membership(
    _ value: FetchOperand, list index: Int, _ type: ValueType, _ options: TextOptions, _ wanted: Bool
  ) throws(Stop) -> FetchCondition {
    let parameter = query.parameters[index]
    if parameter.mayBeNil {
      guard let isPresent = decided[index] else { throw .undecided(index) }
      if !isPresent { return .constant(!wanted) }
    }
    let list = SwiftExpression.name(parameterNames[index])
    if options.isEmpty {
      let test = value.format + " IN " + PredicateFormat("%@", [argument(list, parameter.type.base)])
      return wanted ? .format(test) : .or([.format("NOT " + test), value.isNil])
    }
    if depth > 0 {
      throw refusal(
        "'IN\(options.suffix)' inside of a SUBQUERY", "the store compares under options only one by one",
        help: "list the texts in braces, or compare with one: '==\(options.suffix)'")
    }
    let test = value.format + " \(wanted ? "==" : "!=")\(options.suffix) " + PredicateFormat("%@", [.name("$0")])
    let closure = SwiftClosure(
      parameters: [], result: .named("NSPredicate"), body: [.expression(test.predicate)])
    let each = SwiftExpression.call(.member(list, "map"), [SwiftArgument(.closure(closure))])
    let label = wanted ? "orPredicateWithSubpredicates" : "andPredicateWithSubpredicates"
    let whole = FetchCondition.predicate(.call("NSCompoundPredicate", SwiftArgument(label, each)))
    return wanted ? whole : .or([whole, value.isNil])
  }

  // MARK: quantifiers

  mutating func quantified(_ node: QuantifiedIR, _ wanted: Bool) throws(Stop) -> FetchCondition {
    if node.kind == .any, wanted, let simple = try anyFormat(node) { return simple }
    // `ALL` holds when there is no element that fails the predicate.
    let isAny = node.kind == .any
    let (open, element) = try openSubquery(node.collection)
    let outer = bindings.updateValue(element.binding, forKey: node.variable.id)
    let isElement = try condition(node.predicate, isAny)
    bindings[node.variable.id] = outer
    return try close(open, isElement).exist(isAny == wanted)
  }

  /// `ANY cities.name == "Paris"`, where Core Data's quantifier has the same meaning: a path with one to-many
  /// relationship and one comparison that is false for nil. Else nil, and the caller writes a SUBQUERY.
  private mutating func anyFormat(_ node: QuantifiedIR) throws(Stop) -> FetchCondition? {
    guard hasOneToManyTest, case .path(let path) = node.collection, path.variable == 0,
      path.steps.count(where: { $0.kind == .toMany }) == 1,
      !path.steps.contains(where: { $0.kind == .scalarCollection })
    else { return nil }
    guard node.predicate.testsOnlyPath(of: node.variable.id) else { return nil }
    let outer = bindings[node.variable.id]
    let known = warnings
    bindings[node.variable.id] = Binding(start: "", steps: path.steps)
    depth += 1
    let condition = try condition(node.predicate, true)
    depth -= 1
    bindings[node.variable.id] = outer
    // A test of nil, or one that needs a second comparison for it, is no single comparison.
    guard case .format(let test) = condition else {
      warnings = known
      return nil
    }
    return .format("ANY " + test)
  }
}

extension PredicateIR {
  /// Whether it compares a path from the variable with values that are the same for all rows: `$c.name == $name`.
  fileprivate func testsOnlyPath(of variable: Int) -> Bool {
    switch self {
    case .comparison, .text, .between: break
    case .membership(let node):
      switch node.collection {
      case .literal, .parameter: break
      default: return false
      }
    case .constant, .and, .or, .not, .isNull, .boolean, .quantified, .whenPresent: return false
    }
    guard case .path(let path)? = operands.first, path.variable == variable else { return false }
    return operands.dropFirst().allSatisfy(\.isRowFree)
  }
}
