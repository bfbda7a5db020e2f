extension PredicateIR {
  /// The condition without the parts that use an omittable parameter in `absent`. Such a part disappears from its AND
  /// or OR, and so does a NOT, quantifier or group in which nothing is left. When all conditions of a SUBQUERY
  /// disappear, the comparison with the SUBQUERY disappears too.
  ///
  /// For `name CONTAINS $part? AND altitude > $low?` without `$part` it returns `altitude > $low?`.
  ///
  /// - Parameter absent: indexes of the parameters that the caller omits.
  /// - Returns: nil when nothing is left, which at the top means that every object matches.
  public func removing(absent: Set<Int>) -> PredicateIR? {
    if absent.isEmpty { return self }
    var removal = ParameterRemoval(absent: absent, isFinal: true)
    return removal.rewrite(self)
  }

  /// The same, where a caller may still omit the other parameters.
  func removing(absentForNow absent: Set<Int>) -> PredicateIR? {
    if absent.isEmpty { return self }
    var removal = ParameterRemoval(absent: absent, isFinal: false)
    return removal.rewrite(self)
  }
}

/// Removes the conditions that use absent parameters.
private struct ParameterRemoval: IRRewriter {
  let absent: Set<Int>
  /// Whether all other parameters are present.
  let isFinal: Bool

  mutating func rewrite(_ predicate: PredicateIR) -> PredicateIR? {
    switch predicate {
    case .and(let operands): return joined(operands) { .and($0) }
    case .or(let operands): return joined(operands) { .or($0) }
    case .whenPresent(let parameters, let operand):
      if !absent.isDisjoint(with: parameters) { return nil }
      return rewrite(operand).map { isFinal ? $0 : .whenPresent(parameters: parameters, $0) }
    default:
      return rewriteChildren(of: predicate)
    }
  }

  private mutating func joined(_ operands: [PredicateIR], _ make: ([PredicateIR]) -> PredicateIR) -> PredicateIR? {
    var left: [PredicateIR] = []
    for operand in operands {
      if let rewritten = rewrite(operand) { left.append(rewritten) }
    }
    switch left.count {
    case 0: return operands.isEmpty ? make([]) : nil
    case 1: return left[0]
    default: return make(left)
    }
  }
}
