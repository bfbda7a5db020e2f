import CDQStore

/// A JSON value as it was read: numbers keep every digit, members keep their order.
///
/// The library reads JSON itself because Foundation's parser turns numbers into `Double` or rounds them (an `Int64`
/// key or a `Decimal` price must arrive exactly), and reports neither a usable position nor a repeated key.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent that fits.
  case integer(Int64)
  /// Any other number, as it is written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One key and its value.
  public struct Member: Hashable, Sendable {
    /// The key, escapes resolved.
    public var key: String
    /// Its value.
    public var value: JSONValue

    /// A key and its value.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The value of the last member of that key; nil when there is none or this is no object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// Reads a text that is one JSON value (RFC 8259, UTF-8, nesting up to 128).
  ///
  /// - Throws: `JSONError` with the offset of the first byte that is wrong.
  public init(parsing text: String) throws(JSONError) {
    self = try JSONValue.parse(utf8: Array(text.utf8))
  }

  /// Reads bytes that are one JSON value.
  ///
  /// - Throws: `JSONError` with the offset of the first byte that is wrong.
  public static func parse(utf8 bytes: [UInt8]) throws(JSONError) -> JSONValue {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<JSONValue, JSONError> in
      do throws(JSONError) {
        var scanner = try JSONScanner(validating: buffer)
        return .success(try scanner.readDocument())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// What kind of value this is, for messages.
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

/// Where a text stops being JSON, and why.
public struct JSONError: Error, Hashable, Sendable {
  /// What kind of error it is.
  public enum Code: String, Hashable, Sendable {
    case invalidJSON = "invalid-json"
    case invalidUTF8 = "invalid-utf8"
    case nestingTooDeep = "nesting-too-deep"
  }
  /// What kind of error it is.
  public var code: Code
  /// 0-based byte offset.
  public var offset: Int
  /// What is wrong.
  public var message: String

  package init(_ code: Code = .invalidJSON, at offset: Int, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }
}
