import CDQIR
import CDQValues

/// Loops for arithmetic on vectors. Each operation has a loop of its own, so that the compiler knows the operation. The
/// frequent ones compute all 64 rows of a word, because computing a row that is not selected costs less than testing
/// whether it is.
enum ArithmeticKernel {
  static func integers(
    _ operation: ArithmeticIR.Operator, _ left: NumberBlock<Int64>, _ right: NumberBlock<Int64>, _ selection: Selection,
    _ rowCount: Int, _ buffer: NumberBuffer<Int64>
  ) {
    switch operation {
    // A sum overflows if its sign differs from those of both operands. A difference overflows if the operands differ in
    // sign and its sign is not that of the left one.
    case .add:
      words(left, right, selection, rowCount, buffer) { left, right in
        let sum = left &+ right
        return (sum, UInt64(bitPattern: (left ^ sum) & (right ^ sum)) &>> 63)
      }
    case .subtract:
      words(left, right, selection, rowCount, buffer) { left, right in
        let difference = left &- right
        return (difference, UInt64(bitPattern: (left ^ right) & (left ^ difference)) &>> 63)
      }
    case .multiply:
      words(left, right, selection, rowCount, buffer) { left, right in
        let (product, isOverflow) = left.multipliedReportingOverflow(by: right)
        return (product, isOverflow ? 1 : 0)
      }
    case .divide:
      words(left, right, selection, rowCount, buffer) { left, right in
        let hasNone = right == 0 || (right == -1 && left == .min)
        return (left / (hasNone ? 1 : right), hasNone ? 1 : 0)
      }
    case .modulus: run(left, right, selection, buffer) { IntegerMath.apply(.modulus, $0, $1) }
    case .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      run(left, right, selection, buffer) { IntegerMath.apply(operation, $0, $1) }
    }
  }

  static func doubles(
    _ operation: ArithmeticIR.Operator, _ left: NumberBlock<Double>, _ right: NumberBlock<Double>,
    _ selection: Selection, _ rowCount: Int, _ buffer: NumberBuffer<Double>
  ) {
    switch operation {
    case .add: words(left, right, selection, rowCount, buffer) { ($0 + $1, 0) }
    case .subtract: words(left, right, selection, rowCount, buffer) { ($0 - $1, 0) }
    case .multiply: words(left, right, selection, rowCount, buffer) { ($0 * $1, 0) }
    case .divide: words(left, right, selection, rowCount, buffer) { ($0 / $1, 0) }
    case .modulus, .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      run(left, right, selection, buffer) { DoubleMath.apply(operation, $0, $1) }
    }
  }

  /// Computes all rows of each word in which a row is selected.
  ///
  /// - Parameter apply: Gives the result and 0, or anything and 1 if the operation has no result.
  @inline(__always)
  private static func words<Number>(
    _ left: NumberBlock<Number>, _ right: NumberBlock<Number>, _ selection: Selection, _ rowCount: Int,
    _ buffer: NumberBuffer<Number>, _ apply: (Number, Number) -> (Number, UInt64)
  ) {
    for word in 0..<selection.wordCount where selection.words[word] != 0 {
      let (first, second, target) = (left.values + word << 6, right.values + word << 6, buffer.values + word << 6)
      var failed: UInt64 = 0
      for row in 0..<min(64, rowCount - word << 6) {
        let (result, hasFailed) = apply(first[row], second[row])
        target[row] = result
        failed |= hasFailed &<< UInt64(truncatingIfNeeded: row)
      }
      buffer.valid[word] = ~failed & (left.valid?[word] ?? .max) & (right.valid?[word] ?? .max)
    }
  }

  /// Computes only the selected rows in which both operands have a value.
  @inline(__always)
  private static func run<Number>(
    _ left: NumberBlock<Number>, _ right: NumberBlock<Number>, _ selection: Selection, _ buffer: NumberBuffer<Number>,
    _ apply: (Number, Number) -> Number?
  ) {
    for word in 0..<selection.wordCount {
      var bits = selection.words[word] & (left.valid?[word] ?? .max) & (right.valid?[word] ?? .max)
      while bits != 0 {
        let row = word << 6 | bits.trailingZeroBitCount
        if let value = apply(left.values[row], right.values[row]) { buffer.set(row, value) }
        bits &= bits &- 1
      }
    }
  }
}
