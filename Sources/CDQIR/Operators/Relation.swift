package import Foundation

// The properties of the six relations, which checker, planners and generators ask.

extension ComparisonIR.Operator {
  /// Whether it is `==` or `!=`, which values without an order have too.
  package var isEquality: Bool { self == .equal || self == .notEqual }

  /// Whether it holds between equal values, and so between nil and nil.
  package var holdsForEqual: Bool { self == .equal || self == .lessOrEqual || self == .greaterOrEqual }

  /// Whether it holds between nil and a value.
  package var holdsForOneNil: Bool { self == .notEqual }

  /// The relation that says the same of the exchanged sides: `<` for `>`.
  package var mirrored: ComparisonIR.Operator {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The relation that holds where this one does not, between values that are neither nil nor NaN: `<` for `>=`.
  package var negated: ComparisonIR.Operator {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// Whether it holds between values of this order.
  ///
  /// - Parameter order: How the left value compares with the right one; nil when one of them is NaN.
  package func holds(_ order: ComparisonResult?) -> Bool {
    switch order {
    case nil: self == .notEqual
    case .orderedSame?: holdsForEqual
    case .orderedAscending?: self == .notEqual || self == .less || self == .lessOrEqual
    case .orderedDescending?: self == .notEqual || self == .greater || self == .greaterOrEqual
    }
  }
}
