import CDQIR

extension ModelPredicate {
  /// A relationship to one object that a test unwraps before it reads its properties: `city.country.flatMap { country
  /// in … }`.
  struct Hop {
    /// The variable of the query, and the steps from it up to the relationship.
    var variable: Int
    var steps: [StepIR]
    /// The relationship, and the name of its object.
    var base: SwiftExpression
    var name: String
  }

  /// A path from the object or an element. SwiftData runs one optional step, so of several all but the last are
  /// unwrapped around the test.
  mutating func path(_ path: PathIR) throws(Refusal) -> Value {
    guard let binding = variables[path.variable] else {
      throw refusal("a path from an object parameter", "a '#Predicate' reads no members of what it captures")
    }
    let steps = binding.steps + path.steps
    let isObject = if case .object = path.type.base { true } else { false }
    let last = isObject ? steps.count : steps.count - 1
    let optional = steps.indices.filter { $0 < last && steps[$0].kind == .toOne }
    guard optional.count > 1, verdict(on: .severalHops).outcome > .runs else {
      return try members(binding.object, steps[...])
    }
    if optional.count > 6 { throw refusal("so many optional steps", "each would be unwrapped for itself") }
    var object = binding.object
    var start = 0
    for index in optional.dropLast() {
      let outer = Array(steps[...index])
      if let known = hops.first(where: { $0.variable == path.variable && $0.steps == outer }) {
        object.expression = .name(known.name)
      } else {
        let name = names.unique(SwiftNames.lowerFirst(steps[index].name))
        let base = try members(object, steps[start...index])
        hops.append(Hop(variable: path.variable, steps: outer, base: base.expression, name: name))
        object = Value(expression: .name(name), type: base.type)
      }
      object.type = .object(steps[index + 1].entity)
      start = index + 1
    }
    return try members(object, steps[start...])
  }

  /// Puts the relationships that a test unwraps around it: `city.country.flatMap { country in … } ?? false`, with what
  /// the test gives where there is no country.
  mutating func unwrapping(
    _ predicate: PredicateIR, _ wanted: Bool, _ test: SwiftExpression
  ) throws(Refusal) -> SwiftExpression {
    var result = test
    for hop in hops.reversed() {
      let bindings = variables
      var removal = ValueRemoval(steps: { path in
        guard path.variable == hop.variable, let binding = bindings[path.variable] else { return false }
        return (binding.steps + path.steps).starts(with: hop.steps)
      })
      guard let rest = removal.rewrite(predicate), rest != predicate else {
        throw refusal("several optional steps here", "SwiftData runs one")
      }
      let otherwise = try condition(rest, wanted)
      result = .binary(ModelPredicate.flatMap(hop.base, hop.name, result), "??", otherwise)
    }
    return result
  }

  /// `base.flatMap { name in body }`
  static func flatMap(_ base: SwiftExpression, _ name: String, _ body: SwiftExpression) -> SwiftExpression {
    let closure = SwiftClosure(parameters: [name], result: .named(""), body: [.expression(body)])
    let isChain = if case .optionalMember = base { true } else { base.isChain }
    return .call(
      .member(isChain ? .tuple([SwiftArgument(base)]) : base, "flatMap"), [SwiftArgument(.closure(closure))])
  }

  /// A test that is the same for all objects, as a Bool before the predicate; nil where it depends on the object, or
  /// where plain Swift cannot evaluate it.
  mutating func computed(_ predicate: PredicateIR) -> SwiftExpression? {
    if let known = hoisted[.test(predicate)] { return known }
    guard !predicate.operands.contains(where: { if case .literal(.null, _) = $0 { true } else { false } }),
      let value = computeTest(predicate)
    else { return nil }
    return hoist(.test(predicate), "isMatch", .named(types.standard("Bool")), value)
  }

  // MARK: nil

  mutating func isNull(_ expression: ExpressionIR, _ wanted: Bool) throws(Refusal) -> SwiftExpression {
    if case .path(let path) = expression, case .object = path.type.base { return try isNull(object: path, wanted) }
    let value = try value(expression)
    guard value.isCaptured, value.isOptional else { return isNull(value, wanted) }
    let isThere = presenceVariable(.binary(value.expression, "!=", .null))
    return wanted ? isThere.negated : isThere
  }

  func isNull(_ value: Value, _ wanted: Bool) -> SwiftExpression {
    if value.isNull { return .boolean(wanted) }
    return value.isOptional ? .binary(value.expression, wanted ? "==" : "!=", .null) : .boolean(!wanted)
  }

  /// Whether there is an object. A relationship compared with nil ends an app on some systems; a required attribute of
  /// its object is nil for the same rows.
  mutating func isNull(object path: PathIR, _ wanted: Bool) throws(Refusal) -> SwiftExpression {
    guard let binding = variables[path.variable] else { return isNull(try value(.path(path)), wanted) }
    guard let last = (binding.steps + path.steps).last else { return .boolean(!wanted) }
    if verdict(on: .relationshipNil).outcome == .runs {
      return isNull(try members(binding.object, (binding.steps + path.steps)[...]), wanted)
    }
    guard case .object(let entity) = path.type.base, let attribute = requiredAttribute(of: entity) else {
      let verdict = verdict(on: .relationshipNil)
      throw Refusal(
        "'\(last.name)' compared with NULL", "a fetch fails with it (\(verdict.note))",
        help: "give '\(path.type.base)' a required attribute, which can be compared instead; "
          + "the memory and the coredata back end can run it")
    }
    var attributePath = path
    attributePath.steps.append(StepIR(attribute.name, .attribute, of: entity))
    attributePath.type = OptionalType(attribute.type, isOptional: true)
    return isNull(try self.path(attributePath), wanted)
  }

  /// An attribute that every object of the entity has, and that a predicate can read: part of the identity if possible.
  private func requiredAttribute(of entity: String) -> Attribute? {
    let attributes = schema.identity(of: entity) + schema.allAttributes(of: entity)
    return attributes.first { attribute in
      if attribute.isOptional || attribute.isTransient { return false }
      switch attribute.type {
      case .opaque, .collection, .data, .null, .object: return false
      default: return true
      }
    }
  }
}

extension SwiftExpression {
  /// Whether the expression is a chain with `?.`, on which a method would become part of the chain.
  var isChain: Bool {
    switch self {
    case .optionalMember: true
    case .member(let base, _): base.isChain
    default: false
    }
  }
}

/// A rewriter that replaces paths among the operands of a test by NULL.
private struct ValueRemoval: IRRewriter {
  let steps: (PathIR) -> Bool

  mutating func rewrite(_ predicate: PredicateIR) -> PredicateIR? {
    predicate.conditions.isEmpty ? rewriteChildren(of: predicate) : predicate
  }

  mutating func rewrite(_ expression: ExpressionIR) -> ExpressionIR? {
    guard case .path(let path) = expression, steps(path) else { return expression }
    return .literal(.null, path.type.base)
  }

  mutating func rewrite(_ collection: CollectionIR) -> CollectionIR? { collection }
}
