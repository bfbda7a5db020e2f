import CDQIR
import CDQValues
import Foundation

/// What `@range`, `@length` and `@matches` allow of one attribute, made ready once for all of its values.
package struct AttributeLimits: Sendable {
  private enum Test: Sendable {
    case range(Value, Value)
    case length(ClosedRange<Int>)
    case matches(RegexPattern)
  }

  private var tests: [(declared: Attribute.Constraint, test: Test)] = []

  /// nil for an attribute that may have every value of its type.
  package init?(_ attribute: Attribute) {
    for declared in attribute.constraints {
      switch declared {
      case .range(let low, let high): tests.append((declared, .range(low, high)))
      case .length(let low, let high):
        // A schema made by hand may have its bounds in the wrong order, which a range must not.
        let least = low ?? 0
        tests.append((declared, .length(least...max(least, high ?? .max))))
      case .matches(let pattern):
        // The checker has refused what is no regular expression.
        if let regex = try? RegexPattern(pattern) { tests.append((declared, .matches(regex))) }
      }
    }
    if tests.isEmpty { return nil }
  }

  /// The first limit that a value does not keep. nil, about which optionality decides, keeps all.
  package func broken(by value: Value) -> Attribute.Constraint? {
    if value.isNull { return nil }
    return tests.first { !AttributeLimits.keeps(value, $0.test) }?.declared
  }

  private static func keeps(_ value: Value, _ test: Test) -> Bool {
    switch (test, value) {
    case (.range(let low, let high), _):
      return (low.isNull || isInOrder(low, value)) && (high.isNull || isInOrder(value, high))
    case (.length(let allowed), .string(let text)): return allowed.contains(text.utf16.count)
    // What takes too long to be tested is not known to match.
    case (.matches(let pattern), .string(let text)): return pattern.matches(text) ?? false
    case (.length, _), (.matches, _): return true
    }
  }

  /// Whether one value is not above another of its type. NaN is in no order.
  private static func isInOrder(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.int(let left), .int(let right)): left <= right
    case (.double(let left), .double(let right)): left <= right
    case (.int(let left), .double(let right)): Double(left) <= right
    case (.double(let left), .int(let right)): left <= Double(right)
    case (.decimal(let left), .decimal(let right)): !left.isNaN && !right.isNaN && left <= right
    case (.date(let left), .date(let right)): left <= right
    case (.duration(let left), .duration(let right)): left <= right
    case (.null, _), (.bool, _), (.int, _), (.double, _), (.decimal, _), (.string, _), (.date, _), (.duration, _),
      (.data, _), (.uuid, _), (.url, _), (.object, _), (.list, _):
      false
    }
  }
}
