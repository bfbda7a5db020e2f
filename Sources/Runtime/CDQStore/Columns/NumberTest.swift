import CDQIR
import CDQValues
import Foundation

/// The comparison of a number with a constant, as a range of values and the answer for nil. For integers, `x < 5` is
/// the range `.min ... 4` and false for nil; `x != 5` is the negated range `5 ... 5` and true for nil.
struct NumberTest<Number: Comparable & Sendable> {
  var range: ValueRange<Number>
  /// Whether the test holds for the values outside of the range.
  var negated = false
  var ofNull = false
}

extension NumberTest where Number == Int64 {
  static let limits = ValueRange<Int64>(lower: .min, upper: .max)
  private static let nothing = ValueRange<Int64>(lower: 1, upper: 0)

  init(_ operation: ComparisonIR.Operator, _ constant: Int64) {
    switch operation {
    case .equal: range = ValueRange(lower: constant, upper: constant)
    case .notEqual: (range, negated, ofNull) = (ValueRange(lower: constant, upper: constant), true, true)
    case .less: range = constant == .min ? NumberTest.nothing : ValueRange(lower: .min, upper: constant - 1)
    case .lessOrEqual: range = ValueRange(lower: .min, upper: constant)
    case .greater: range = constant == .max ? NumberTest.nothing : ValueRange(lower: constant + 1, upper: .max)
    case .greaterOrEqual: range = ValueRange(lower: constant, upper: .max)
    }
  }

  /// Compares integers with a double exactly: `x < 2.5` is the range `.min ... 2`.
  init(_ operation: ComparisonIR.Operator, _ constant: Double) {
    if let exact = Int64(exactly: constant) {
      self.init(operation, exact)
      return
    }
    self.init(range: NumberTest.nothing, negated: operation == .notEqual, ofNull: operation == .notEqual)
    // Here the constant lies between two integers, is beyond all of them, or is NaN.
    let isAbove = constant >= 0x1p63
    let isBelow = constant < -0x1p63
    switch operation {
    case .equal, .notEqual: break
    case .less, .lessOrEqual:
      if isAbove {
        range = NumberTest.limits
      } else if !isBelow, !constant.isNaN {
        range = ValueRange(lower: .min, upper: Int64(constant.rounded(.down)))
      }
    case .greater, .greaterOrEqual:
      if isBelow {
        range = NumberTest.limits
      } else if !isAbove, !constant.isNaN {
        range = ValueRange(lower: Int64(constant.rounded(.down)) + 1, upper: .max)
      }
    }
  }
}

extension NumberTest where Number == Double {
  static let limits = ValueRange<Double>(lower: -.infinity, upper: .infinity)
  private static let nothing = ValueRange<Double>(lower: 1, upper: 0)

  init(_ operation: ComparisonIR.Operator, _ constant: Double) {
    (negated, ofNull) = (operation == .notEqual, operation == .notEqual)
    range = NumberTest.nothing
    if constant.isNaN { return }
    switch operation {
    case .equal, .notEqual: range = ValueRange(lower: constant, upper: constant)
    case .less:
      if constant > -.infinity { range = ValueRange(lower: -.infinity, upper: constant.nextDown) }
    case .lessOrEqual: range = ValueRange(lower: -.infinity, upper: constant)
    case .greater:
      if constant < .infinity { range = ValueRange(lower: constant.nextUp, upper: .infinity) }
    case .greaterOrEqual: range = ValueRange(lower: constant, upper: .infinity)
    }
  }

  /// Compares doubles with an integer exactly, even if no double is equal to the integer.
  init(_ operation: ComparisonIR.Operator, _ constant: Int64) {
    if let exact = Double(exactly: constant) {
      self.init(operation, exact)
      return
    }
    self.init(range: NumberTest.nothing, negated: operation == .notEqual, ofNull: operation == .notEqual)
    let nearest = Double(constant)
    let isAbove = ExactNumber.compare(constant, nearest) == .orderedAscending
    switch operation {
    case .equal, .notEqual: break
    case .less, .lessOrEqual: range = ValueRange(lower: -.infinity, upper: isAbove ? nearest.nextDown : nearest)
    case .greater, .greaterOrEqual: range = ValueRange(lower: isAbove ? nearest : nearest.nextUp, upper: .infinity)
    }
  }
}

extension NumberTest {
  /// The test that holds where both tests do. Neither of them may be negated.
  func intersection(_ other: NumberTest) -> NumberTest {
    NumberTest(range: range.intersection(other.range))
  }
}
