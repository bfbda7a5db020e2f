import CDQIR
import Foundation

/// `CAST`, as in the DocC article Functions, section Casts; nil for a value that cannot be converted.
enum OracleCast {
  static func cast(_ value: Value, to type: ValueType) -> Value? {
    if value.isNull { return nil }
    switch type {
    case .bool: return bool(value)
    case .int16, .int32, .int64: return integer(value, type)
    case .float: return double(value).map { .double(Double(Float($0))) }
    case .double: return double(value).map { .double($0) }
    case .decimal: return decimal(value).map { .decimal($0) }
    case .string: return text(value).map { .string($0) }
    case .date: return date(value).map { .date($0) }
    case .data:
      if case .string(let text) = value { return Data(base64Encoded: text).map { .data($0) } }
      return value
    case .uuid:
      if case .string(let text) = value { return UUID(uuidString: text).map { .uuid($0) } }
      return value
    case .url:
      if case .string(let text) = value { return text.isEmpty ? nil : URL(string: text).map { .url($0) } }
      return value
    case .duration, .enumeration, .object, .opaque, .null, .collection: return value
    }
  }

  private static func bool(_ value: Value) -> Value? {
    switch value {
    case .bool: value
    case .string("true"), .string("YES"), .string("1"): .bool(true)
    case .string("false"), .string("NO"), .string("0"): .bool(false)
    case .int, .double, .decimal:
      // NaN is not zero.
      .bool(OracleNumber.isNaN(value) || OracleNumber.order(value, .int(0)) != 0)
    case .null, .string, .date, .duration, .data, .uuid, .url, .object, .list: nil
    }
  }

  private static func integer(_ value: Value, _ type: ValueType) -> Value? {
    let number: Int64?
    switch value {
    case .bool(let flag): number = flag ? 1 : 0
    case .int(let integer): number = integer
    case .double(let real), .duration(let real): number = whole(real)
    case .date(let date): number = whole(date.timeIntervalSinceReferenceDate)
    case .decimal(let decimal):
      number = decimal.isNaN ? nil : Int64(decimal.description.prefix { $0 != "." }).map { $0 }
    case .string(let text): number = isNumber(text) ? Int64(text) : nil
    case .null, .data, .uuid, .url, .object, .list: number = nil
    }
    guard let number else { return nil }
    switch type {
    case .int16: return (-32768...32767).contains(number) ? .int(number) : nil
    case .int32: return (-2_147_483_648...2_147_483_647).contains(number) ? .int(number) : nil
    default: return .int(number)
    }
  }

  private static func whole(_ number: Double) -> Int64? {
    let whole = trunc(number)
    return whole >= -0x1p63 && whole < 0x1p63 ? Int64(whole) : nil
  }

  private static func double(_ value: Value) -> Double? {
    switch value {
    case .bool(let flag): flag ? 1 : 0
    case .string(let text): isNumber(text) ? Double(text) : nil
    case .null, .int, .double, .decimal, .date, .duration, .data, .uuid, .url, .object, .list:
      OracleArithmetic.double(value)
    }
  }

  private static func decimal(_ value: Value) -> Decimal? {
    switch value {
    case .bool(let flag): flag ? 1 : 0
    case .int(let number): Decimal(string: String(number))
    case .decimal(let number): number
    case .string(let text): isNumber(text) ? Decimal(string: text).flatMap { $0.isNaN ? nil : $0 } : nil
    case .null, .double, .date, .duration, .data, .uuid, .url, .object, .list:
      OracleArithmetic.double(value).flatMap { OracleArithmetic.decimal($0) }
    }
  }

  private static func text(_ value: Value) -> String? {
    switch value {
    case .bool(let flag): flag ? "1" : "0"
    case .int(let number): "\(number)"
    case .double(let number), .duration(let number): text(number)
    case .decimal(let number): "\(number)"
    case .string(let text): text
    case .date(let date): "\(date)"
    case .data(let data): data.base64EncodedString()
    case .uuid(let id): id.uuidString
    case .url(let url): url.absoluteString
    case .null, .object, .list: nil
    }
  }

  /// The text that NSNumber's description has: whole numbers have no point.
  private static func text(_ number: Double) -> String {
    number == trunc(number) && fabs(number) < 9_007_199_254_740_992 ? "\(Int64(number))" : "\(number)"
  }

  private static func date(_ value: Value) -> Date? {
    switch value {
    case .date(let date): date
    case .int, .double, .decimal:
      OracleArithmetic.double(value).flatMap { $0.isFinite ? Date(timeIntervalSinceReferenceDate: $0) : nil }
    case .null, .bool, .string, .duration, .data, .uuid, .url, .object, .list: nil
    }
  }

  /// Whether a text is an optional sign, digits with at most one point, and an optional exponent, without any blanks.
  private static func isNumber(_ text: String) -> Bool {
    let pattern = "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?"
    return text.range(of: "\\A\(pattern)\\z", options: .regularExpression) != nil
  }
}
