import CDQSyntax

/// A JSON value of a `cdq.json` with its source range.
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

  /// The kind of the value for error messages, such as "a list".
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
