import CDQConnections
import CDQIR
import CDQSQL
import Foundation

/// What a cell of a foreign table means, by the words of the page and without the code of the drivers.
enum ForeignCell: Equatable {
  case null
  case value(Value)
  /// The cell holds something that is not of the attribute's type.
  case stray

  /// The meaning of a value of SQLite.
  init(sqlite datum: SQLDatum, _ type: ValueType, _ encoding: ColumnEncoding?) {
    if datum == .null {
      self = .null
      return
    }
    self = ForeignCell.meaning(datum, type, encoding).map { .value($0) } ?? .stray
  }

  private static func meaning(_ datum: SQLDatum, _ type: ValueType, _ encoding: ColumnEncoding?) -> Value? {
    let readsTexts = encoding == .number
    switch type {
    case .bool:
      if let number = number(datum, readsTexts: false) { return number == 0 ? .bool(false) : number == 1 ? .bool(true) : nil }
      guard case .text(let text) = datum, encoding == .boolText else { return nil }
      if ["TRUE", "T", "YES", "Y", "1"].contains(text.uppercased()) { return .bool(true) }
      return ["FALSE", "F", "NO", "N", "0"].contains(text.uppercased()) ? .bool(false) : nil
    case .int16, .int32, .int64:
      let whole: Int64?
      switch datum {
      case .int(let number): whole = number
      case .text(let text) where readsTexts && Int64(text) != nil: whole = Int64(text)
      default: whole = number(datum, readsTexts: readsTexts).flatMap { Int64(exactly: $0) }
      }
      guard let whole else { return nil }
      let least: Int64 = type == .int16 ? -32_768 : type == .int32 ? -2_147_483_648 : .min
      let most: Int64 = type == .int16 ? 32_767 : type == .int32 ? 2_147_483_647 : .max
      return least <= whole && whole <= most ? .int(whole) : nil
    case .float: return number(datum, readsTexts: readsTexts).map { .double(Double(Float($0))) }
    case .double: return number(datum, readsTexts: readsTexts).map { .double($0) }
    case .decimal:
      switch datum {
      case .int(let number): return .decimal(Decimal(number))
      case .real(let number): return Decimal(string: "\(number)").map { .decimal($0) }
      case .text(let text): return isDigits(text) ? Decimal(string: text).map { .decimal($0) } : nil
      default: return nil
      }
    case .string:
      switch datum {
      case .text(let text): return .string(text)
      case .int(let number) where encoding == .castToText: return .string("\(number)")
      case .real(let number) where encoding == .castToText: return .string("\(number)")
      default: return nil
      }
    case .data: if case .blob(let data) = datum { return .data(data) } else { return nil }
    case .uuid:
      switch datum {
      case .text(let text): return uuid(text)
      case .blob(let data) where data.count == 16: return uuid(hexadecimal(data))
      default: return nil
      }
    case .date:
      if case .text(let text) = datum { return encoding == .dateText ? date(text).map { .date($0) } : nil }
      guard let number = number(datum, readsTexts: false) else { return nil }
      let seconds = encoding == .millisecondsSince1970 ? number / 1000 : encoding == .secondsSince2001 ? number + 978_307_200 : number
      guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else { return nil }
      let moment = encoding == .secondsSince2001 ? number : seconds - 978_307_200
      return .date(Date(timeIntervalSinceReferenceDate: moment))
    default: return nil
    }
  }

  /// The meaning of a value of PostgreSQL, from its text.
  init(postgres text: String?, _ type: ValueType, _ encoding: ColumnEncoding?) {
    guard let text else {
      self = .null
      return
    }
    self = ForeignCell.meaning(text, type, encoding).map { .value($0) } ?? .stray
  }

  private static func meaning(_ text: String, _ type: ValueType, _ encoding: ColumnEncoding?) -> Value? {
    switch type {
    // The numeric type of PostgreSQL has NaN.
    case .decimal where text == "NaN": return .decimal(.nan)
    case .bool, .int16, .int32, .int64, .decimal: return meaning(.text(text), type, type == .bool ? .boolText : .number)
    case .double, .float:
      let number = ["NaN": Double.nan, "Infinity": .infinity, "-Infinity": -.infinity][text] ?? number(.text(text), readsTexts: true)
      return number.map { .double(type == .float ? Double(Float($0)) : $0) }
    case .string: return .string(text)
    case .data: return data(text).map { .data($0) }
    case .uuid: return encoding == .uuidBytes ? uuid(String(text.dropFirst(2))) : uuid(text)
    case .date:
      switch encoding {
      case .secondsSince1970?, .millisecondsSince1970?, .secondsSince2001?:
        // PostgreSQL has dates in microseconds, and a column of `real` holds 4.2 as 4.1999998.
        let steps: Double = encoding == .millisecondsSince1970 ? 1000 : 1_000_000
        return number(.text(text), readsTexts: true).flatMap { number in
          meaning(.real((number * steps).rounded(.toNearestOrEven) / steps), .date, encoding)
        }
      default: return date(text).map { .date($0) }
      }
    default: return nil
    }
  }

  private static func isDigits(_ text: String) -> Bool {
    text.wholeMatch(of: /[-+]?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][-+]?[0-9]+)?/) != nil
  }

  private static func number(_ datum: SQLDatum, readsTexts: Bool) -> Double? {
    switch datum {
    case .int(let number): Double(number)
    case .real(let number): number
    case .text(let text): readsTexts && isDigits(text) ? Double(text) : nil
    case .null, .blob: nil
    }
  }

  private static func hexadecimal(_ data: Data) -> String {
    data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static func uuid(_ text: String) -> Value? {
    let digits = text.replacing("-", with: "").uppercased()
    guard digits.count == 32, text.count == 32 || text.count == 36, digits.allSatisfy({ $0.isHexDigit }) else { return nil }
    var parts: [Substring] = []
    var rest = digits[...]
    for count in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return UUID(uuidString: parts.joined(separator: "-")).map { .uuid($0) }
  }

  private static func data(_ text: String) -> Data? {
    guard text.hasPrefix("\\x") else { return nil }
    let digits = Array(text.dropFirst(2))
    return Data(stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) })
  }

  /// A date in a form of ISO 8601, by the calendar of Foundation.
  private static func date(_ text: String) -> Date? {
    let form = /(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:(Z)|([-+])(\d\d)(?::?(\d\d))?)?)?/
    guard let match = text.wholeMatch(of: form)?.output, let zone = TimeZone(identifier: "GMT") else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
    let parts = DateComponents(
      year: number(match.1), month: number(match.2), day: number(match.3), hour: number(match.4), minute: number(match.5),
      second: number(match.6))
    guard parts.isValidDate(in: calendar), let whole = calendar.date(from: parts) else { return nil }
    let offset = (number(match.10) * 60 + number(match.11)) * 60 * (match.9 == "-" ? -1 : 1)
    let fraction = match.7.flatMap { Double("0.\($0)") } ?? 0
    return Date(timeIntervalSinceReferenceDate: whole.timeIntervalSinceReferenceDate - Double(offset) + fraction)
  }
}
