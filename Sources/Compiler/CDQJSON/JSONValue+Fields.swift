/// Reading and making JSON. Reading never fails: a member that is missing or of another type is nil, and the reader decides
/// what that means.
extension JSONValue {
  /// The text of a string; nil for any other value.
  package var asString: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number if it is an integer that fits `Int`; nil for any other value.
  package var asInt: Int? {
    if case .integer(let number) = self { Int(exactly: number) } else { nil }
  }

  /// The truth value; nil for any other value.
  package var asBool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The elements of an array; empty for any other value.
  package var asArray: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The value at a path of keys; nil when one of them is missing.
  package subscript(path first: String, _ rest: String...) -> JSONValue? {
    rest.reduce(self[first]) { $0?[$1] }
  }

  /// An object of the given members; those that are nil are omitted.
  package static func fields(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  /// An object that keeps the order of the given members.
  package static func members(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { Member($0.0, $0.1) })
  }

  package static func int(_ number: Int) -> JSONValue { .integer(Int64(number)) }

  package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
