// The text operators with their properties, which the checker, the planners and the generators use.

extension TextMatchIR {
  /// The text operators; the raw value is the spelling.
  public enum Operator: String, Hashable, Sendable, Codable, CaseIterable {
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case contains = "CONTAINS"
    /// `*` matches any run of Characters, `?` one Character, `\` escapes; the whole text has to match.
    case like = "LIKE"
    /// An ICU regular expression that the whole text has to match.
    case matches = "MATCHES"
  }
}

/// The part of a text in which a needle is looked for.
package enum TextPlace: Hashable, Sendable {
  case whole, prefix, suffix, anywhere
}

extension TextMatchIR.Operator {
  /// The kind of right operand that a text operator takes.
  package enum Pattern: Hashable, Sendable {
    /// A text that must be found at a place of the left operand; an empty one is found nowhere.
    case needle(TextPlace)
    /// A text in which `*` matches any run of characters and `?` any one character.
    case wildcards
    /// An ICU regular expression.
    case expression
  }

  /// The kind of right operand that this operator takes.
  package var pattern: Pattern {
    switch self {
    case .beginsWith: .needle(.prefix)
    case .endsWith: .needle(.suffix)
    case .contains: .needle(.anywhere)
    case .like: .wildcards
    case .matches: .expression
    }
  }

  /// The place where the operator looks for its right operand; nil for one that takes a pattern.
  package var place: TextPlace? {
    if case .needle(let place) = pattern { place } else { nil }
  }

  /// Whether the right operand is a needle, which cannot be malformed as a pattern can.
  package var hasNeedle: Bool { place != nil }

  /// The time that a test takes, in units of a comparison of two numbers.
  package var cost: Int {
    switch pattern {
    case .needle(.anywhere): 10
    case .needle: 5
    case .wildcards: 20
    case .expression: 60
    }
  }
}
