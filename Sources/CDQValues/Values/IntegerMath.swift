import CDQIR
import Foundation

/// Integer operations that give nil where Swift's trap.
package enum IntegerMath {
  /// `left operator right`. Nil on overflow, division by zero, a shift outside 0...63, and for `**`, which is no
  /// integer operation.
  package static func apply(_ operation: ArithmeticIR.Operator, _ left: Int64, _ right: Int64) -> Int64? {
    switch operation {
    case .add: checked(left.addingReportingOverflow(right))
    case .subtract: checked(left.subtractingReportingOverflow(right))
    case .multiply: checked(left.multipliedReportingOverflow(by: right))
    case .divide: checked(left.dividedReportingOverflow(by: right))
    // Int64.min % -1 is reported as an overflow although the remainder, 0, is none.
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

  /// The double without its fraction; nil when that is no Int64.
  package static func truncating(_ number: Double) -> Int64? {
    Int64(exactly: number.rounded(.towardZero))
  }
}

/// Floating-point operations, all IEEE.
package enum DoubleMath {
  /// `left operator right`. Nil for the bitwise operators, which are for integers.
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
