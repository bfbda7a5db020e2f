import CDQIR
import CDQRuntime

/// Values as results show them.
enum ValueText {
  /// A value as JSON.
  static func json(_ value: Value, _ type: ValueType) -> String {
    switch (type, value) {
    case (.float, .double(let number)) where number.isFinite:
      // A Float's own digits: as a Double, 0.1 would be 0.10000000149011612.
      Float(number).description
    case (.collection(let element, _), .list(let values)):
      "[\(values.map { json($0, element) }.joined(separator: ","))]"
    case (.opaque, .string(let text)) where (try? JSONValue(parsing: text)) != nil:
      text
    default:
      ValueCoding.json(value)
    }
  }

  /// A value as plain text: what a table and a CSV cell show; nil for nil.
  static func plain(_ value: Value, _ type: ValueType) -> String? {
    if case .null = value { return nil }
    if case .string(let text) = value { return text }
    let json = json(value, type)
    // Dates, UUIDs and the like are JSON strings without anything to unescape.
    guard json.hasPrefix("\""), case .string(let text)? = try? JSONValue(parsing: json) else { return json }
    return text
  }

  /// A JSON object with the given keys.
  static func object(_ values: [Value], _ columns: [ResultRows.Column]) -> String {
    let members = zip(columns, values).map { "\(ValueCoding.json(.string($0.name))):\(json($1, $0.type))" }
    return "{\(members.joined(separator: ","))}"
  }
}
