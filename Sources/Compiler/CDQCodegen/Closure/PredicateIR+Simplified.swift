import CDQIR

extension PredicateIR {
  /// The same predicate with constants folded: `TRUE AND p` becomes `p`, and `FALSE AND p` becomes `FALSE`.
  ///
  /// A constant stays next to a condition that may disappear with its parameter: the constant is then the whole
  /// predicate.
  var simplified: PredicateIR {
    switch self {
    case .and(let operands): return PredicateIR.joined(operands, isAnd: true)
    case .or(let operands): return PredicateIR.joined(operands, isAnd: false)
    case .not(let operand):
      let simple = operand.simplified
      if case .constant(let value) = simple { return .constant(!value) }
      return .not(simple)
    case .quantified(let node): return node.simplified
    case .whenPresent(let parameters, let predicate):
      return .whenPresent(parameters: parameters, predicate.simplified)
    default: return self
    }
  }

  private static func joined(_ operands: [PredicateIR], isAnd: Bool) -> PredicateIR {
    let simple = operands.map(\.simplified)
    if simple.contains(where: \.mayBeAbsent) {
      return simple.count == 1 ? simple[0] : isAnd ? .and(simple) : .or(simple)
    }
    if simple.contains(where: { $0.isConstant(!isAnd) }) { return .constant(!isAnd) }
    let left = simple.filter { !$0.isConstant(isAnd) }
    switch left.count {
    case 0: return .constant(isAnd)
    case 1: return left[0]
    default: return isAnd ? .and(left) : .or(left)
    }
  }

  private func isConstant(_ value: Bool) -> Bool {
    if case .constant(value) = self { true } else { false }
  }

  private var mayBeAbsent: Bool {
    if case .whenPresent = self { return true }
    return conditions.contains(where: \.mayBeAbsent)
  }
}

extension QuantifiedIR {
  fileprivate var simplified: PredicateIR {
    var node = self
    node.predicate = predicate.simplified
    // `ALL` with a constant TRUE is true for every collection, and `ANY` with FALSE is false. `ANY` with TRUE must
    // stay: it is false for an empty collection.
    if case .constant(let value) = node.predicate, value == (kind == .all) { return .constant(value) }
    return .quantified(node)
  }
}
