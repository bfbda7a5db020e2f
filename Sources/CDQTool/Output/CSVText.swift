/// Lines of comma-separated values (RFC 4180): `\r\n` ends a line; nil is an empty cell, the empty string is `""`.
enum CSVText {
  static func line(_ cells: [String?]) -> String {
    cells.map { $0.map(cell) ?? "" }.joined(separator: ",") + "\r\n"
  }

  private static func cell(_ text: String) -> String {
    // Spaces at the ends are significant, and some readers drop them from cells without quotes.
    let needsQuotes =
      text.isEmpty || text.first == " " || text.last == " "
      || text.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    guard needsQuotes else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
