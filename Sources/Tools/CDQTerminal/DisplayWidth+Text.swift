import CDQSyntax

extension DisplayWidth {
  /// Number of terminal columns of a text.
  package static func of(_ text: String) -> Int {
    // Fast path: most texts are ASCII, where every byte takes one column.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The text, cut to a number of columns; a text that is cut ends with an ellipsis.
  package static func truncated(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    var result = ""
    var used = 0
    for character in text {
      let cells = of(character)
      if used + cells > width - 1 { break }
      result.append(character)
      used += cells
    }
    return result + (width > 0 ? "…" : "")
  }
}
