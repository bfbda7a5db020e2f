public import CDQIR
import CDQStore

extension ValueCoding {
  /// The JSON of a value, which reads back as the same value of its type.
  ///
  /// Int64, Decimal and the shortest exact text of a Double are numbers; the Doubles that JSON lacks are `"Infinity"`,
  /// `"-Infinity"` and `"NaN"`; a date is in ISO 8601 in UTC (`{"$date": …}` beyond the years of the calendar), a
  /// duration in seconds, Data in base64, an object its identity.
  public static func json(_ value: Value) -> String { ValueJSON.text(value) }
}

extension JSONValue {
  /// The value as compact JSON text, with numbers as they were read.
  public var text: String {
    var result = ""
    append(to: &result)
    return result
  }

  private func append(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .number(let number): text += number
    case .string(let string): ValueJSON.append(string, to: &text)
    case .array(let elements): JSONValue.append(elements, to: &text)
    case .object(let members): JSONValue.append(members, to: &text)
    }
  }

  private static func append(_ elements: [JSONValue], to text: inout String) {
    text += "["
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      element.append(to: &text)
    }
    text += "]"
  }

  private static func append(_ members: [Member], to text: inout String) {
    text += "{"
    for (index, member) in members.enumerated() {
      if index > 0 { text += "," }
      ValueJSON.append(member.key, to: &text)
      text += ":"
      member.value.append(to: &text)
    }
    text += "}"
  }
}
