extension FetchBody {
  /// Emits statements that set the predicate of the request; none for a condition that is always true.
  mutating func predicate(_ condition: FetchCondition) -> [SwiftStatement] {
    let target = SwiftExpression.member(.name(request), "predicate")
    if case .constant(true) = condition { return [] }
    if let value = FetchBody.single(condition) { return [.assign(target, "=", value)] }
    switch condition {
    case .constant, .format, .isNil, .isNotNil, .predicate:
      return []
    case .whenPresent(let names, let then, let otherwise):
      let body = predicate(then)
      return [.if(FetchBody.clauses(names, body), then: body, else: otherwise.map { predicate($0) } ?? [])]
    case .all(let parts):
      let (name, statements) = list(parts, isAnd: true, hint: "conditions")
      return statements + [.assign(target, "=", FetchBody.compound(name, isAnd: true))]
    case .any(let parts):
      let (name, statements) = list(parts, isAnd: false, hint: "alternatives")
      let assign = SwiftStatement.assign(target, "=", FetchBody.compound(name, isAnd: false))
      guard condition.mayBeAbsent else { return statements + [assign] }
      return statements + [.if([.holds(FetchBody.isThere(name))], then: [assign], else: [])]
    }
  }

  /// The conditions of an `if`: `let name` for each variable that the statements use, and `name != nil` for the others.
  private static func clauses(_ names: [String], _ body: [SwiftStatement]) -> [SwiftCondition] {
    return names.map { name in
      body.mention(name) ? .unwrap(name, .name(name)) : .holds(.binary(.name(name), "!=", .null))
    }
  }

  private static func isThere(_ list: String) -> SwiftExpression {
    SwiftExpression.member(.name(list), "isEmpty").negated
  }

  /// The condition as one `NSPredicate` expression; nil where it needs statements, or where its format is long.
  private static func single(_ condition: FetchCondition) -> SwiftExpression? {
    switch condition {
    case .predicate(let value): return value
    case .constant, .format, .isNil, .isNotNil: return condition.format?.predicate
    case .all, .any:
      // The length is checked first: making a format visits all parts, and this function is called for each of them.
      return condition.length(upTo: 80) <= 80 ? condition.format?.predicate : nil
    case .whenPresent: return nil
    }
  }

  private static func compound(_ list: String, isAnd: Bool) -> SwiftExpression {
    .call(
      "NSCompoundPredicate",
      SwiftArgument("\(isAnd ? "and" : "or")PredicateWithSubpredicates", .name(list)))
  }

  /// Emits an array of predicates for the parts, and returns its name.
  private mutating func list(
    _ parts: [FetchCondition], isAnd: Bool, hint: String
  ) -> (name: String, statements: [SwiftStatement]) {
    let name = translator.names.unique(hint)
    // Leading parts that always apply are elements of the array literal; the others are appended to it.
    var known: [SwiftExpression] = []
    var rest = parts[...]
    while let part = rest.first, let value = FetchBody.single(part) {
      known.append(value)
      rest.removeFirst()
    }
    var appended: [SwiftStatement] = []
    for part in rest { appended += append(part, to: name, isAnd: isAnd) }
    let type = SwiftType.array(.named("NSPredicate"))
    let start: SwiftStatement =
      appended.isEmpty ? .let(name, type, .array(known)) : .var(name, type, .array(known))
    return (name, [start] + appended)
  }

  private mutating func append(_ condition: FetchCondition, to list: String, isAnd: Bool) -> [SwiftStatement] {
    func append(_ value: SwiftExpression) -> SwiftStatement {
      .expression(.call(.member(.name(list), "append"), [SwiftArgument(value)]))
    }
    if let value = FetchBody.single(condition) { return [append(value)] }
    switch condition {
    case .constant, .format, .isNil, .isNotNil, .predicate:
      return []
    case .whenPresent(let names, let then, let otherwise):
      let body = self.append(then, to: list, isAnd: isAnd)
      let rest = otherwise.map { self.append($0, to: list, isAnd: isAnd) } ?? []
      return [.if(FetchBody.clauses(names, body), then: body, else: rest)]
    case .all(let parts), .any(let parts):
      let isInnerAnd = if case .all = condition { true } else { false }
      if isInnerAnd == isAnd {
        return parts.flatMap { self.append($0, to: list, isAnd: isAnd) }
      }
      let inner = self.list(parts, isAnd: isInnerAnd, hint: isInnerAnd ? "conditions" : "alternatives")
      let whole = append(FetchBody.compound(inner.name, isAnd: isInnerAnd))
      guard condition.mayBeAbsent else { return inner.statements + [whole] }
      return inner.statements + [.if([.holds(FetchBody.isThere(inner.name))], then: [whole], else: [])]
    }
  }
}
