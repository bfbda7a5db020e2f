import CDQIR

extension PredicateIR {
  /// The number of TERNARYs and sums in a test. A rewrite doubles the test for each, as a sum without values is 0 and
  /// not NULL.
  var choices: Int {
    var count = 0
    var rest = operands
    while let next = rest.popLast() {
      switch next {
      case .conditional(let node):
        count += 1
        rest += [node.then, node.otherwise]
      case .aggregate(let node) where node.function == .sum: count += 1
      default:
        rest += next.operands
      }
    }
    return count
  }
}

extension FetchRewriter {
  /// Replaces `TERNARY(c, a, b) op x` by `(c AND a op x) OR (NOT c AND b op x)`; the TERNARY may be part of an operand.
  mutating func choice(in test: PredicateIR) -> PredicateIR? {
    for operand in test.operands where !operand.isRowFree {
      guard
        let found = operand.first(where: { if case .conditional = $0 { !$0.isRowFree } else { false } }),
        case .conditional(let node) = found, let then = FetchRewriter.converted(node.then, to: node.type),
        let otherwise = FetchRewriter.converted(node.otherwise, to: node.type)
      else { continue }
      if !mayDouble() { return nil }
      return FetchRewriter.either(
        node.condition, test.replacing(found, by: then), test.replacing(found, by: otherwise))
    }
    return nil
  }

  /// Replaces `@sum op x` by `(some value AND @sum op x) OR (no value AND 0 op x)`, because a sum of no values is 0 in
  /// the language and NULL in SQL. The sum in the result is one of the values that are not nil, which `summedValues`
  /// recognizes.
  mutating func sum(in test: PredicateIR) -> PredicateIR? {
    for operand in test.operands {
      guard let found = operand.first(where: { FetchRewriter.summed($0) != nil }),
        let path = FetchRewriter.summed(found), let zero = FetchRewriter.zero(found.type)
      else { continue }
      if !mayDouble() { return nil }
      let variable = makeVariable(path.type.base)
      let element = ExpressionIR.path(PathIR(variable: variable.id, steps: [], type: variable.type))
      let hasValues = PredicateIR.quantified(QuantifiedIR(.any, variable, in: .path(path), .not(.isNull(element))))
      let values = CollectionIR.filter(.path(path), variable, .not(.isNull(element)))
      let sum = ExpressionIR.aggregate(AggregateIR(.sum, values, type: found.type))
      return FetchRewriter.either(hasValues, test.replacing(found, by: sum), test.replacing(found, by: zero))
    }
    return nil
  }

  /// The path of a sum that the rule applies to.
  private static func summed(_ expression: ExpressionIR) -> PathIR? {
    guard case .aggregate(let node) = expression, node.function == .sum, case .path(let path) = node.collection
    else { return nil }
    return path
  }

  /// The path of a sum that `sum(in:)` has rewritten.
  static func summedValues(_ node: AggregateIR) -> PathIR? {
    guard node.function == .sum,
      case .filter(.path(let path), let variable, .not(.isNull(.path(let element)))) = node.collection,
      element.variable == variable.id, element.steps.isEmpty
    else { return nil }
    return path
  }

  private static func either(_ condition: PredicateIR, _ then: PredicateIR, _ otherwise: PredicateIR) -> PredicateIR {
    .or([.and([condition, then]), .and([.not(condition), otherwise])])
  }

  /// A branch of a TERNARY, converted to the type of the TERNARY; nil where the store has no such conversion.
  private static func converted(_ branch: ExpressionIR, to type: ValueType) -> ExpressionIR? {
    if case .literal(.null, _) = branch { return branch }
    if branch.type.evaluated == type.evaluated { return branch }
    guard branch.type.isInteger, type.evaluated == .double else { return nil }
    if case .literal(.int(let number), _) = branch { return .literal(.double(Double(number)), .double) }
    return FetchRewriter.double(branch)
  }
}
