import CDQJSON
import CDQStore

/// Exact reading of JSON numbers that are not plain Int64s.
enum NumberText {
  /// The value of a number such as `5.0` or `12e3` when it is an integer that fits Int64; nil otherwise.
  static func integer(_ text: String) -> Int64? {
    guard let parts = parse(text) else { return nil }
    var magnitude = parts.mantissa
    if magnitude == 0 { return 0 }
    var exponent = parts.exponent
    while exponent > 0 {
      let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
      if overflows { return nil }
      magnitude = product
      exponent -= 1
    }
    while exponent < 0 {
      guard magnitude % 10 == 0 else { return nil }
      magnitude /= 10
      exponent += 1
    }
    if parts.isNegative, magnitude == UInt64(Int64.max) + 1 { return .min }
    return Int64(exactly: magnitude).map { parts.isNegative ? -$0 : $0 }
  }

  /// The Double nearest to a number; infinite when it is too large.
  static func double(_ text: String) -> Double {
    // Up to 2^53 and 10^22 both operands are exact, so a single operation rounds correctly (Clinger's fast path).
    if let parts = parse(text), parts.mantissa <= 1 << 53, (-22...22).contains(parts.exponent) {
      let magnitude = Double(parts.mantissa)
      let value = parts.exponent < 0 ? magnitude / powers[-parts.exponent] : magnitude * powers[parts.exponent]
      return parts.isNegative ? -value : value
    }
    return Double(text) ?? .infinity
  }

  /// Whether the text is a JSON number.
  static func isNumber(_ text: String) -> Bool {
    switch try? JSONValue(parsing: text) {
    case .integer, .number: true
    case .null, .bool, .string, .array, .object, nil: false
    }
  }

  /// Whether the number is an integer of any size.
  static func isWhole(_ text: String) -> Bool {
    if integer(text) != nil { return true }
    if !text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) { return true }
    let value = double(text)
    return value.rounded() == value && abs(value) >= 0x1p53
  }

  static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// The number as `mantissa * 10^exponent`; nil when the digits do not fit 64 bits or the written exponent is 10,000
  /// or more.
  private static func parse(_ text: String) -> (mantissa: UInt64, exponent: Int, isNegative: Bool)? {
    var mantissa: UInt64 = 0
    var exponent = 0
    var isNegative = false
    var isFraction = false
    var isExponent = false
    var isExponentNegative = false
    var written = 0
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39 where isExponent:
        written = written * 10 + Int(byte - 0x30)
        guard written < 10_000 else { return nil }
      case 0x30...0x39:
        let (product, first) = mantissa.multipliedReportingOverflow(by: 10)
        let (sum, second) = product.addingReportingOverflow(UInt64(byte - 0x30))
        guard !first, !second else { return nil }
        mantissa = sum
        if isFraction { exponent -= 1 }
      case UInt8(ascii: "-") where isExponent: isExponentNegative = true
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isExponent = true
      case UInt8(ascii: "+"): break
      default: return nil
      }
    }
    return (mantissa, exponent + (isExponentNegative ? -written : written), isNegative)
  }
}
