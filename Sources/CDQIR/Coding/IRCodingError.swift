/// Why a text is no query, mapping, schema or value.
package struct IRCodingError: Error, CustomStringConvertible {
  package let description: String

  init(_ reason: String, at offset: Int? = nil) {
    description = offset.map { "\(reason), at byte \($0)" } ?? reason
  }
}
