import CDQIR
import CDQJSON
import CDQSQL
import CDQValues
package import Foundation

extension PlainValue {
  /// The value as JSON, with the forms that data files have.
  package var json: String {
    switch self {
    case .null: return "null"
    case .bool(let truth): return ValueJSON.text(.bool(truth))
    case .int(let number): return ValueJSON.text(.int(number))
    case .real(let number): return ValueJSON.text(.double(number))
    case .date(let date): return ValueJSON.text(.date(date))
    case .data(let data): return ValueJSON.text(.data(data))
    case .string(let text): return ValueJSON.text(.string(text))
    case .uuid(let id): return ValueJSON.text(.uuid(id))
    case .list(let values): return "[\(values.map(\.json).joined(separator: ","))]"
    case .dictionary(let pairs):
      return "{\(pairs.map { "\(ValueJSON.text(.string($0.key))):\($0.value.json)" }.joined(separator: ","))}"
    }
  }

  /// The list in a transformable column as a text of JSON; NULL for bytes that are no archive of a list. Some
  /// transformers write JSON themselves.
  static func list(in datum: SQLDatum) -> SQLDatum {
    guard case .blob(let data) = datum, let text = text(of: data), text.hasPrefix("[") else { return .null }
    return .text(text)
  }

  /// The bytes of a transformable attribute as JSON: an archive or a property list of plain values, or bytes that are JSON
  /// already; nil for others.
  package static func text(of data: Data) -> String? {
    if let value = PlainValue(data) { return value.json }
    guard data.first == UInt8(ascii: "[") || data.first == UInt8(ascii: "{"), data.count < 1 << 24,
      let value = try? JSONValue(parsing: String(decoding: data, as: UTF8.self))
    else { return nil }
    return value.text
  }
}
