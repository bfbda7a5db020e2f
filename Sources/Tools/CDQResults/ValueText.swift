package import CDQIR
import CDQRuntime

/// Text forms of values in results.
package enum ValueText {
  /// A value as JSON.
  package static func json(_ value: Value, _ type: ValueType) -> String {
    switch (type, value) {
    case (.float, .double(let number)) where number.isFinite:
      // Prints the shortest digits of a Float: as a Double, 0.1 would be 0.10000000149011612.
      Float(number).description
    case (.collection(let element, _), .list(let values)):
      "[\(values.map { json($0, element) }.joined(separator: ","))]"
    case (.opaque, .string(let text)) where (try? JSONValue(parsing: text)) != nil:
      text
    default:
      ValueCoding.json(value)
    }
  }

  /// A value as the plain text of a cell in a table or CSV; nil for `.null`.
  package static func plain(_ value: Value, _ type: ValueType) -> String? {
    if case .null = value { return nil }
    if case .string(let text) = value { return text }
    let json = json(value, type)
    // The JSON of dates, UUIDs and similar values is a string; the cell shows it without quotes.
    guard json.hasPrefix("\""), case .string(let text)? = try? JSONValue(parsing: json) else { return json }
    return text
  }

  /// A JSON object with the given keys.
  package static func object(_ values: [Value], _ columns: [ResultRows.Column]) -> String {
    let members = zip(columns, values).map { "\(ValueCoding.json(.string($0.name))):\(json($1, $0))" }
    return "{\(members.joined(separator: ","))}"
  }

  /// The value of a column as JSON: rows of related objects are objects.
  private static func json(_ value: Value, _ column: ResultRows.Column) -> String {
    guard let related = column.related else { return json(value, column.type) }
    func row(_ value: Value) -> String { value.isNull ? "null" : object(value.elements, related.columns) }
    return related.isToMany ? "[\(value.elements.map(row).joined(separator: ","))]" : row(value)
  }
}
