import CDQIR

extension PredicateIR {
  /// The same condition without constants inside, as far as they decide or do not matter.
  ///
  /// Beside a condition that may be absent a constant stays: it is what is left when the other goes.
  var simplified: PredicateIR {
    switch self {
    case .constant, .comparison, .text, .between, .membership, .isNull, .boolean: self
    case .and(let operands): PredicateIR.joined(operands, neutral: true) { .and($0) }
    case .or(let operands): PredicateIR.joined(operands, neutral: false) { .or($0) }
    case .not(let operand):
      if case .constant(let value) = operand.simplified { .constant(!value) } else { .not(operand.simplified) }
    case .quantified(let node): node.simplified
    case .whenPresent(let parameters, let predicate): .whenPresent(parameters: parameters, predicate.simplified)
    }
  }

  private static func joined(
    _ operands: [PredicateIR], neutral: Bool, _ make: ([PredicateIR]) -> PredicateIR
  ) -> PredicateIR {
    let simple = operands.map(\.simplified)
    if simple.contains(where: \.mayBeAbsent) { return simple.count == 1 ? simple[0] : make(simple) }
    if simple.contains(.constant(!neutral)) { return .constant(!neutral) }
    let left = simple.filter { $0 != .constant(neutral) }
    switch left.count {
    case 0: return .constant(neutral)
    case 1: return left[0]
    default: return make(left)
    }
  }

  private var mayBeAbsent: Bool {
    switch self {
    case .constant, .comparison, .text, .between, .membership, .isNull, .boolean: false
    case .and(let operands), .or(let operands): operands.contains(where: \.mayBeAbsent)
    case .not(let operand): operand.mayBeAbsent
    case .quantified(let node): node.predicate.mayBeAbsent
    case .whenPresent: true
    }
  }
}

extension QuantifiedIR {
  fileprivate var simplified: PredicateIR {
    var node = self
    node.predicate = predicate.simplified
    // ALL of anything is true when the condition always is; ANY of nothing is not.
    if case .constant(let value) = node.predicate, value == (kind == .all) { return .constant(value) }
    return .quantified(node)
  }
}
