public import CDQIR
public import Foundation

/// The language's decimal arithmetic for generated code: exact up to 38 digits, and nil instead of an error.
public enum CDQDecimal {
  /// The result of an arithmetic operation; nil for a division by zero, an overflow, and for operations that decimals
  /// do not have, such as `**`.
  public static func calculate(_ left: Decimal, _ operation: ArithmeticIR.Operator, _ right: Decimal) -> Decimal? {
    DecimalMath.apply(operation, left, right)
  }

  /// The result of `abs`, `ceiling`, `floor` or `trunc`. Any other function returns the number itself.
  public static func rounded(_ number: Decimal, _ function: FunctionIR.Function) -> Decimal {
    if case .number(let function) = function.body { function.decimal(number) } else { number }
  }
}
