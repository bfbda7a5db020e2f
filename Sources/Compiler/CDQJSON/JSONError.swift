/// The error of a text that is no JSON: where it stops being JSON, and why.
public struct JSONError: Error, Hashable, Sendable {
  /// The kind of error, such as `invalid-json`.
  public enum Code: String, Hashable, Sendable {
    case invalidJSON = "invalid-json"
    case invalidUTF8 = "invalid-utf8"
    case nestingTooDeep = "nesting-too-deep"
  }
  /// The kind of the error.
  public var code: Code
  /// The 0-based offset in bytes of the error.
  public var offset: Int
  /// The message for people, such as `expected ':', found '}'`.
  public var message: String

  @usableFromInline package init(_ code: Code = .invalidJSON, at offset: Int, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }
}
