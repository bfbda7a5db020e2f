import CDQIR

extension PredicateIR {
  /// The operands of a single test. They do not include those inside the predicate of a quantifier or a SUBQUERY, which
  /// differ for each element.
  var operands: [ExpressionIR] {
    switch self {
    case .comparison(let node): return [node.left, node.right]
    case .text(let node): return [node.text, node.pattern]
    case .between(let node): return [node.value, node.low, node.high]
    case .membership(let node):
      if case .literal(let elements, _) = node.collection { return [node.value] + elements }
      return [node.value]
    case .isNull(let value), .boolean(let value): return [value]
    case .constant, .and, .or, .not, .quantified, .whenPresent: return []
    }
  }

  /// The test with `new` in place of `old` in all its operands.
  func replacing(_ old: ExpressionIR, by new: ExpressionIR) -> PredicateIR {
    var replacement = OperandReplacement(old: old, new: new)
    return replacement.rewrite(self) ?? self
  }
}

/// A rewriter that replaces one expression among the operands of a test.
private struct OperandReplacement: IRRewriter {
  let old: ExpressionIR
  let new: ExpressionIR

  mutating func rewrite(_ predicate: PredicateIR) -> PredicateIR? {
    switch predicate {
    case .comparison, .text, .between, .membership, .isNull, .boolean: rewriteChildren(of: predicate)
    case .constant, .and, .or, .not, .quantified, .whenPresent: predicate
    }
  }

  mutating func rewrite(_ expression: ExpressionIR) -> ExpressionIR? {
    if expression == old { return new }
    switch expression {
    case .arithmetic, .function, .negate, .cast: return rewriteChildren(of: expression)
    case .literal, .parameter, .path, .aggregate, .groupAggregate, .element, .conditional: return expression
    }
  }

  mutating func rewrite(_ collection: CollectionIR) -> CollectionIR? {
    if case .literal = collection { rewriteChildren(of: collection) } else { collection }
  }
}

extension ExpressionIR {
  /// The number of expressions that this expression consists of.
  var size: Int {
    var count = 0
    var rest = [self]
    while let next = rest.popLast() {
      count += 1
      rest += next.operands
    }
    return count
  }

  /// The first expression for which `isWanted` is true, in preorder.
  func first(where isWanted: (ExpressionIR) -> Bool) -> ExpressionIR? {
    if isWanted(self) { return self }
    for operand in operands {
      if let found = operand.first(where: isWanted) { return found }
    }
    return nil
  }
}
