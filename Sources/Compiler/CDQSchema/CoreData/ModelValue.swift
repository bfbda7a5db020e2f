import CDQIR
import Foundation

/// Parses values in the format of Xcode's models.
enum ModelValue {
  static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "true": return true
    case "no", "false": return false
    default:
      // Xcode leaves a number when a numeric attribute becomes a Boolean.
      guard let value = number(text), value == 0 || value == 1 else { return nil }
      return value == 1
    }
  }

  /// Parses a text as a value of the type; nil when it is not one.
  static func parse(_ text: String, as type: ValueType) -> Value? {
    switch type {
    case .bool: boolean(text).map(Value.bool)
    case .int16, .int32, .int64: type.integerRange.flatMap { integer(text, in: $0) }
    case .float: number(text).flatMap { Float($0).isFinite ? .double($0) : nil }
    case .double: number(text).map(Value.double)
    case .decimal: DecimalText.decimal(from: text).map(Value.decimal)
    case .string: .string(text)
    case .uuid: UUID(uuidString: text).map(Value.uuid)
    case .url: URL(string: text).map(Value.url)
    default: nil
    }
  }

  /// The number or Bool that Foundation reads at the start of a text which is not wholly one, such as 0 of `NO` and 5 of
  /// `5 kg`; nil for types without such a value.
  static func parseStart(_ text: String, as type: ValueType) -> Value? {
    if type == .bool { return .bool("YyTt123456789".contains(text.first ?? "N")) }
    guard type.isNumeric else { return nil }
    // No number is longer than this.
    var start = text.prefix(40)
    while !start.isEmpty, number(String(start)) == nil { start.removeLast() }
    if let range = type.integerRange {
      let whole = number(String(start)).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
      return .int(whole.flatMap { range.contains($0) ? $0 : nil } ?? 0)
    }
    return parse(String(start), as: type) ?? parse("0", as: type)
  }

  /// The text of a number or Bool in the format of Xcode's models; nil for other values.
  static func text(of value: Value) -> String? {
    switch value {
    case .bool(let value): value ? "YES" : "NO"
    case .int(let value): String(value)
    case .double(let value): String(value)
    case .decimal(let value): value.description
    default: nil
    }
  }

  /// Parses seconds since 2001 as a date; nil for a date that no literal of the language can express.
  static func date(_ text: String) -> Value? {
    guard let date = number(text).map({ Date(timeIntervalSinceReferenceDate: $0) }), ISO8601.text(date) != nil else {
      return nil
    }
    return .date(date)
  }

  /// Parses an integer, written `5` or, after a change of the type in Xcode, `5.0`.
  private static func integer(_ text: String, in range: ClosedRange<Int64>) -> Value? {
    let value: Int64
    if let plain = Int64(text) {
      value = plain
    } else if let decimal = DecimalText.decimal(from: text), let whole = Int64(decimal.description) {
      value = whole
    } else {
      return nil
    }
    return range.contains(value) ? .int(value) : nil
  }

  /// Parses a finite decimal number. `Double` alone would also accept `inf`, `nan` and hexadecimal digits.
  static func number(_ text: String) -> Double? {
    let allowed = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "+") || byte | 0x20 == UInt8(ascii: "e")
    }
    guard allowed, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The element type of a Swift array that `customClassName` names, such as `[String]` or `Array<Int>`.
  static func arrayElement(_ className: String) -> ValueType? {
    var name = className.filter { $0 != " " }
    if name.hasSuffix("?") || name.hasSuffix("!") { name.removeLast() }
    if name.hasPrefix("["), name.hasSuffix("]") {
      name = String(name.dropFirst().dropLast())
    } else if let prefix = ["Array<", "Swift.Array<"].first(where: { name.hasPrefix($0) }), name.hasSuffix(">") {
      name = String(name.dropFirst(prefix.count).dropLast())
    } else {
      return nil
    }
    return scalarTypes[name]
  }

  private static let scalarTypes: [String: ValueType] = [
    "Bool": .bool, "Int16": .int16, "Int32": .int32, "Int64": .int64, "Int": .int64, "Float": .float,
    "Double": .double, "CGFloat": .double, "Decimal": .decimal, "NSDecimalNumber": .decimal, "String": .string,
    "NSString": .string, "Date": .date, "NSDate": .date, "Data": .data, "NSData": .data, "UUID": .uuid,
    "NSUUID": .uuid, "URL": .url, "NSURL": .url, "Swift.String": .string, "Swift.Int": .int64,
    "Swift.Int64": .int64, "Swift.Double": .double, "Swift.Bool": .bool, "Foundation.UUID": .uuid,
    "Foundation.URL": .url, "Foundation.Date": .date, "Foundation.Data": .data,
  ]
}
