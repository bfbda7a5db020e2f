import CDQIR
import CDQSQL
import CDQValues
import Foundation

extension SQLiteFunctions {
  /// The functions of Decimal numbers, which SQLite holds as texts of digits.
  static func decimals() -> [(String, Int32, Body)] {
    let operations: [(String, ArithmeticIR.Operator)] = [
      ("add", .add), ("subtract", .subtract), ("multiply", .multiply), ("divide", .divide), ("modulus", .modulus),
    ]
    let functions: [(String, (Decimal) -> Decimal)] = [
      ("abs", { abs($0) }), ("ceiling", { DecimalMath.rounded($0, .up) }), ("floor", { DecimalMath.rounded($0, .down) }),
      ("trunc", { DecimalMath.truncated($0) }),
    ]
    return operations.map { name, operation in
      (
        "cdq_decimal_\(name)", 2,
        { arguments in
          guard let left = decimal(arguments[0]), let right = decimal(arguments[1]) else { return .null }
          return DecimalMath.apply(operation, left, right).map { .text($0.description) } ?? .null
        }
      )
    }
      + functions.map { name, function in
        ("cdq_decimal_\(name)", 1, { decimal($0[0]).map { .text(function($0).description) } ?? .null })
      }
  }

  /// The number of a text of digits; nil for NULL.
  static func decimal(_ datum: SQLDatum) -> Decimal? {
    if case .text(let text) = datum { DecimalText.decimal(from: text) } else { nil }
  }
}

/// A sum of Decimal numbers in any order. In memory they are added in the order of the rows, with 38 digits; where no order
/// needs more, all orders give the same sum.
struct DecimalSum {
  /// The sum; nil where it is beyond the range of Decimal.
  private(set) var total: Decimal? = 0
  private(set) var count = 0
  /// The sum of the numbers without their signs, and the greatest number of digits after the point.
  private var magnitude = Decimal(0)
  private var fraction = 0

  mutating func add(_ number: Decimal) {
    count += 1
    total = total.flatMap { DecimalMath.add($0, number) }
    fraction = max(fraction, -number.exponent)
    magnitude = DecimalMath.add(magnitude, abs(number)) ?? magnitude
  }

  /// The arithmetic mean; nil without numbers.
  var average: Decimal? { total.flatMap { DecimalMath.divide($0, Decimal(count)) } }

  /// Whether the sum is that of each order.
  var isExact: Bool {
    guard total != nil else { return true }
    var whole = DecimalMath.truncated(magnitude)
    NSDecimalCompact(&whole)
    let digits = whole.isZero ? 0 : whole.significand.description.count + whole.exponent
    return digits + fraction <= 38
  }
}
