public import CDQIR
public import Foundation

/// Exact comparisons of numbers of different types, for generated code. By the language's rules for nil, `==`, `<=` and
/// `>=` hold between nil and nil, and only `!=` holds between nil and a number. NaN satisfies only `!=`.
public enum CDQNumber {
  /// Whether a relation holds between an integer and a double.
  public static func holds(_ left: Int64?, _ relation: ComparisonIR.Operator, _ right: Double?) -> Bool {
    holds(left, relation, right) { ExactNumber.compare($0, $1) }
  }

  /// Whether a relation holds between a double and an integer.
  public static func holds(_ left: Double?, _ relation: ComparisonIR.Operator, _ right: Int64?) -> Bool {
    holds(left, relation, right) { ExactNumber.compare($1, $0)?.reversed }
  }

  /// Whether a relation holds between a decimal and a double.
  public static func holds(_ left: Decimal?, _ relation: ComparisonIR.Operator, _ right: Double?) -> Bool {
    holds(left, relation, right) { ExactNumber.compare($0, $1) }
  }

  /// Whether a relation holds between a double and a decimal.
  public static func holds(_ left: Double?, _ relation: ComparisonIR.Operator, _ right: Decimal?) -> Bool {
    holds(left, relation, right) { ExactNumber.compare($1, $0)?.reversed }
  }

  /// Whether a relation holds between an integer and a decimal.
  public static func holds(_ left: Int64?, _ relation: ComparisonIR.Operator, _ right: Decimal?) -> Bool {
    holds(left, relation, right) { compare(Decimal($0), $1) }
  }

  /// Whether a relation holds between a decimal and an integer.
  public static func holds(_ left: Decimal?, _ relation: ComparisonIR.Operator, _ right: Int64?) -> Bool {
    holds(left, relation, right) { compare($0, Decimal($1)) }
  }

  private static func compare(_ left: Decimal, _ right: Decimal) -> ComparisonResult? {
    if left.isNaN || right.isNaN { return nil }
    return left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
  }

  private static func holds<Left, Right>(
    _ left: Left?, _ relation: ComparisonIR.Operator, _ right: Right?, _ compare: (Left, Right) -> ComparisonResult?
  ) -> Bool {
    guard let left, let right else {
      return left == nil && right == nil ? relation.holdsForEqual : relation.holdsForOneNil
    }
    return relation.holds(compare(left, right))
  }
}
