/// Emphasis on a terminal.
enum TextStyle: String, Hashable, Sendable {
  case bold = "1"
  case dim = "2"

  /// The text between the codes of the style; as it is without colour.
  func applied(to text: String, isColored: Bool) -> String {
    isColored ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
