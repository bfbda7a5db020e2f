import CDQJSON
import Foundation

/// Values as literals of the language. All but objects and Doubles that are not finite parse to the same value again.
package enum LiteralText {
  package static func text(_ value: Value) -> String {
    switch value {
    case .null: "NULL"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value): number(value)
    case .decimal(let value): "decimal(\"\(value.description)\")"
    case .string(let value): StringLiteral.quoted(value)
    case .date(let value): "date(\"\(ISO8601.text(value) ?? String(value.timeIntervalSinceReferenceDate))\")"
    case .duration(let value): "seconds(\(number(value)))"
    case .data(let value): "data(\"\(value.base64EncodedString())\")"
    case .uuid(let value): "uuid(\"\(value.uuidString)\")"
    case .url(let value): "url(\(StringLiteral.quoted(value.absoluteString)))"
    case .object(let key): "\(key.root) \(key.identity)"
    case .list(let values): "{" + values.map(text).joined(separator: ", ") + "}"
    }
  }

  /// The shortest text that parses to the same Double, always with a point or an exponent.
  private static func number(_ value: Double) -> String {
    value.description
  }
}
