public import CDQIR
public import Foundation

/// Decimal arithmetic for generated code, by the rules of the language: exact where 38 digits are enough, nil where there
/// is no result.
public enum CDQDecimal {
  /// `left operation right`; nil for a division by zero, an overflow and operations that decimals do not have.
  public static func calculate(_ left: Decimal, _ operation: ArithmeticIR.Operator, _ right: Decimal) -> Decimal? {
    DecimalMath.apply(operation, left, right)
  }

  /// `abs`, `ceiling`, `floor` or `trunc` of a number; any other function gives the number itself.
  public static func rounded(_ number: Decimal, _ function: FunctionIR.Function) -> Decimal {
    if case .number(let function) = function.body { function.decimal(number) } else { number }
  }
}
