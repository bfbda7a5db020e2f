import CDQSyntax

/// Text on its way to a terminal.
///
/// Texts of users are escaped where they are put into a line. This is the last place that sees a line, and it lets
/// nothing pass that such a place has missed: of the escape sequences it keeps those that `TextStyle` and reports make.
package enum TerminalText {
  /// The text with escapes for control characters and marks of direction, except line breaks, tabs and styles.
  package static func safe(_ text: String) -> String {
    guard VisibleText.holdsControls(text) else { return text }
    var result = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "\u{1B}", let style = styles.first(where: { rest.starts(with: $0) }) {
        result.unicodeScalars.append(contentsOf: style)
        rest = rest.dropFirst(style.count)
        continue
      }
      if scalar == "\n" || scalar == "\t" {
        result.unicodeScalars.append(scalar)
      } else {
        VisibleText.append(scalar, to: &result)
      }
      rest.removeFirst()
    }
    return result
  }

  private static let styles = (TextStyle.allCases.map(\.rawValue) + DiagnosticStyle.codes + ["0"]).map { code in
    Array("\u{1B}[\(code)m".unicodeScalars)
  }
}
