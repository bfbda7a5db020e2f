// The text functions of the query language, which generated code calls.

extension CDQText {
  /// The text without Unicode white space at both ends.
  public static func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }), let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// A substring by Characters. A range beyond the end is cut off.
  ///
  /// - Parameters:
  ///   - start: The 0-based index of the first Character.
  ///   - count: The greatest number of Characters.
  /// - Returns: Nil when `start` or `count` is negative.
  public static func substring(_ text: String, _ start: Int64, _ count: Int64) -> String? {
    guard start >= 0, count >= 0 else { return nil }
    let part = text.dropFirst(Int(clamping: start)).prefix(Int(clamping: count))
    return String(part)
  }
}
