import CDQIR
package import CDQSQL
import Foundation

/// A value of a column that is not of the attribute's type, as a function of ours in SQLite or a cast in PostgreSQL
/// describes it in the message of its error: `cdq:["orders.total", "Double", "7", "abc"]`.
struct StrayValue {
  let column: String
  let type: String
  /// The key of the row, as a text; nil where the table has none.
  let key: String?
  /// The value, shown; nil for NULL.
  let value: String?

  static let mark = "cdq:["

  /// The text of the error.
  var message: String {
    let parts = [column, type, key, value]
    let json = (try? JSONEncoder().encode(parts)).map { String(decoding: $0, as: UTF8.self) }
    return "cdq:" + (json ?? "[]")
  }

  /// Reads the text of an error.
  ///
  /// - Parameter isText: Whether the value is a text, and not shown yet.
  init?(_ message: String, isText: Bool) {
    guard let start = message.range(of: StrayValue.mark)?.lowerBound, let end = message.lastIndex(of: "]"), start < end else {
      return nil
    }
    let json = message[start...end].dropFirst(4)
    guard let parts = try? JSONDecoder().decode([String?].self, from: Data(json.utf8)), parts.count == 4,
      let column = parts[0], let type = parts[1]
    else { return nil }
    (self.column, self.type, key) = (column, type, parts[2])
    value = isText ? parts[3].flatMap { SQLDatum.text($0).shown } : parts[3]
  }

  init(column: String, type: String, key: String?, value: String?) {
    (self.column, self.type, self.key, self.value) = (column, type, key, value)
  }

  var error: DatabaseError {
    guard let value else { return .unexpectedNull(column: column) }
    return .unexpectedValue(column: column, reason: "\(value), which is no \(type)\(StrayValue.place(key))")
  }

  /// The clause of a message that names a row.
  static func place(_ key: String?) -> String {
    key.flatMap { SQLDatum.text($0).shown }.map { ", in the row with the key \($0)" } ?? ""
  }
}

extension SQLDatum {
  /// The value for a message, shortened and without control characters: a text in quotation marks; nil for NULL.
  package var shown: String? {
    switch self {
    case .null: return nil
    case .blob(let data): return "\(data.count) bytes"
    case .int, .real: return textForm
    case .text(let text):
      let shown = text.unicodeScalars.prefix(40).map { scalar -> String in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
          "\\u{\(String(scalar.value, radix: 16))}"
        default: String(scalar)
        }
      }
      return "'\(shown.joined())\(text.unicodeScalars.count > 40 ? "…" : "")'"
    }
  }

  /// The value as the key of a row in a message.
  package var shownKey: String? {
    if case .text(let text) = self { SQLDatum.text(text).shown } else { shown }
  }
}
