import CDQIR

/// A writer of code that asks whether the parameters are given without which a condition disappears.
protocol PresenceWriter {
  /// What the parameters are called inside the function.
  var parameterNames: [String] { get }

  /// A variable before the loop or the request that holds a Bool; the same one for the same value.
  mutating func presenceVariable(_ value: SwiftExpression) -> SwiftExpression
}

extension PresenceWriter {
  /// When the condition is there at all: nil for always.
  mutating func presence(of predicate: PredicateIR) -> SwiftExpression? {
    guard predicate.isOmittable else { return nil }
    return whenGiven(predicate)
  }

  private mutating func whenGiven(_ predicate: PredicateIR) -> SwiftExpression? {
    switch predicate {
    case .constant, .comparison, .text, .between, .membership, .isNull, .boolean: return nil
    case .and(let operands), .or(let operands): return joined(operands.compactMap { whenGiven($0) }, "||")
    case .not(let operand): return whenGiven(operand)
    case .quantified(let node): return whenGiven(node.predicate)
    case .whenPresent(let parameters, let inner):
      let own = parameters.map { SwiftExpression.binary(.name(parameterNames[$0]), "!=", .null) }
      return joined(own + [whenGiven(inner)].compactMap(\.self), "&&")
    }
  }

  /// Conditions joined by one operator. Where they are many, variables hold some of them together: a condition inside of
  /// others is then written once, and swiftc has short expressions to check.
  private mutating func joined(_ conditions: [SwiftExpression], _ symbol: String) -> SwiftExpression? {
    let most = 8
    var seen: Set<SwiftExpression> = []
    var parts = conditions.filter { seen.insert($0).inserted }
    if parts.reduce(0, { $0 + $1.logicalTerms }) > most {
      parts = parts.map { $0.logicalTerms > 1 ? presenceVariable($0) : $0 }
    }
    guard var result = parts.first else { return nil }
    var terms = result.logicalTerms
    for part in parts.dropFirst() {
      if terms >= most {
        result = presenceVariable(result)
        terms = 1
      }
      result = .binary(result, symbol, part)
      terms += part.logicalTerms
    }
    return result
  }
}

extension PredicateIR {
  /// Whether the condition disappears when some parameters are not given.
  fileprivate var isOmittable: Bool {
    switch self {
    case .constant, .comparison, .text, .between, .membership, .isNull, .boolean: false
    case .and(let operands), .or(let operands): !operands.isEmpty && operands.allSatisfy(\.isOmittable)
    case .not(let operand): operand.isOmittable
    case .quantified(let node): node.predicate.isOmittable
    case .whenPresent: true
    }
  }
}

extension SwiftExpression {
  /// How many conditions `&&` and `||` join in it.
  fileprivate var logicalTerms: Int {
    if case .binary(let left, let symbol, let right) = self, symbol == "||" || symbol == "&&" {
      left.logicalTerms + right.logicalTerms
    } else {
      1
    }
  }
}
