package import CDQIR
import CDQJSON
import Foundation

/// JSON texts of values. A reader that knows the type gets the same value back.
package enum ValueJSON {
  /// A value as JSON. Int64, Decimal and Double (with the shortest exact digits) are numbers; the doubles that JSON
  /// lacks are `"Infinity"`, `"-Infinity"` and `"NaN"`. A date is ISO 8601 in UTC (`{"$date": …}` beyond the calendar's
  /// years), a duration its seconds, Data base64, an object its identity.
  package static func text(_ value: Value) -> String {
    var result = ""
    append(value, to: &result)
    return result
  }

  /// Appends a value as JSON.
  package static func append(_ value: Value, to text: inout String) {
    switch value {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .int(let number): text += String(number)
    case .double(let number), .duration(let number): append(number, to: &text)
    case .decimal(let number): text += number.isNaN ? "\"NaN\"" : number.description
    case .string(let string): append(string, to: &text)
    case .date(let date):
      if let written = ISO8601.text(date) {
        append(written, to: &text)
      } else {
        text += "{\"$date\":"
        append(date.timeIntervalSinceReferenceDate, to: &text)
        text += "}"
      }
    case .data(let data): append(data.base64EncodedString(), to: &text)
    case .uuid(let uuid): append(uuid.uuidString, to: &text)
    case .url(let url): append(url.absoluteString, to: &text)
    case .object(let key): append(key.identity, to: &text)
    case .list(let values):
      text += "["
      for (index, element) in values.enumerated() {
        if index > 0 { text += "," }
        append(element, to: &text)
      }
      text += "]"
    }
  }

  /// Appends the value of a `Float` attribute, with only the digits that a Float needs.
  package static func appendFloat(_ number: Double, to text: inout String) {
    guard number.isFinite else { return append(number, to: &text) }
    text += Float(number).description
  }

  private static func append(_ number: Double, to text: inout String) {
    if number.isFinite {
      text += number.description
    } else {
      text += number.isNaN ? "\"NaN\"" : number > 0 ? "\"Infinity\"" : "\"-Infinity\""
    }
  }

  private static func append(_ identity: ObjectKey.Identity, to text: inout String) {
    switch identity {
    case .record(let number): text += String(number)
    case .int(let number): text += String(number)
    case .string(let string): append(string, to: &text)
    case .uuid(let uuid): append(uuid.uuidString, to: &text)
    case .composite(let parts): append(.list(parts.map { .string($0) }), to: &text)
    }
  }

  /// Appends a JSON string.
  package static func append(_ string: String, to text: inout String) { StringLiteral.append(string, .json, to: &text) }
}
