import CDQIR

extension FetchRewriter {
  // MARK: membership

  /// Replaces membership in a set or in distinct values by membership in the operands: `x IN (a UNION b)` becomes
  /// `x IN a OR x IN b`.
  mutating func membership(_ node: MembershipIR) -> PredicateIR? {
    switch node.collection {
    case .set(.union, _, _), .distinct: break
    case .set: if !node.options.isEmpty { return nil }
    default: return nil
    }
    guard mayCopy(forEachOf: FetchRewriter.operands(of: node.collection)) else { return nil }
    return FetchRewriter.isIn(node.collection, node)
  }

  private static func isIn(_ collection: CollectionIR, _ node: MembershipIR) -> PredicateIR {
    switch collection {
    case .set(.union, let left, let right): .or([isIn(left, node), isIn(right, node)])
    // Elements that are equal under options need not be the same.
    case .set(.intersect, let left, let right) where node.options.isEmpty:
      .and([isIn(left, node), isIn(right, node)])
    case .set(.minus, let left, let right) where node.options.isEmpty:
      .and([isIn(left, node), .not(isIn(right, node))])
    case .distinct(let source): isIn(source, node)
    default:
      .membership(MembershipIR(node.value, in: collection, options: node.options))
    }
  }

  /// The number of collections that set operators join.
  private static func operands(of collection: CollectionIR) -> Int {
    switch collection {
    case .set(_, let left, let right): operands(of: left) + operands(of: right)
    case .distinct(let source): operands(of: source)
    default: 1
    }
  }

  // MARK: quantifiers

  /// Replaces a quantifier over a list by one comparison for each element, and one over nested collections by nested
  /// quantifiers.
  mutating func quantified(_ node: QuantifiedIR) -> PredicateIR? {
    switch node.collection {
    case .literal(let elements, _):
      if elements.allSatisfy(FetchRewriter.isValue), let isIn = FetchRewriter.membership(node) { return isIn }
      guard let each = FetchRewriter.substituted(node, elements), mayCopy(forEachOf: elements.count) else { return nil }
      return node.kind == .any ? .or(each) : .and(each)
    case .parameter: return FetchRewriter.membership(node)
    case .flatMap(let source, let variable, let inner):
      let nested = QuantifiedIR(node.kind, node.variable, in: inner, node.predicate)
      return .quantified(QuantifiedIR(node.kind, variable, in: source, .quantified(nested)))
    default: return nil
    }
  }

  /// Whether the expression is a literal other than NULL.
  private static func isValue(_ expression: ExpressionIR) -> Bool {
    if case .literal(let value, _) = expression { !value.isNull } else { false }
  }

  /// The predicate of a quantifier for each element of a list; nil where the predicate uses the element in any way
  /// other than as an operand.
  private static func substituted(_ node: QuantifiedIR, _ elements: [ExpressionIR]) -> [PredicateIR]? {
    let element = ExpressionIR.path(PathIR(variable: node.variable.id, steps: [], type: node.variable.type))
    guard !node.predicate.operands.isEmpty else { return nil }
    let tests = elements.map { node.predicate.replacing(element, by: $0) }
    guard !tests.contains(where: { RowVariables($0).free.contains(node.variable.id) }) else { return nil }
    return tests
  }

  /// Replaces `ANY $list == x` by `x IN $list`, and `ALL $list != x` by the negation. Callers pass only lists without
  /// NULL.
  private static func membership(_ node: QuantifiedIR) -> PredicateIR? {
    let element = ExpressionIR.path(PathIR(variable: node.variable.id, steps: [], type: node.variable.type))
    guard case .comparison(let test) = node.predicate else { return nil }
    let sought: ExpressionIR
    switch element {
    case test.left: sought = test.right
    case test.right: sought = test.left
    default: return nil
    }
    if RowVariables(sought).free.contains(node.variable.id) { return nil }
    let isIn = PredicateIR.membership(MembershipIR(sought, in: node.collection, options: test.options))
    switch (node.kind, test.operator) {
    case (.any, .equal): return isIn
    case (.all, .notEqual): return .not(isIn)
    case (.any, _), (.all, _): return nil
    }
  }

  // MARK: counts

  /// Replaces a count that the store cannot compute by a quantifier, where only emptiness matters: `b.c.@count > 0`.
  mutating func count(_ node: ComparisonIR) -> PredicateIR? {
    guard let (value, relation, number) = node.withNumber, case .aggregate(let aggregate) = value,
      aggregate.function == .count, FetchRewriter.isUncountable(aggregate.collection)
    else { return nil }
    let collection: CollectionIR
    let isWanted: PredicateIR
    let variable = makeVariable(aggregate.collection.elementType)
    let element = ExpressionIR.path(PathIR(variable: variable.id, steps: [], type: variable.type))
    if case .distinct(let source) = aggregate.collection {
      (collection, isWanted) = (source, .not(.isNull(element)))
    } else {
      (collection, isWanted) = (aggregate.collection, .constant(true))
    }
    let isAny = PredicateIR.quantified(QuantifiedIR(.any, variable, in: collection, isWanted))
    switch (relation, number) {
    case (.greater, 0), (.notEqual, 0), (.greaterOrEqual, 1): return isAny
    case (.equal, 0), (.lessOrEqual, 0), (.less, 1): return .not(isAny)
    default: return nil
    }
  }

  /// Whether a collection has several to-many steps, or drops duplicates.
  private static func isUncountable(_ collection: CollectionIR) -> Bool {
    switch collection {
    case .path(let path): path.steps.count { $0.kind == .toMany } > 1
    case .filter(let source, _, _): isUncountable(source)
    case .distinct, .flatMap: true
    default: false
    }
  }
}
