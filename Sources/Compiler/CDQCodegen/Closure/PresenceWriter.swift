import CDQIR

/// A writer of code for conditions that disappear when optional parameters are nil. The code tests the parameters
/// first: `if name != nil { … }`.
protocol PresenceWriter {
  /// The names of the parameters inside the function.
  var parameterNames: [String] { get }

  /// The name of a Bool variable before the loop or the request; equal values share one variable.
  mutating func presenceVariable(_ value: SwiftExpression) -> SwiftExpression
}

extension PresenceWriter {
  /// The Swift expression for whether the condition is present; nil for a condition that always is.
  mutating func presence(of predicate: PredicateIR) -> SwiftExpression? {
    guard predicate.isOmittable else { return nil }
    return whenGiven(predicate)
  }

  private mutating func whenGiven(_ predicate: PredicateIR) -> SwiftExpression? {
    let inner = predicate.conditions.compactMap { whenGiven($0) }
    guard case .whenPresent(let parameters, _) = predicate else { return joined(inner, "||") }
    return joined(parameters.map { .binary(.name(parameterNames[$0]), "!=", .null) } + inner, "&&")
  }

  /// Joins conditions by one operator. Long expressions are split into variables, so that the code repeats no nested
  /// condition and swiftc has short expressions to check.
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
  /// Whether the condition disappears when some parameters are nil.
  fileprivate var isOmittable: Bool {
    if case .whenPresent = self { return true }
    return !conditions.isEmpty && conditions.allSatisfy(\.isOmittable)
  }
}

extension SwiftExpression {
  /// The number of conditions that `&&` and `||` join in the expression.
  fileprivate var logicalTerms: Int {
    if case .binary(let left, let symbol, let right) = self, symbol == "||" || symbol == "&&" {
      left.logicalTerms + right.logicalTerms
    } else {
      1
    }
  }
}
