// The properties of the text operators, which checker, planners and generators ask.

/// A place in a text at which another one is looked for.
package enum TextPlace: Hashable, Sendable {
  case whole, prefix, suffix, anywhere
}

extension TextMatchIR.Operator {
  /// What stands on the right of a text operator.
  package enum Pattern: Hashable, Sendable {
    /// A text that is looked for at a place; an empty one is found nowhere.
    case needle(TextPlace)
    /// A text in which `*` and `?` stand for others.
    case wildcards
    /// A regular expression.
    case expression
  }

  /// What stands on the right.
  package var pattern: Pattern {
    switch self {
    case .beginsWith: .needle(.prefix)
    case .endsWith: .needle(.suffix)
    case .contains: .needle(.anywhere)
    case .like: .wildcards
    case .matches: .expression
    }
  }

  /// Whether the right side is a text to be looked for, which cannot be malformed as a pattern can.
  package var hasNeedle: Bool {
    if case .needle = pattern { true } else { false }
  }

  /// How long a test takes, in comparisons of numbers.
  package var cost: Int {
    switch pattern {
    case .needle(.anywhere): 10
    case .needle: 5
    case .wildcards: 20
    case .expression: 60
    }
  }
}
