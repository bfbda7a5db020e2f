import CDQIR

extension FetchRewriter {
  // MARK: membership

  /// Membership in what set operators and `distinct` make, by that in what they make it of.
  func membership(_ node: MembershipIR) -> PredicateIR? {
    func isIn(_ collection: CollectionIR) -> PredicateIR {
      .membership(MembershipIR(node.value, in: collection, options: node.options))
    }
    switch node.collection {
    case .set(.union, let left, let right): return .or([isIn(left), isIn(right)])
    // What is equal under options need not be the same element.
    case .set(.intersect, let left, let right) where node.options.isEmpty: return .and([isIn(left), isIn(right)])
    case .set(.minus, let left, let right) where node.options.isEmpty: return .and([isIn(left), .not(isIn(right))])
    case .distinct(let source): return isIn(source)
    case .set, .path, .literal, .parameter, .filter, .map, .flatMap, .mode: return nil
    }
  }

  // MARK: quantifiers

  /// Quantifiers over lists as the comparisons they stand for, and over collections of collections one in another.
  mutating func quantified(_ node: QuantifiedIR) -> PredicateIR? {
    switch node.collection {
    case .literal(let elements, _):
      if elements.allSatisfy(FetchRewriter.isValue), let isIn = FetchRewriter.membership(node) { return isIn }
      guard let each = FetchRewriter.substituted(node, elements) else { return nil }
      return node.kind == .any ? .or(each) : .and(each)
    case .parameter: return FetchRewriter.membership(node)
    case .flatMap(let source, let variable, let inner):
      let nested = QuantifiedIR(node.kind, node.variable, in: inner, node.predicate)
      return .quantified(QuantifiedIR(node.kind, variable, in: source, .quantified(nested)))
    case .path, .filter, .map, .distinct, .set, .mode: return nil
    }
  }

  /// Whether it is a literal other than nil.
  private static func isValue(_ expression: ExpressionIR) -> Bool {
    if case .literal(let value, _) = expression { !value.isNull } else { false }
  }

  /// The condition of a quantifier for each element of a list, where the element is compared and nothing is computed
  /// from it.
  private static func substituted(_ node: QuantifiedIR, _ elements: [ExpressionIR]) -> [PredicateIR]? {
    let element = ExpressionIR.path(PathIR(variable: node.variable.id, steps: [], type: node.variable.type))
    guard !node.predicate.operands.isEmpty else { return nil }
    let tests = elements.map { node.predicate.replacing(element, by: $0) }
    guard !tests.contains(where: { RowVariables($0).free.contains(node.variable.id) }) else { return nil }
    return tests
  }

  /// `ANY $list == x` as `x IN $list`, where no nil is asked for.
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

  /// Whether there is any, or none, where the store cannot count: `b.c.@count > 0`.
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

  /// Whether a collection goes through several relationships to many, or drops what is equal.
  private static func isUncountable(_ collection: CollectionIR) -> Bool {
    switch collection {
    case .path(let path): path.steps.count { $0.kind == .toMany } > 1
    case .filter(let source, _, _): isUncountable(source)
    case .distinct, .flatMap: true
    case .literal, .parameter, .map, .set, .mode: false
    }
  }
}
