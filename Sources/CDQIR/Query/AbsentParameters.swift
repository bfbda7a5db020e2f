extension PredicateIR {
  /// The condition that is left when the omittable parameters in `absent` are not given (`LANGUAGE.md` §2): a condition
  /// that uses one disappears from its AND or OR, and so does a NOT, quantifier or group left empty.
  ///
  /// - Returns: nil when nothing is left, which means "all objects" at the top.
  public func removing(absent: Set<Int>) -> PredicateIR? {
    switch self {
    case .constant, .comparison, .text, .between, .membership, .isNull, .boolean:
      return self
    case .and(let operands):
      return PredicateIR.joined(operands, absent) { .and($0) }
    case .or(let operands):
      return PredicateIR.joined(operands, absent) { .or($0) }
    case .not(let operand):
      return operand.removing(absent: absent).map { .not($0) }
    case .quantified(var node):
      guard let predicate = node.predicate.removing(absent: absent) else { return nil }
      node.predicate = predicate
      return .quantified(node)
    case .whenPresent(let parameters, let predicate):
      return absent.isDisjoint(with: parameters) ? predicate.removing(absent: absent) : nil
    }
  }

  private static func joined(
    _ operands: [PredicateIR], _ absent: Set<Int>, _ make: ([PredicateIR]) -> PredicateIR
  ) -> PredicateIR? {
    let left = operands.compactMap { $0.removing(absent: absent) }
    switch left.count {
    case 0: return operands.isEmpty ? make([]) : nil
    case 1: return left[0]
    default: return make(left)
    }
  }
}
