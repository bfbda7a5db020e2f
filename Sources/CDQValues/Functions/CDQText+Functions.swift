// Text functions of the language, which generated code calls.

extension CDQText {
  /// A text without the white space, by Unicode, at both of its ends.
  public static func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }), let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// So many Characters of a text from one on, where 0 is the first; as many as there are.
  ///
  /// - Returns: nil when `start` or `count` is negative.
  public static func substring(_ text: String, _ start: Int64, _ count: Int64) -> String? {
    guard start >= 0, count >= 0 else { return nil }
    let part = text.dropFirst(Int(clamping: start)).prefix(Int(clamping: count))
    return String(part)
  }
}
