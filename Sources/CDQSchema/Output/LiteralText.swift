import CDQIR
import Foundation

/// Values as literals of the language, which read back as the same values.
enum LiteralText {
  static func text(_ value: Value) -> String {
    switch value {
    case .null: "NULL"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value): number(value)
    case .decimal(let value): "decimal(\"\(value.description)\")"
    case .string(let value): quoted(value)
    case .date(let value): "date(\"\(ISO8601.text(value) ?? String(value.timeIntervalSinceReferenceDate))\")"
    case .duration(let value): "seconds(\(number(value)))"
    case .data(let value): "data(\"\(value.base64EncodedString())\")"
    case .uuid(let value): "uuid(\"\(value.uuidString)\")"
    case .url(let value): "url(\(quoted(value.absoluteString)))"
    case .object(let key): "\(key.root) \(key.identity)"
    case .list(let values): "{" + values.map(text).joined(separator: ", ") + "}"
    }
  }

  /// The shortest text that reads back as the same double, always with a point or an exponent.
  private static func number(_ value: Double) -> String {
    value.description
  }

  /// In double quotes; what has no place in a line is escaped.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value) {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
