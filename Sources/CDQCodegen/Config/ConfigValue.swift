import CDQSyntax

/// A value of a `cdq.json` with its place.
struct ConfigValue: Sendable {
  enum Content: Sendable {
    case object([Member])
    case array([ConfigValue])
    case string(String)
    case bool(Bool)
    case number
    case null
  }

  struct Member: Sendable {
    var key: String
    var keySpan: SourceSpan
    var value: ConfigValue
  }

  var content: Content
  var span: SourceSpan

  /// What kind of value it is, for an error about it.
  var kind: String {
    switch content {
    case .object: "an object"
    case .array: "a list"
    case .string: "a text"
    case .bool: "a Bool"
    case .number: "a number"
    case .null: "null"
    }
  }
}
