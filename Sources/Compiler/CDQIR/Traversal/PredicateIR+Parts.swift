// The parts of a condition, for code whose rule is the same for all kinds of nodes but a few. Such code handles those few
// and ends with `default`, so that a new kind of node needs no line there.

extension PredicateIR {
  /// The conditions that this one consists of: the operands of AND, OR and NOT, what an omittable parameter guards, and
  /// the condition of a quantifier on its elements. None for a single test.
  package var conditions: [PredicateIR] {
    switch self {
    case .and(let operands), .or(let operands): operands
    case .not(let operand), .whenPresent(_, let operand): [operand]
    case .quantified(let node): [node.predicate]
    default: []
    }
  }

  /// The values that a single test compares, those of a list included: `a`, `b` and `c` for `a BETWEEN {b, c}`. None for
  /// a combination of conditions and for a quantifier, whose values differ for each element.
  package var operands: [ExpressionIR] {
    if case .quantified = self { return [] }
    var operands: [ExpressionIR] = []
    for part in IRNode.predicate(self).children {
      switch part {
      case .expression(let value): operands.append(value)
      case .collection(.literal(let elements, _)): operands += elements
      case .collection, .predicate: break
      }
    }
    return operands
  }
}

extension ExpressionIR {
  /// The direct operands of a calculation, which are evaluated for the same object: `a` and `b * 2` for `a + b * 2`. None
  /// for a value that is computed from a collection, or chosen by a condition.
  package var operands: [ExpressionIR] {
    switch self {
    case .arithmetic(let node): node.operands
    case .function(let node): node.arguments
    case .negate(let operand), .cast(let operand, _): [operand]
    default: []
    }
  }
}
