import CDQIR
package import Foundation

/// Decimal operations. They return nil where Foundation returns NaN, overflows or traps.
package enum DecimalMath {
  private typealias Operation = (
    UnsafeMutablePointer<Decimal>, UnsafePointer<Decimal>, UnsafePointer<Decimal>, Decimal.RoundingMode
  ) -> Decimal.CalculationError

  private static func apply(_ left: Decimal, _ right: Decimal, _ operation: Operation) -> Decimal? {
    if left.isNaN || right.isNaN { return nil }
    var result = Decimal()
    let status = withUnsafePointer(to: left) { left in
      withUnsafePointer(to: right) { right in operation(&result, left, right, .plain) }
    }
    switch status {
    case .noError, .lossOfPrecision: return result.isNaN ? nil : result
    // The result is too close to zero to be represented.
    case .underflow: return 0
    case .overflow, .divideByZero: return nil
    @unknown default: return nil
    }
  }

  /// The result of an arithmetic operation; nil when it cannot be computed, and for operators that decimals do not
  /// have.
  package static func apply(_ operation: ArithmeticIR.Operator, _ left: Decimal, _ right: Decimal) -> Decimal? {
    switch operation {
    case .add: add(left, right)
    case .subtract: subtract(left, right)
    case .multiply: multiply(left, right)
    case .divide: divide(left, right)
    case .modulus: remainder(left, right)
    case .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight: nil
    }
  }

  package static func add(_ left: Decimal, _ right: Decimal) -> Decimal? { apply(left, right, NSDecimalAdd) }
  package static func subtract(_ left: Decimal, _ right: Decimal) -> Decimal? { apply(left, right, NSDecimalSubtract) }
  package static func multiply(_ left: Decimal, _ right: Decimal) -> Decimal? { apply(left, right, NSDecimalMultiply) }

  package static func divide(_ left: Decimal, _ right: Decimal) -> Decimal? {
    right.isZero ? nil : apply(left, right, NSDecimalDivide)
  }

  /// The remainder of a truncating division, with the sign of `left`. Nil when the quotient has more digits than a
  /// decimal holds.
  package static func remainder(_ left: Decimal, _ right: Decimal) -> Decimal? {
    guard let quotient = divide(left, right) else { return nil }
    guard let whole = multiply(truncated(quotient), right), var rest = subtract(left, whole) else { return nil }
    // The quotient is rounded, so that it may be one unit too large.
    if !rest.isZero && rest.sign != left.sign {
      guard let corrected = right.sign == left.sign ? add(rest, right) : subtract(rest, right) else { return nil }
      rest = corrected
    }
    return abs(rest) < abs(right) ? rest : nil
  }

  /// The number rounded toward zero.
  package static func truncated(_ number: Decimal) -> Decimal {
    rounded(number, number.sign == .minus ? .up : .down)
  }

  /// The number rounded to an integer.
  package static func rounded(_ number: Decimal, _ mode: Decimal.RoundingMode) -> Decimal {
    if number.isNaN { return number }
    var source = number
    var result = Decimal()
    NSDecimalRound(&result, &source, 0, mode)
    return result
  }
}
