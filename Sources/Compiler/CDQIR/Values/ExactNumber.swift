package import Foundation

/// Comparisons and conversions between number types without loss: 2^53 + 1 is not equal to 2^53, whatever their types.
package enum ExactNumber {
  /// Compares an integer with a double; nil when that is NaN.
  package static func compare(_ left: Int64, _ right: Double) -> ComparisonResult? {
    if right.isNaN { return nil }
    // 2^63 is a double but not an Int64, so that the upper bound is strict.
    if right >= 0x1p63 { return .orderedAscending }
    if right < -0x1p63 { return .orderedDescending }
    let whole = right.rounded(.towardZero)
    let integer = Int64(whole)
    if left != integer { return left < integer ? .orderedAscending : .orderedDescending }
    if whole == right { return .orderedSame }
    return right > whole ? .orderedAscending : .orderedDescending
  }

  /// Compares a decimal with a double; nil when one is NaN.
  package static func compare(_ left: Decimal, _ right: Double) -> ComparisonResult? {
    if right.isNaN || left.isNaN { return nil }
    if right.isInfinite { return right > 0 ? .orderedAscending : .orderedDescending }
    // Only numbers that are close to each other need the slow comparison digit by digit.
    let approximate = NSDecimalNumber(decimal: left).doubleValue
    if abs(approximate - right) > max(abs(approximate), abs(right)) * 1e-9 {
      return approximate < right ? .orderedAscending : .orderedDescending
    }
    if left.sign == .minus && !left.isZero {
      if right >= 0 { return .orderedAscending }
      return compareMagnitudes(left, -right).reversed
    }
    if right < 0 { return .orderedDescending }
    return compareMagnitudes(left, right)
  }

  /// Compares absolute values. The double is finite and not negative; the sign of the decimal is ignored.
  private static func compareMagnitudes(_ left: Decimal, _ right: Double) -> ComparisonResult {
    // Compares digits * 10^p with significand * 2^q as natural numbers. A negative power becomes a factor of the other
    // side.
    let (magnitude, power) = digits(of: left)
    var a = magnitude
    let exponent = right == 0 ? 0 : Int(right.exponent) - 52
    var b = Natural(right == 0 ? 0 : UInt64((right.significand * 0x1p52)))
    if power >= 0 { a.multiply(by: 10, times: power) } else { b.multiply(by: 10, times: -power) }
    if exponent >= 0 { b.multiply(by: 2, times: exponent) } else { a.multiply(by: 2, times: -exponent) }
    return a.compare(b)
  }

  /// The digits of the absolute value as a natural number, and the power of ten that scales it.
  private static func digits(of number: Decimal) -> (Natural, Int) {
    var result = Natural(0)
    var exponent = 0
    var isFraction = false
    for byte in number.description.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        result.multiply(by: 10, adding: UInt32(byte - UInt8(ascii: "0")))
        if isFraction { exponent -= 1 }
      case UInt8(ascii: "."): isFraction = true
      default: break
      }
    }
    return (result, exponent)
  }

  /// The decimal as an integer; nil when it has a fraction or is out of range.
  package static func int64(_ number: Decimal) -> Int64? {
    guard !number.isNaN, number >= Decimal(Int64.min), number <= Decimal(Int64.max) else { return nil }
    var (source, whole) = (number, Decimal())
    NSDecimalRound(&whole, &source, 0, number.sign == .minus ? .up : .down)
    guard let integer = Int64(whole.description) else { return nil }
    return Decimal(integer) == number ? integer : nil
  }

  /// The double with exactly the decimal's value; nil when there is none, as for 0.1.
  package static func double(_ number: Decimal) -> Double? {
    let nearest = nearestDouble(number)
    return compare(number, nearest) == .orderedSame ? nearest : nil
  }

  /// The double nearest to the decimal. It is parsed from text, because Foundation's own conversion can be one bit off.
  package static func nearestDouble(_ number: Decimal) -> Double {
    number.isNaN ? .nan : Double(number.description) ?? NSDecimalNumber(decimal: number).doubleValue
  }

  /// The decimal with the same shortest text as the double; nil when it is not finite or out of range.
  package static func decimal(_ number: Double) -> Decimal? {
    guard number.isFinite, let result = Decimal(string: number.description), !result.isNaN else { return nil }
    return result
  }
}

extension ComparisonResult {
  /// The result for exchanged operands.
  package var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedSame: .orderedSame
    case .orderedDescending: .orderedAscending
    }
  }
}

/// A natural number of any size, for exact comparisons.
private struct Natural {
  /// Groups of 32 bits, the least significant first, without leading zeros.
  private var words: [UInt32]

  init(_ value: UInt64) {
    words = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
    trim()
  }

  private mutating func trim() {
    while words.last == 0 { words.removeLast() }
  }

  mutating func multiply(by factor: UInt32, adding addend: UInt32 = 0) {
    var carry = UInt64(addend)
    for index in words.indices {
      let product = UInt64(words[index]) * UInt64(factor) + carry
      words[index] = UInt32(truncatingIfNeeded: product)
      carry = product >> 32
    }
    if carry > 0 { words.append(UInt32(carry)) }
  }

  mutating func multiply(by factor: UInt32, times: Int) {
    for _ in 0..<times { multiply(by: factor) }
  }

  func compare(_ other: Natural) -> ComparisonResult {
    if words.count != other.words.count {
      return words.count < other.words.count ? .orderedAscending : .orderedDescending
    }
    for (left, right) in zip(words.reversed(), other.words.reversed()) where left != right {
      return left < right ? .orderedAscending : .orderedDescending
    }
    return .orderedSame
  }
}
