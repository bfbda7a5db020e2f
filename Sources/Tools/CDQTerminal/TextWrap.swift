import CDQSyntax

/// Breaks prose into lines.
package enum TextWrap {
  /// The words of a text in lines of at most `width` terminal columns. A longer word has a line of its own.
  ///
  /// - Parameter indent: The columns by which the lines after the first are indented.
  package static func lines(_ text: String, width: Int, indent: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let columns = DisplayWidth.of(String(word))
      let isEmpty = line.allSatisfy { $0 == " " }
      if !isEmpty, used + 1 + columns > width {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
        used = indent + columns
      } else {
        line += (isEmpty ? "" : " ") + word
        used += (isEmpty ? 0 : 1) + columns
      }
    }
    return lines + [line]
  }
}
