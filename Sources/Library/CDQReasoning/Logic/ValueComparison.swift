import CDQIR
import CDQValues
import Foundation

/// Comparisons of constants by the language's rules.
enum ValueComparison {
  /// Whether the values of a kind have an order that `<` compares, as opposed to equality only.
  static func isOrdered(_ value: Value) -> Bool {
    switch value {
    case .int, .double, .decimal, .string, .date, .duration: true
    case .null, .bool, .data, .uuid, .url, .object, .list: false
    }
  }

  /// The order of two constants as a bit of `ComparisonIR.Operator.accepted`; nil when they cannot be compared, one is
  /// nil, or one is NaN. Values without an order that differ are 1 and 4 at once.
  static func order(_ left: Value, _ right: Value, _ options: TextOptions = []) -> UInt8? {
    if let result = ordered(left, right, options) {
      return result == .orderedSame ? 2 : result == .orderedAscending ? 1 : 4
    }
    if isOrdered(left) || isOrdered(right) || left.isNull || right.isNull { return nil }
    guard left.kind == right.kind else { return nil }
    return left == right ? 2 : 5
  }

  private static func ordered(_ left: Value, _ right: Value, _ options: TextOptions) -> ComparisonResult? {
    switch (left, right) {
    case (.int(let left), .int(let right)): return Int64.order(left, right)
    case (.int(let left), .double(let right)): return ExactNumber.compare(left, right)
    case (.double(let left), .int(let right)): return ExactNumber.compare(right, left).map { reversed($0) }
    case (.double(let left), .double(let right)): return left.isNaN || right.isNaN ? nil : Double.order(left, right)
    case (.decimal(let left), .decimal(let right)): return compare(left, right)
    case (.int(let left), .decimal(let right)): return compare(Decimal(left), right)
    case (.decimal(let left), .int(let right)): return compare(left, Decimal(right))
    case (.decimal(let left), .double(let right)): return ExactNumber.compare(left, right)
    case (.double(let left), .decimal(let right)): return ExactNumber.compare(right, left).map { reversed($0) }
    case (.string(let left), .string(let right)):
      return options.contains(.localeSensitive) ? nil : TextOrder.compare(left, right, options, Locale(identifier: ""))
    case (.date, .date), (.duration, .duration):
      guard let left = left.number, let right = right.number, !left.isNaN, !right.isNaN else { return nil }
      return Double.order(left, right)
    default: return nil
    }
  }

  private static func compare(_ left: Decimal, _ right: Decimal) -> ComparisonResult? {
    left.isNaN || right.isNaN ? nil : Decimal.order(left, right)
  }

  private static func reversed(_ result: ComparisonResult) -> ComparisonResult {
    switch result {
    case .orderedAscending: .orderedDescending
    case .orderedSame: .orderedSame
    case .orderedDescending: .orderedAscending
    }
  }

  /// Whether two constants are equal.
  static func isEqual(_ left: Value, _ right: Value, _ options: TextOptions = []) -> Bool {
    order(left, right, options) == 2
  }

  /// Whether a text matches a pattern; nil when the pattern is malformed or takes too long.
  static func matches(
    _ text: String, _ operation: TextMatchIR.Operator, _ pattern: String, _ options: TextOptions
  ) -> Bool? {
    let locale = Locale(identifier: "")
    switch operation.pattern {
    case .needle(let place): return TextNeedle(pattern, options, locale: locale).isFound(in: text, at: place)
    case .wildcards: return (try? LikePattern(pattern, options, locale: locale)).map { CDQText.like(text, $0) }
    case .expression:
      guard let expression = try? RegexPattern(pattern, options) else { return nil }
      return try? CDQText.matches(text, expression)
    }
  }
}
