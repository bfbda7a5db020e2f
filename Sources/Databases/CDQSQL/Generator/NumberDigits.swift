import CDQIR
import Foundation

/// The greatest numbers of digits that a number can have in front of the point and after it, as its type or its value shows.
struct NumberDigits: Hashable {
  var whole: Int
  var fraction: Int

  /// Whether a Decimal holds all such numbers.
  var isDecimal: Bool { whole >= 0 && fraction >= 0 && whole + fraction <= NumberDigits.most }

  /// The number of digits that a Decimal holds.
  private static let most = 38

  init(whole: Int, fraction: Int) {
    (self.whole, self.fraction) = (whole, fraction)
  }

  /// The digits of an operand; nil where neither its type nor its value shows them.
  init?(_ operand: SQLOperand) {
    if let digits = operand.digits {
      self = digits
      return
    }
    switch operand.constant {
    case .int(let number)?: self.init(whole: String(number.magnitude).count, fraction: 0)
    case .decimal(let number)?:
      if number.isNaN { return nil }
      let fraction = max(0, -number.exponent)
      self.init(whole: max(1, number.significand.description.count + number.exponent), fraction: fraction)
    case nil:
      guard let most = NumberDigits.integers[operand.type] else { return nil }
      self.init(whole: most, fraction: 0)
    default: return nil
    }
  }

  private static let integers: [ValueType: Int] = [.int16: 5, .int32: 10, .int64: 19]

  /// The digits of the result of an operation whose result has finitely many; nil for any other.
  func applying(_ operation: ArithmeticIR.Operator, _ other: NumberDigits?) -> NumberDigits? {
    guard let other else { return nil }
    switch operation {
    case .add, .subtract:
      return NumberDigits(whole: max(whole, other.whole) + 1, fraction: max(fraction, other.fraction))
    case .multiply: return NumberDigits(whole: whole + other.whole, fraction: fraction + other.fraction)
    case .divide, .modulus, .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight: return nil
    }
  }
}
