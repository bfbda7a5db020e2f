import CDQIR
import Foundation

/// A comparison of a column with a constant, expressed with a constant of the column's own type.
///
/// `population < 2.5` for an integer column becomes `population <= 2`, so that no value is rounded and an index can be
/// used.
enum ColumnBound {
  /// The comparison with another constant.
  case compare(ComparisonIR.Operator, Value)
  /// True for every value of the column that is not nil.
  case everyValue
  /// False for every value of the column.
  case noValue

  /// The comparison `column op constant`; neither is nil nor NaN.
  init(_ relation: ComparisonIR.Operator, _ constant: Value, family: SQLDialect.Family, _ dialect: SQLDialect) throws(SQLRefusal) {
    switch family {
    case .integer: self = ColumnBound.integer(relation, constant)
    case .real: self = ColumnBound.real(relation, constant)
    case .date where dialect.hasMicroseconds: self = try ColumnBound.instant(relation, constant)
    default: self = .compare(relation, constant)
    }
  }

  /// The comparison with the nearest value of the column, which is less or greater than the constant.
  private static func near(_ relation: ComparisonIR.Operator, _ value: Value, isBelow: Bool) -> ColumnBound {
    switch relation {
    case .equal: .noValue
    case .notEqual: .everyValue
    case .less, .lessOrEqual: .compare(isBelow ? .lessOrEqual : .less, value)
    case .greater, .greaterOrEqual: .compare(isBelow ? .greater : .greaterOrEqual, value)
    }
  }

  private static func integer(_ relation: ComparisonIR.Operator, _ constant: Value) -> ColumnBound {
    switch constant {
    case .double(let number), .duration(let number):
      if let exact = Int64(exactly: number) { return .compare(relation, .int(exact)) }
      if number >= 0x1p63 { return beyond(relation, isAbove: true) }
      if number < -0x1p63 { return beyond(relation, isAbove: false) }
      return near(relation, .int(Int64(number.rounded(.down))), isBelow: true)
    case .decimal(let number):
      if let exact = ExactNumber.int64(number) { return .compare(relation, .int(exact)) }
      if number > Decimal(Int64.max) { return beyond(relation, isAbove: true) }
      if number < Decimal(Int64.min) { return beyond(relation, isAbove: false) }
      var (source, floor) = (number, Decimal())
      NSDecimalRound(&floor, &source, 0, .down)
      guard let below = ExactNumber.int64(floor) else { return beyond(relation, isAbove: number > 0) }
      return near(relation, .int(below), isBelow: true)
    default: return .compare(relation, constant)
    }
  }

  private static func real(_ relation: ComparisonIR.Operator, _ constant: Value) -> ColumnBound {
    let nearest: Double
    let order: ComparisonResult?
    switch constant {
    case .int(let number):
      nearest = Double(number)
      order = ExactNumber.compare(number, nearest)
    case .decimal(let number):
      nearest = ExactNumber.nearestDouble(number)
      order = ExactNumber.compare(number, nearest)
    default: return .compare(relation, constant)
    }
    guard let order, order != .orderedSame else { return .compare(relation, .double(nearest)) }
    return near(relation, .double(nearest), isBelow: order == .orderedDescending)
  }

  private static func instant(_ relation: ComparisonIR.Operator, _ constant: Value) throws(SQLRefusal) -> ColumnBound {
    guard case .date(let date) = constant else { return .compare(relation, constant) }
    let nearest = try Microseconds(nearest: date).date
    if nearest == date { return .compare(relation, constant) }
    return near(relation, .date(nearest), isBelow: nearest < date)
  }

  /// The comparison with a constant that is greater, or less, than all values of the column.
  private static func beyond(_ relation: ComparisonIR.Operator, isAbove: Bool) -> ColumnBound {
    switch relation {
    case .equal: .noValue
    case .notEqual: .everyValue
    case .less, .lessOrEqual: isAbove ? .everyValue : .noValue
    case .greater, .greaterOrEqual: isAbove ? .noValue : .everyValue
    }
  }
}
