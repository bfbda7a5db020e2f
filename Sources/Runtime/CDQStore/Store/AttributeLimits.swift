import CDQIR
import CDQValues
import Foundation

/// The `@range`, `@length` and `@matches` limits of one attribute, prepared once for all of its values.
package struct AttributeLimits: Sendable {
  private enum Test: Sendable {
    case range(Value, Value)
    case length(ClosedRange<Int>)
    case matches(RegexPattern)
  }

  private var tests: [(declared: Attribute.Constraint, test: Test)] = []

  /// Nil for an attribute without limits.
  package init?(_ attribute: Attribute) {
    for declared in attribute.constraints {
      switch declared {
      case .range(let low, let high): tests.append((declared, .range(low, high)))
      case .length(let low, let high):
        // Bounds in the wrong order, which a hand-made schema may have, would trap in a `ClosedRange`.
        let least = low ?? 0
        tests.append((declared, .length(least...max(least, high ?? .max))))
      case .matches(let pattern):
        // The schema checker has reported a malformed regular expression already, so that it is skipped here.
        if let regex = try? RegexPattern(pattern) { tests.append((declared, .matches(regex))) }
      }
    }
    if tests.isEmpty { return nil }
  }

  /// The first limit that a value breaks; nil when there is none. The value nil breaks no limit, since optionality
  /// decides about it.
  package func broken(by value: Value) -> Attribute.Constraint? {
    if value.isNull { return nil }
    return tests.first { !AttributeLimits.keeps(value, $0.test) }?.declared
  }

  private static func keeps(_ value: Value, _ test: Test) -> Bool {
    switch (test, value) {
    case (.range(let low, let high), _):
      return (low.isNull || isInOrder(low, value)) && (high.isNull || isInOrder(value, high))
    case (.length(let allowed), .string(let text)): return allowed.contains(text.utf16.count)
    // A match that takes too long or too much memory counts as failed.
    case (.matches(let pattern), .string(let text)): return pattern.matches(text) ?? false
    case (.length, _), (.matches, _): return true
    }
  }

  /// Whether `left <= right`; integers and doubles compare with each other. False for NaN and for types without a
  /// range.
  private static func isInOrder(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.int(let left), .int(let right)): left <= right
    case (.int(let left), .double(let right)): Double(left) <= right
    case (.double(let left), .int(let right)): left <= Double(right)
    case (.decimal(let left), .decimal(let right)): !left.isNaN && !right.isNaN && left <= right
    default:
      if left.kind == right.kind, let left = left.number, let right = right.number { left <= right } else { false }
    }
  }
}
