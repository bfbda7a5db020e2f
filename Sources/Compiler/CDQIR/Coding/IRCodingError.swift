/// The reason why a text cannot be decoded as IR, a mapping, a schema or a value, or why a node cannot be encoded.
package struct IRCodingError: Error, CustomStringConvertible {
  package let description: String

  init(_ reason: String, at offset: Int? = nil) {
    description = offset.map { "\(reason), at byte \($0)" } ?? reason
  }
}
