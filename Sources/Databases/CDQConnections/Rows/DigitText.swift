import CDQIR

/// Numbers in the texts that PostgreSQL gives, in the forms that most of them have.
package enum DigitText {
  /// An integer of up to 18 digits; nil for any other text.
  package static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    var digits = bytes[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    guard (1...18).contains(digits.count) else { return nil }
    var number: Int64 = 0
    for byte in digits {
      let digit = byte &- 0x30
      guard digit < 10 else { return nil }
      number = number &* 10 &+ Int64(digit)
    }
    return isNegative ? -number : number
  }

  /// A number of up to 15 digits with a point and no exponent; nil for any other text. Its digits and the power of ten
  /// that divides them are exact, so the quotient is the nearest Double.
  package static func real(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    var digits = bytes[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    guard (1...16).contains(digits.count) else { return nil }
    var number: Int64 = 0
    var (count, fraction) = (0, -1)
    for byte in digits {
      let digit = byte &- 0x30
      if digit < 10 {
        number = number &* 10 &+ Int64(digit)
        count += 1
        if fraction >= 0 { fraction += 1 }
      } else if byte == UInt8(ascii: "."), fraction < 0 {
        fraction = 0
      } else {
        return nil
      }
    }
    guard (1...15).contains(count) else { return nil }
    let value = Double(number) / powersOfTen[max(fraction, 0)]
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}

extension Microseconds {
  /// The instant of a number of seconds since 1970, with up to six digits of a fraction, as PostgreSQL writes it; nil
  /// for other texts, such as `Infinity`.
  init?(epoch text: some Collection<UInt8>) {
    let isNegative = text.first == UInt8(ascii: "-")
    var (seconds, fraction): (Int64, Int64) = (0, 0)
    var (count, places) = (0, -1)
    for byte in text.dropFirst(isNegative ? 1 : 0) {
      let digit = byte &- 0x30
      if byte == UInt8(ascii: "."), places < 0, count > 0 {
        places = 0
        continue
      }
      guard digit < 10 else { return nil }
      if places < 0 {
        count += 1
        // More seconds than microseconds have room for.
        guard count <= 13 else { return nil }
        seconds = seconds * 10 + Int64(digit)
      } else if places < 6 {
        fraction = fraction * 10 + Int64(digit)
        places += 1
      }
    }
    guard count > 0 else { return nil }
    while (0..<6).contains(places) {
      fraction *= 10
      places += 1
    }
    let (scaled, isOverflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !isOverflow, scaled < Int64.max - 2_000_000_000_000_000 else { return nil }
    let sum = scaled + fraction
    self.init((isNegative ? -sum : sum) - 978_307_200_000_000)
  }
}
