/// Text styles of a terminal; the raw values are the parameters of the escape sequences.
package enum TextStyle: String, Hashable, Sendable, CaseIterable {
  case bold = "1"
  case dim = "2"
  case reversed = "7"
  case green = "32"
  case yellow = "33"
  case blue = "34"
  case magenta = "35"
  case cyan = "36"

  /// Encloses a text in the escape sequences of the style; returns it unchanged without colour.
  package func applied(to text: String, isColored: Bool) -> String {
    isColored ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
