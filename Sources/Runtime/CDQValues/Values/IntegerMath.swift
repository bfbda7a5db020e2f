import CDQIR
import Foundation

/// Integer operations. They return nil where Swift's operators trap.
package enum IntegerMath {
  /// The result of an arithmetic operation. Nil on overflow, division by zero or a shift outside 0...63, and for `**`,
  /// which is a floating-point operation.
  package static func apply(_ operation: ArithmeticIR.Operator, _ left: Int64, _ right: Int64) -> Int64? {
    switch operation {
    case .add: checked(left.addingReportingOverflow(right))
    case .subtract: checked(left.subtractingReportingOverflow(right))
    case .multiply: checked(left.multipliedReportingOverflow(by: right))
    case .divide: checked(left.dividedReportingOverflow(by: right))
    // `Int64.min % -1` is reported as an overflow, although the remainder is 0.
    case .modulus: right == -1 ? 0 : checked(left.remainderReportingOverflow(dividingBy: right))
    case .power: nil
    case .bitwiseAnd: left & right
    case .bitwiseOr: left | right
    case .bitwiseXor: left ^ right
    case .shiftLeft: (0...63).contains(right) ? left << right : nil
    case .shiftRight: (0...63).contains(right) ? left >> right : nil
    }
  }

  private static func checked(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? {
    result.overflow ? nil : result.partialValue
  }

  /// The double without its fraction; nil when it does not fit Int64.
  package static func truncating(_ number: Double) -> Int64? {
    Int64(exactly: number.rounded(.towardZero))
  }
}

/// Floating-point operations by IEEE 754.
package enum DoubleMath {
  /// The result of an arithmetic operation; nil for the bitwise operators, which need integers.
  package static func apply(_ operation: ArithmeticIR.Operator, _ left: Double, _ right: Double) -> Double? {
    switch operation {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    case .modulus: left.truncatingRemainder(dividingBy: right)
    case .power: pow(left, right)
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight: nil
    }
  }
}
