import CDQIR
package import Foundation

/// The conversion rules of `CAST`: each function converts a value to one type, or returns nil. Texts are converted as a
/// whole, without trimming.
package enum CastRule {
  package static func bool(_ value: Value) -> Bool? {
    switch value {
    case .bool(let payload): payload
    case .int(let number): number != 0
    case .double(let number): number != 0
    case .decimal(let number): !number.isZero
    case .string(let text):
      switch text {
      case "true", "YES", "1": true
      case "false", "NO", "0": false
      default: nil
      }
    case .null, .date, .duration, .data, .uuid, .url, .object, .list: nil
    }
  }

  package static func integer(_ value: Value) -> Int64? {
    switch value {
    case .bool(let payload): payload ? 1 : 0
    case .int(let number): number
    case .double(let number), .duration(let number): IntegerMath.truncating(number)
    case .decimal(let number): number.isNaN ? nil : ExactNumber.int64(DecimalMath.truncated(number))
    case .string(let text): isNumber(text) ? Int64(text) : nil
    case .date(let date): IntegerMath.truncating(date.timeIntervalSinceReferenceDate)
    case .null, .data, .uuid, .url, .object, .list: nil
    }
  }

  package static func double(_ value: Value) -> Double? {
    switch value {
    case .bool(let payload): payload ? 1 : 0
    case .int(let number): Double(number)
    case .double(let number), .duration(let number): number
    case .decimal(let number): ExactNumber.nearestDouble(number)
    case .string(let text): isNumber(text) ? Double(text) : nil
    case .date(let date): date.timeIntervalSinceReferenceDate
    case .null, .data, .uuid, .url, .object, .list: nil
    }
  }

  package static func decimal(_ value: Value) -> Decimal? {
    switch value {
    case .bool(let payload): payload ? 1 : 0
    case .int(let number): Decimal(number)
    case .double(let number), .duration(let number): ExactNumber.decimal(number)
    case .decimal(let number): number
    // Foundation's parser ignores the rest of a text after an unknown character, so that the text is checked first.
    case .string(let text): isNumber(text) ? Decimal(string: text).flatMap { $0.isNaN ? nil : $0 } : nil
    case .date(let date): ExactNumber.decimal(date.timeIntervalSinceReferenceDate)
    case .null, .data, .uuid, .url, .object, .list: nil
    }
  }

  package static func text(_ value: Value) -> String? {
    switch value {
    // Like the description of an `NSNumber`.
    case .bool(let payload): payload ? "1" : "0"
    case .int(let number): String(number)
    case .double(let number): description(of: number)
    case .duration(let seconds): description(of: seconds)
    case .decimal(let number): number.description
    case .string(let text): text
    case .date(let date): date.description
    case .data(let data): data.base64EncodedString()
    case .uuid(let id): id.uuidString
    case .url(let url): url.absoluteString
    case .null, .object, .list: nil
    }
  }

  private static func description(of number: Double) -> String {
    if let integer = Int64(exactly: number), abs(number) < 0x1p53 { return String(integer) }
    return number.description
  }

  package static func date(_ value: Value) -> Date? {
    switch value {
    case .date(let date): date
    case .int(let number): Date(timeIntervalSinceReferenceDate: Double(number))
    case .double(let number): number.isFinite ? Date(timeIntervalSinceReferenceDate: number) : nil
    case .decimal(let number):
      number.isNaN ? nil : Date(timeIntervalSinceReferenceDate: ExactNumber.nearestDouble(number))
    // The format of the literal `date("…")`.
    case .string(let text): ISO8601.date(from: text)
    default: nil
    }
  }

  package static func data(_ value: Value) -> Data? {
    switch value {
    case .data(let data): data
    // The format of the cast from Data to String.
    case .string(let text): Data(base64Encoded: text)
    default: nil
    }
  }

  /// The number of seconds.
  package static func duration(_ value: Value) -> Double? {
    switch value {
    case .duration(let seconds): seconds
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  package static func uuid(_ value: Value) -> UUID? {
    switch value {
    case .uuid(let id): id
    case .string(let text): UUID(uuidString: text)
    default: nil
    }
  }

  package static func url(_ value: Value) -> URL? {
    switch value {
    case .url(let url): url
    case .string(let text): text.isEmpty ? nil : URL(string: text)
    default: nil
    }
  }

  /// Whether the text is a decimal number. Swift's parsers also accept `0x1p3`, `inf` and `nan`, which are not.
  private static func isNumber(_ text: String) -> Bool {
    var bytes = text.utf8[...]
    func skipDigits() -> Bool {
      let rest = bytes.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      defer { bytes = rest }
      return rest.count < bytes.count
    }
    func skip(_ accepted: UInt8...) -> Bool {
      guard let first = bytes.first, accepted.contains(first) else { return false }
      bytes.removeFirst()
      return true
    }
    _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
    var hasDigits = skipDigits()
    if skip(UInt8(ascii: ".")) { hasDigits = skipDigits() || hasDigits }
    guard hasDigits else { return false }
    if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
      guard skipDigits() else { return false }
    }
    return bytes.isEmpty
  }
}
