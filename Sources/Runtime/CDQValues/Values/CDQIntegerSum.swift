/// A sum of integers that tolerates overflow on the way: it has a value exactly when the total fits Int64, so that the
/// order of the numbers makes no difference. The engines and generated code share it.
@frozen public struct CDQIntegerSum: Hashable, Sendable {
  /// The total is `low + carries * 2^64`.
  @usableFromInline var low: Int64 = 0
  @usableFromInline var carries = 0

  /// Creates the sum of no numbers, 0.
  @inlinable public init() {}

  /// Adds a number to the sum.
  @inlinable public mutating func add(_ number: Int64) {
    let (partial, isOverflow) = low.addingReportingOverflow(number)
    low = partial
    if isOverflow { carries += number < 0 ? -1 : 1 }
  }

  /// Adds a number several times, in one step.
  package mutating func add(_ number: Int64, times: Int) {
    if times == 1 { return add(number) }
    let product = number.multipliedFullWidth(by: Int64(times))
    // The lower half counts as a signed number, so that the upper half takes a carry where it is negative.
    let low = Int64(bitPattern: product.low)
    carries += Int(product.high) + (low < 0 ? 1 : 0)
    add(low)
  }

  /// The total; nil when it does not fit Int64.
  @inlinable public var value: Int64? { carries == 0 ? low : nil }

  /// The Double nearest to the total, even when the total does not fit Int64.
  public var nearestDouble: Double {
    if carries == 0 { return Double(low) }
    var high = Int64(carries) + (low < 0 ? -1 : 0)
    var rest = UInt64(bitPattern: low)
    let isNegative = high < 0
    if isNegative {
      rest = ~rest &+ 1
      high = ~high &+ (rest == 0 ? 1 : 0)
    }
    let magnitude = CDQIntegerSum.double(high: UInt64(bitPattern: high), low: rest)
    return isNegative ? -magnitude : magnitude
  }

  private static func double(high: UInt64, low: UInt64) -> Double {
    if high == 0 { return Double(low) }
    // The leading 64 bits round like all 128 if their last bit is set whenever a lower one is.
    let shift = high.leadingZeroBitCount
    let leading = high << UInt64(shift) | low >> UInt64(64 - shift)
    let isExact = low << UInt64(shift) == 0
    return Double(isExact ? leading : leading | 1) * Double(sign: .plus, exponent: 64 - shift, significand: 1)
  }
}
