extension JSONValue {
  /// The value as compact JSON text, with numbers as they were read.
  public var text: String {
    var result = ""
    append(to: &result)
    return result
  }

  /// The value as text for people, indented by two spaces; arrays of scalars and empty arrays are on one line.
  package var indentedText: String {
    var result = ""
    append(to: &result, indent: "")
    return result
  }

  /// Appends the text of the value.
  ///
  /// - Parameter indent: the white space at the start of the value's line; nil for a text on one line.
  private func append(to text: inout String, indent: String? = nil) {
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .number(let number): text += number
    case .string(let string): StringLiteral.append(string, .json, to: &text)
    case .array(let elements):
      let isPlain = elements.allSatisfy { !$0.isContainer }
      JSONValue.append(elements, "[", "]", to: &text, isPlain ? nil : indent, comma: indent == nil ? "," : ", ") {
        $0.append(to: &$1, indent: $2)
      }
    case .object(let members):
      JSONValue.append(members, "{", "}", to: &text, members.isEmpty ? nil : indent, comma: ",") { member, text, inner in
        StringLiteral.append(member.key, .json, to: &text)
        text += inner == nil ? ":" : ": "
        member.value.append(to: &text, indent: inner)
      }
    }
  }

  private var isContainer: Bool {
    switch self {
    case .array, .object: true
    case .null, .bool, .integer, .number, .string: false
    }
  }

  /// Appends the parts of an array or an object, on one line or on a line each.
  private static func append<Part>(
    _ parts: [Part], _ open: String, _ close: String, to text: inout String, _ indent: String?, comma: String,
    _ write: (Part, inout String, String?) -> Void
  ) {
    let inner = indent.map { $0 + "  " }
    text += open
    for (index, part) in parts.enumerated() {
      if index > 0 { text += inner == nil ? comma : "," }
      if let inner { text += "\n" + inner }
      write(part, &text, inner)
    }
    if let indent { text += "\n" + indent }
    text += close
  }
}
