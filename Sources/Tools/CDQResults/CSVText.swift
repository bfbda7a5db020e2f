/// Lines of comma-separated values (RFC 4180): `\r\n` ends a line; nil is an empty cell, the empty string is `""`.
package enum CSVText {
  /// - Parameter separator: the byte between two cells.
  package static func line(_ cells: [String?], separator: UInt8 = UInt8(ascii: ",")) -> String {
    cells.map { $0.map { cell($0, separator) } ?? "" }.joined(separator: String(Unicode.Scalar(separator))) + "\r\n"
  }

  private static func cell(_ text: String, _ separator: UInt8) -> String {
    // Spaces at the ends are significant, and some readers drop them from cells without quotes.
    let needsQuotes =
      text.isEmpty || text.first == " " || text.last == " "
      || text.utf8.contains { $0 == 0x22 || $0 == separator || $0 == 0x0A || $0 == 0x0D }
    guard needsQuotes else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
