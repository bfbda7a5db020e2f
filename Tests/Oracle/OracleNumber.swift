import CDQIR
import Foundation

/// An exact number for comparisons: every finite number is `digits * 2^twos * 10^tens`. To compare two of them, they
/// are multiplied until both are integers of any length. That is slow, but simple.
struct OracleNumber {
  var isNegative: Bool
  /// Digits of 16 bits, the least significant first.
  var digits: [UInt32]
  var twos: Int
  var tens: Int

  /// nil for NaN, for infinities and for values that are no numbers.
  init?(_ value: Value) {
    switch value {
    case .int(let number):
      self.init(isNegative: number < 0, magnitude: number.magnitude, twos: 0, tens: 0)
    case .double(let number):
      guard number.isFinite else { return nil }
      if number == 0 {
        self.init(isNegative: false, magnitude: 0, twos: 0, tens: 0)
      } else {
        let magnitude = number.isNormal ? number.significandBitPattern | 1 << 52 : number.significandBitPattern
        let exponent = number.isNormal ? Int(number.exponentBitPattern) - 1075 : -1074
        self.init(isNegative: number < 0, magnitude: magnitude, twos: exponent, tens: 0)
      }
    case .decimal(let number):
      guard !number.isNaN else { return nil }
      // The description of a Decimal has all its digits.
      var text = number.description
      let isNegative = text.hasPrefix("-")
      if isNegative { text.removeFirst() }
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      self.init(isNegative: isNegative, magnitude: 0, twos: 0, tens: 0)
      for character in parts.joined() { multiply(by: 10, adding: UInt32(character.wholeNumberValue ?? 0)) }
      tens = parts.count > 1 ? -parts[1].count : 0
    case .null, .bool, .string, .date, .duration, .data, .uuid, .url, .object, .list:
      return nil
    }
  }

  private init(isNegative: Bool, magnitude: UInt64, twos: Int, tens: Int) {
    self.isNegative = isNegative
    self.twos = twos
    self.tens = tens
    digits = [0, 16, 32, 48].map { UInt32(truncatingIfNeeded: magnitude >> $0 & 0xFFFF) }
  }

  private mutating func multiply(by factor: UInt32, adding addend: UInt32 = 0) {
    var carry = addend
    for index in digits.indices {
      let product = digits[index] * factor + carry
      digits[index] = product & 0xFFFF
      carry = product >> 16
    }
    if carry > 0 { digits.append(carry) }
  }

  private var isZero: Bool { digits.allSatisfy { $0 == 0 } }

  /// Compares two numbers: -1 for less, 0 for equal, 1 for greater.
  func compared(to other: OracleNumber) -> Int {
    let (left, right) = (sign, other.sign)
    if left != right { return left < right ? -1 : 1 }
    if left == 0 { return 0 }
    var (a, b) = (self, other)
    for _ in 0..<max(0, a.twos - b.twos) { a.multiply(by: 2) }
    for _ in 0..<max(0, b.twos - a.twos) { b.multiply(by: 2) }
    for _ in 0..<max(0, a.tens - b.tens) { a.multiply(by: 10) }
    for _ in 0..<max(0, b.tens - a.tens) { b.multiply(by: 10) }
    let length = max(a.digits.count, b.digits.count)
    for index in (0..<length).reversed() {
      let first = index < a.digits.count ? a.digits[index] : 0
      let second = index < b.digits.count ? b.digits[index] : 0
      if first != second { return (first < second) == isNegative ? 1 : -1 }
    }
    return 0
  }

  private var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }

  /// Orders any two numbers: -1, 0 or 1. Infinities are at the ends, and NaN follows all other numbers.
  static func order(_ left: Value, _ right: Value) -> Int {
    let (a, b) = (rank(left), rank(right))
    if a != b { return a < b ? -1 : 1 }
    guard let left = OracleNumber(left), let right = OracleNumber(right) else { return 0 }
    return left.compared(to: right)
  }

  static func isNaN(_ value: Value) -> Bool { rank(value) == 2 }

  private static func rank(_ value: Value) -> Int {
    switch value {
    case .double(let number): number.isNaN ? 2 : number == .infinity ? 1 : number == -.infinity ? -1 : 0
    case .decimal(let number): number.isNaN ? 2 : 0
    default: 0
    }
  }
}

extension Value {
  var isNumber: Bool {
    switch self {
    case .int, .double, .decimal: true
    case .null, .bool, .string, .date, .duration, .data, .uuid, .url, .object, .list: false
    }
  }
}
