import CDQIR
package import Foundation

/// Decimal operations that give nil where Foundation gives NaN, overflows or traps.
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
    // Too small to be told from zero.
    case .underflow: return 0
    case .overflow, .divideByZero: return nil
    @unknown default: return nil
    }
  }

  /// `left operator right`. Nil where it cannot be computed, and for the operators that decimals have not.
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

  /// What is left of `left` after whole multiples of `right`, with the sign of `left`; nil when the quotient has too many
  /// digits to be known.
  package static func remainder(_ left: Decimal, _ right: Decimal) -> Decimal? {
    guard let quotient = divide(left, right) else { return nil }
    guard let whole = multiply(truncated(quotient), right), var rest = subtract(left, whole) else { return nil }
    // The quotient is rounded, so it may be a whole number that the true one does not reach.
    if !rest.isZero && rest.sign != left.sign {
      guard let corrected = right.sign == left.sign ? add(rest, right) : subtract(rest, right) else { return nil }
      rest = corrected
    }
    return abs(rest) < abs(right) ? rest : nil
  }

  /// Toward zero.
  package static func truncated(_ number: Decimal) -> Decimal {
    rounded(number, number.sign == .minus ? .up : .down)
  }

  /// To a whole number.
  package static func rounded(_ number: Decimal, _ mode: Decimal.RoundingMode) -> Decimal {
    if number.isNaN { return number }
    var source = number
    var result = Decimal()
    NSDecimalRound(&result, &source, 0, mode)
    return result
  }
}
