import CDQIR

extension PredicateIR {
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
    // What is inside another condition may belong to another element.
    predicate.conditions.isEmpty ? rewriteChildren(of: predicate) : predicate
  }

  mutating func rewrite(_ expression: ExpressionIR) -> ExpressionIR? {
    if expression == old { return new }
    return expression.operands.isEmpty ? expression : rewriteChildren(of: expression)
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
