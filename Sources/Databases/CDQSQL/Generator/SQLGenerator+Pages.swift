import CDQIR

// The rows of a page after the last row of another one are those with `a > x OR a = x AND b > y`. Databases look at each
// part of OR for itself, and then read all rows in their order up to the page. With the bound `a >= x`, which follows
// from every part, an index on `a` starts at the page.
extension SQLGenerator {
  /// A disjunction together with a bound of a column that all of its operands imply, if there is one.
  func bounded(_ condition: SQLCondition, by operands: [PredicateIR]) throws(SQLRefusal) -> SQLCondition {
    guard condition.constant == nil, condition.presence == nil, let bound = SQLGenerator.commonBound(of: operands) else {
      return condition
    }
    // Where both values may be nil, the bound is a longer condition, which no index serves.
    let (left, right) = (try value(bound.left), try value(bound.right))
    if left.isOptional, right.isOptional { return condition }
    let test = predicate(.comparison(bound))
    guard test.isExact, test.constant == nil, test.presence == nil else { return condition }
    return .joined([test, condition], isAnd: true)
  }

  private static func commonBound(of operands: [PredicateIR]) -> ComparisonIR? {
    guard let first = operands.first else { return nil }
    let rest = operands.dropFirst().map(comparisons)
    for start in comparisons(in: first) {
      let same = rest.map { list in
        list.filter { $0.left == start.left && $0.right == start.right && $0.options == start.options }.map(\.operator)
      }
      for (strict, weak) in [(ComparisonIR.Operator.greater, .greaterOrEqual), (.less, .lessOrEqual)] as [Direction] {
        let implying = [strict, weak, .equal]
        guard implying.contains(start.operator), same.allSatisfy({ $0.contains(where: implying.contains) }),
          start.operator == strict || same.contains(where: { $0.contains(strict) })
        else { continue }
        return ComparisonIR(weak, start.left, start.right, options: start.options)
      }
    }
    return nil
  }

  private typealias Direction = (strict: ComparisonIR.Operator, weak: ComparisonIR.Operator)

  /// The comparisons of a path that hold where a condition does, with the path on the left.
  private static func comparisons(in predicate: PredicateIR) -> [ComparisonIR] {
    switch predicate {
    case .comparison(let node):
      if case .path = node.left { return [node] }
      guard case .path = node.right else { return [] }
      return [ComparisonIR(node.operator.mirrored, node.right, node.left, options: node.options)]
    case .and(let operands): return operands.flatMap(comparisons)
    default: return []
    }
  }
}
