public import Foundation

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
  @inlinable package func holds(_ order: ComparisonResult?) -> Bool {
    let bit: UInt8 =
      switch order {
      case .orderedAscending?: 1
      case .orderedSame?: 2
      case .orderedDescending?: 4
      case nil: 8
      }
    return accepted & bit != 0
  }

  /// The orders between which the operator holds, each a bit as in `holds`. Engines ask it for each row.
  @inlinable package var accepted: UInt8 {
    switch self {
    case .equal: 2
    case .notEqual: 1 | 4 | 8
    case .less: 1
    case .lessOrEqual: 1 | 2
    case .greater: 4
    case .greaterOrEqual: 4 | 2
    }
  }
}
