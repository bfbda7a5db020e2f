/// A JSON value: numbers keep every digit, members keep their order.
///
/// The library has its own JSON reader because Foundation's turns numbers into `Double` or rounds them, though an
/// `Int64` key or a `Decimal` price must arrive exactly, and because it reports neither a usable position nor a
/// repeated key.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent that fits `Int64`, except `-0`.
  case integer(Int64)
  /// Any other number, as it is written: `1.50`, `1e3`.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One member of an object: a key and its value.
  public struct Member: Hashable, Sendable {
    /// The key with its escapes resolved.
    public var key: String
    /// The value of the key.
    public var value: JSONValue

    /// A member of an object.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The value of the last member with that key; nil when there is none or this is no object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// Parses a text that is one JSON value (RFC 8259, nested up to 128 levels).
  ///
  /// - Throws: `JSONError` with the offset of the first byte that is wrong.
  public init(parsing text: String) throws(JSONError) {
    self = try JSONValue.parse(utf8: Array(text.utf8))
  }

  /// Parses bytes of UTF-8 that are one JSON value.
  ///
  /// - Throws: `JSONError` with the offset of the first byte that is wrong.
  public static func parse(utf8 bytes: [UInt8]) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      var scanner = try JSONScanner(validating: buffer)
      return try scanner.readDocument()
    }
  }

  /// The kind of the value, for messages.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
