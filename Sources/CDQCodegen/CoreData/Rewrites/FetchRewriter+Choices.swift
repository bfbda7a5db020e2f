import CDQIR

extension PredicateIR {
  /// How many values of a test are chosen by a condition, or are sums, which are chosen by whether there is a value.
  var choices: Int {
    var count = 0
    var rest = operands
    while let next = rest.popLast() {
      switch next {
      case .conditional(let node):
        count += 1
        rest += [node.then, node.otherwise]
      case .aggregate(let node) where node.function == .sum: count += 1
      case .literal, .parameter, .path, .arithmetic, .negate, .function, .aggregate, .groupAggregate, .element, .cast:
        rest += next.operands
      }
    }
    return count
  }
}

extension FetchRewriter {
  /// `TERNARY(c, a, b) op x` as `(c AND a op x) OR (NOT c AND b op x)`, wherever the TERNARY stands among the values.
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

  /// The sum of no values is 0, and NULL in SQL: `@sum op x` as `(some value AND @sum op x) OR (no value AND 0 op x)`.
  /// A sum that is known to have values is written as that of those that are not nil, which is the same.
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

  /// The path whose values an expression sums up.
  private static func summed(_ expression: ExpressionIR) -> PathIR? {
    guard case .aggregate(let node) = expression, node.function == .sum, case .path(let path) = node.collection
    else { return nil }
    return path
  }

  /// The path of a sum as `sum(in:)` leaves it.
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

  /// A branch as the value that the choice gives; nil where that is a conversion the store does not have.
  private static func converted(_ branch: ExpressionIR, to type: ValueType) -> ExpressionIR? {
    if case .literal(.null, _) = branch { return branch }
    if branch.type.evaluated == type.evaluated { return branch }
    guard branch.type.isInteger, type.evaluated == .double else { return nil }
    if case .literal(.int(let number), _) = branch { return .literal(.double(Double(number)), .double) }
    return FetchRewriter.double(branch)
  }
}
