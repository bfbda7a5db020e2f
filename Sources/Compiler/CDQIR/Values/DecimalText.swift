public import Foundation

/// Parser of decimal numbers, which are read exactly or not at all.
///
/// `Decimal(string:)` ignores what follows a number and rounds digits that it cannot hold; data and literals must not.
public enum DecimalText {
  /// Parses a text such as `-12.50` or `1e3`.
  public static func decimal(from text: String) -> Decimal? {
    let bytes = Array(text.utf8)
    var position = 0
    var isNegative = false
    if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      isNegative = first == UInt8(ascii: "-")
      position = 1
    }
    let whole = bytes[position...].prefix { (0x30...0x39).contains($0) }
    position += whole.count
    var fraction: ArraySlice<UInt8> = []
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      fraction = bytes[(position + 1)...].prefix { (0x30...0x39).contains($0) }
      guard !fraction.isEmpty else { return nil }
      position += 1 + fraction.count
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    var exponent = 0
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      let digits = String(decoding: bytes[(position + 1)...], as: UTF8.self)
      guard let value = Int(digits), abs(value) < 1_000_000_000 else { return nil }
      exponent = value
      position = bytes.count
    }
    guard position == bytes.count else { return nil }

    var digits = Array(whole) + Array(fraction)
    exponent -= fraction.count
    digits = Array(digits.drop { $0 == 0x30 })
    while digits.last == 0x30 {
      digits.removeLast()
      exponent += 1
    }
    guard !digits.isEmpty else { return Decimal(0) }
    // `1e130` does not fit as it is, but `1000e127` does.
    while exponent > 127, digits.count < 38 {
      digits.append(0x30)
      exponent -= 1
    }
    guard fits(digits), (-128...127).contains(exponent) else { return nil }
    return exact(digits, exponent, isNegative)
  }

  /// The greatest digits of a Decimal, 2¹²⁸ - 1. A quotient such as 4 / 3 has 39 of them.
  private static let greatest = Array("340282366920938463463374607431768211455".utf8)

  /// Whether a Decimal holds digits, of which the first one is not 0.
  private static func fits(_ digits: [UInt8]) -> Bool {
    digits.count < greatest.count || digits.count == greatest.count && !greatest.lexicographicallyPrecedes(digits)
  }

  private static func exact(_ digits: [UInt8], _ exponent: Int, _ isNegative: Bool) -> Decimal? {
    // Groups of at most 18 digits are exact as integers, and `Decimal` holds their sum, as `fits` has tested.
    let high = digits.dropLast(min(18, digits.count))
    let low = digits.suffix(min(18, digits.count))
    guard let lowValue = UInt64(String(decoding: low, as: UTF8.self)) else { return nil }
    var mantissa = Decimal(lowValue)
    if !high.isEmpty {
      let head = high.dropLast(min(18, high.count))
      let middle = high.suffix(min(18, high.count))
      guard let middleValue = UInt64(String(decoding: middle, as: UTF8.self)) else { return nil }
      let unit = Decimal(1_000_000_000_000_000_000 as UInt64)
      var upper = Decimal(middleValue)
      if let headValue = UInt64(String(decoding: head, as: UTF8.self)) { upper += Decimal(headValue) * unit }
      mantissa += upper * unit
    }
    let result = Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: mantissa)
    return result.isNaN ? nil : result
  }
}
