/// Text styles of a terminal; the raw values are the parameters of the escape sequences.
enum TextStyle: String, Hashable, Sendable {
  case bold = "1"
  case dim = "2"

  /// Encloses a text in the escape sequences of the style; returns it unchanged without colour.
  func applied(to text: String, isColored: Bool) -> String {
    isColored ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
