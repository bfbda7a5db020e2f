/// Calls of other languages with their counterparts in this one: `date_trunc('month', sent)` is `startOfMonth(sent)`, and
/// `substr(name, 1, 3)` is `prefix(name, 3)`.
package enum ForeignCall {
  /// The call in the language; nil where it has none.
  ///
  /// - Parameter arguments: Their texts, in the language.
  package static func translation(of name: String, _ arguments: [String]) -> String? {
    let name = name.lowercased()
    let arguments = arguments == [""] ? [] : arguments
    switch (name, arguments.count) {
    case ("date", 1): return day(arguments[0])
    case ("cast", 1): return cast(arguments[0])
    case ("today", 0), ("curdate", 0), ("current_date", 0): return "startOfDay(now())"
    case ("getdate", 0), ("sysdate", 0), ("current_timestamp", 0): return "now()"
    case ("date_trunc", 2), ("datetrunc", 2), ("date_trunc", 3): return start(arguments[0], of: Array(arguments.dropFirst()))
    case ("strftime", 2): return formatted(arguments[1], arguments[0])
    case ("date_format", 2): return formatted(arguments[0], arguments[1])
    case ("substr", 2), ("substr", 3), ("mid", 3), ("substring", 3): return part(of: arguments)
    case ("left", 2): return "prefix(\(arguments[0]), \(arguments[1]))"
    case ("right", 2): return "suffix(\(arguments[0]), \(arguments[1]))"
    case ("replace", 3): return "replacing(\(arguments.joined(separator: ", ")))"
    case ("concat", 2...): return arguments.joined(separator: " + ")
    default: return nil
    }
  }

  private static let periods = ["day": "Day", "week": "Week", "month": "Month", "year": "Year"]

  /// `date_trunc('month', sent)`
  private static func start(_ period: String, of arguments: [String]) -> String? {
    periods[unquoted(period).lowercased()].map { "startOf\($0)(\(arguments.joined(separator: ", ")))" }
  }

  /// The functions for formats of dates. Texts such as `2026-01` stand for months, as the starts of months do.
  private static let formats = [
    "%Y": "year", "%m": "month", "%d": "day", "%H": "hour", "%M": "minute", "%S": "second", "%Y-%m": "startOfMonth",
    "%Y-%m-01": "startOfMonth", "%Y-%m-%d": "startOfDay", "%Y-01-01": "startOfYear",
  ]

  /// `strftime('%Y-%m', sent)`
  private static func formatted(_ date: String, _ format: String) -> String? {
    formats[unquoted(format)].map { "\($0)(\(date))" }
  }

  /// `date(sent)`, the day of a moment, and the literal `date('2026-01-31')`
  private static func day(_ value: String) -> String {
    if unquoted(value) == value { return "startOfDay(\(value))" }
    return unquoted(value).lowercased() == "now" ? "startOfDay(now())" : "date(\(value))"
  }

  private static let types = [
    "int": "Int64", "integer": "Int64", "bigint": "Int64", "signed": "Int64", "unsigned": "Int64", "text": "String",
    "varchar": "String", "nvarchar": "String", "char": "String", "string": "String", "real": "Double", "float": "Double",
    "double": "Double", "decimal": "Decimal", "numeric": "Decimal", "bool": "Bool", "boolean": "Bool", "timestamp": "Date",
    "timestamptz": "Date", "datetime": "Date", "uuid": "UUID",
  ]

  /// `cast(sent as date)`, `cast(price as decimal(10, 2))`
  private static func cast(_ argument: String) -> String? {
    let words = argument.split(separator: " ")
    guard let sign = words.lastIndex(where: { $0.lowercased() == "as" }), sign > 0, sign + 1 < words.count else { return nil }
    let value = String(argument[..<words[sign - 1].endIndex])
    let type = words[sign + 1].prefix { $0.isLetter }.lowercased()
    return type == "date" ? day(value) : types[type].map { "CAST(\(value), \"\($0)\")" }
  }

  /// `substr(name, 2, 3)`, which counts from 1, or from the end.
  private static func part(of arguments: [String]) -> String? {
    guard let start = Int(arguments[1]), start != 0, start != .min else { return nil }
    let text = arguments[0]
    if start < 0 {
      let isRest = arguments.count == 2 || arguments[2] == String(start.magnitude)
      return isRest ? "suffix(\(text), \(start.magnitude))" : nil
    }
    guard arguments.count == 3 else { return nil }
    return start == 1 ? "prefix(\(text), \(arguments[2]))" : "substring(\(text), \(start - 1), \(arguments[2]))"
  }

  private static func unquoted(_ text: String) -> String {
    guard let quote = text.first, quote == "'" || quote == "\"", text.count > 1, text.last == quote else { return text }
    return String(text.dropFirst().dropLast())
  }
}
