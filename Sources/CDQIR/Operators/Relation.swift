package import Foundation

// Properties of the six comparison operators, which the checker, the planners and the generators use.

extension ComparisonIR.Operator {
  /// Whether this is `==` or `!=`, which also compare values without an order, such as UUIDs.
  package var isEquality: Bool { self == .equal || self == .notEqual }

  /// Whether the operator holds between equal values, and so between nil and nil.
  package var holdsForEqual: Bool { self == .equal || self == .lessOrEqual || self == .greaterOrEqual }

  /// Whether the operator holds between nil and a value.
  package var holdsForOneNil: Bool { self == .notEqual }

  /// The operator that gives the same result with exchanged operands: `<` for `>`.
  package var mirrored: ComparisonIR.Operator {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The operator that holds exactly where this one does not, between values that are neither nil nor NaN: `<` for
  /// `>=`.
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

  /// Whether the operator holds between two values with the given order.
  ///
  /// - Parameter order: how the left value compares with the right one; nil when one of them is NaN.
  package func holds(_ order: ComparisonResult?) -> Bool {
    switch order {
    case nil: self == .notEqual
    case .orderedSame?: holdsForEqual
    case .orderedAscending?: self == .notEqual || self == .less || self == .lessOrEqual
    case .orderedDescending?: self == .notEqual || self == .greater || self == .greaterOrEqual
    }
  }
}
