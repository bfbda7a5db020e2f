import CDQIR
import Foundation

extension Scalar {
  /// `CAST(value, 'Type')`: nil where the value cannot be converted (PREDICATES §7).
  func cast(to type: ValueType) throws(ExecutionError) -> Scalar {
    if case .null = self { return try Scalar(nilOf: type) }
    switch type {
    case .bool: return .bool(try value.map(CastRule.bool))
    case .int16: return .int(try value.map { CastRule.integer($0).flatMap { Int16(exactly: $0) }.map { Int64($0) } })
    case .int32: return .int(try value.map { CastRule.integer($0).flatMap { Int32(exactly: $0) }.map { Int64($0) } })
    case .int64: return .int(try value.map(CastRule.integer))
    case .float: return .double(try value.map { CastRule.double($0).map { Double(Float($0)) } })
    case .double: return .double(try value.map(CastRule.double))
    case .decimal: return .decimal(try value.map(CastRule.decimal))
    case .string: return .string(try value.map(CastRule.text))
    case .date: return .date(try value.map { CastRule.date($0)?.timeIntervalSinceReferenceDate })
    case .duration: return .duration(try value.map(CastRule.duration))
    case .data: return .data(try value.map { CastRule.data($0).map { .data($0) } })
    case .uuid: return .uuid(try value.map { CastRule.uuid($0).map { .uuid($0) } })
    case .url: return .url(try value.map { CastRule.url($0).map { .url($0) } })
    case .enumeration, .object, .opaque, .null: return self
    case .collection: throw .malformedQuery("a value is cast to a list")
    }
  }

  private var value: Getter<Value> {
    get throws(ExecutionError) {
      let value = try values()
      return isConstant ? .constant(value(nil).ifPresent) : .row { value($0).ifPresent }
    }
  }
}

/// What each type makes of a value of another. Text is converted as a whole, nothing is trimmed.
enum CastRule {
  static func bool(_ value: Value) -> Bool? {
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

  static func integer(_ value: Value) -> Int64? {
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

  static func double(_ value: Value) -> Double? {
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

  static func decimal(_ value: Value) -> Decimal? {
    switch value {
    case .bool(let payload): payload ? 1 : 0
    case .int(let number): Decimal(number)
    case .double(let number), .duration(let number): ExactNumber.decimal(number)
    case .decimal(let number): number
    // Foundation's parser stops at what it does not know.
    case .string(let text): isNumber(text) ? Decimal(string: text).flatMap { $0.isNaN ? nil : $0 } : nil
    case .date(let date): ExactNumber.decimal(date.timeIntervalSinceReferenceDate)
    case .null, .data, .uuid, .url, .object, .list: nil
    }
  }

  static func text(_ value: Value) -> String? {
    switch value {
    // As NSNumber describes them.
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

  static func date(_ value: Value) -> Date? {
    switch value {
    case .date(let date): date
    case .int(let number): Date(timeIntervalSinceReferenceDate: Double(number))
    case .double(let number): number.isFinite ? Date(timeIntervalSinceReferenceDate: number) : nil
    case .decimal(let number):
      number.isNaN ? nil : Date(timeIntervalSinceReferenceDate: ExactNumber.nearestDouble(number))
    // As the literal `date("…")` reads it.
    case .string(let text): ISO8601.date(from: text)
    case .null, .bool, .duration, .data, .uuid, .url, .object, .list: nil
    }
  }

  static func data(_ value: Value) -> Data? {
    switch value {
    case .data(let data): data
    // As it is written when cast to a String.
    case .string(let text): Data(base64Encoded: text)
    case .null, .bool, .int, .double, .decimal, .date, .duration, .uuid, .url, .object, .list: nil
    }
  }

  static func duration(_ value: Value) -> Double? {
    switch value {
    case .duration(let seconds): seconds
    case .int(let number): Double(number)
    case .double(let number): number
    case .null, .bool, .decimal, .string, .date, .data, .uuid, .url, .object, .list: nil
    }
  }

  static func uuid(_ value: Value) -> UUID? {
    switch value {
    case .uuid(let id): id
    case .string(let text): UUID(uuidString: text)
    case .null, .bool, .int, .double, .decimal, .date, .duration, .data, .url, .object, .list: nil
    }
  }

  static func url(_ value: Value) -> URL? {
    switch value {
    case .url(let url): url
    case .string(let text): text.isEmpty ? nil : URL(string: text)
    case .null, .bool, .int, .double, .decimal, .date, .duration, .data, .uuid, .object, .list: nil
    }
  }

  /// Whether the text is a decimal number, which leaves out what Swift's parsers also take: `0x1p3`, `inf`, `nan`.
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
