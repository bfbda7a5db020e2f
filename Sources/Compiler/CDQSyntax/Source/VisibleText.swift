/// Text without characters that break a line, control a terminal or change the direction in which the rest is read.
///
/// Names of files, values and query texts come from anyone. In a message, in a comment of generated code or in a table
/// they must be read as what they are.
package enum VisibleText {
  /// Whether a scalar is a control character, breaks a line, or is one of Unicode's marks of direction.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB: true
    default: false
    }
  }

  /// The text with escapes such as `\n` and `\u{1b}` for these scalars; itself when it has none.
  ///
  /// - Parameter keepsLines: Whether line breaks and tabs stay, since the text has several lines.
  package static func escaped(_ text: String, keepsLines: Bool = false) -> String {
    guard holdsControls(text) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if keepsLines, scalar == "\n" || scalar == "\t" {
        result.unicodeScalars.append(scalar)
      } else {
        append(scalar, to: &result)
      }
    }
    return result
  }

  /// The text with U+FFFD for each of these scalars, so that its columns stay where they are.
  static func replaced(_ text: String) -> String {
    guard holdsControls(text) else { return text }
    return String(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : Character($0) })
  }

  /// Appends a scalar, or its escape.
  package static func append(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case _ where isControl(scalar): text += "\\u{\(String(scalar.value, radix: 16))}"
    default: text.unicodeScalars.append(scalar)
    }
  }

  /// Whether a text has such scalars.
  package static func holdsControls(_ text: String) -> Bool {
    // Most texts are ASCII, which bytes decide faster.
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    return !isPlain && text.unicodeScalars.contains(where: isControl)
  }
}
