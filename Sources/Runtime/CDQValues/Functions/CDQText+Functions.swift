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

  /// The first Characters of a text, at most `count`; none for a negative `count`.
  public static func prefix(_ text: String, _ count: Int64) -> String {
    String(text.prefix(Int(clamping: max(count, 0))))
  }

  /// The last Characters of a text, at most `count`; none for a negative `count`.
  public static func suffix(_ text: String, _ count: Int64) -> String {
    String(text.suffix(Int(clamping: max(count, 0))))
  }

  /// The text in front of the first separator.
  ///
  /// - Returns: Nil where CONTAINS does not find the separator, such as an empty one.
  public static func before(_ text: String, _ separator: String) -> String? {
    guard let place = TextPlaces.find(separator, in: text, all: false).first else { return nil }
    return String(Substring(text.utf8.prefix(place.lowerBound)))
  }

  /// The text after the first separator.
  ///
  /// - Returns: Nil where CONTAINS does not find the separator, such as an empty one.
  public static func after(_ text: String, _ separator: String) -> String? {
    guard let place = TextPlaces.find(separator, in: text, all: false).first else { return nil }
    return String(Substring(text.utf8.dropFirst(place.upperBound)))
  }

  /// The most bytes of UTF-8 to which a query makes a text longer. Calls within each other would otherwise fill the memory.
  package static let longest = 4_194_304

  /// The text with `new` in place of each `old` that CONTAINS finds, from the start on. An empty `old` is found nowhere.
  ///
  /// - Throws: `ExecutionError.textLimit` when the result is longer than the text, and than 4,194,304 bytes of UTF-8.
  public static func replacing(_ text: String, _ old: String, _ new: String) throws(ExecutionError) -> String {
    guard let result = replaced(text, old, new) else { throw .textLimit(longest) }
    return result
  }

  /// The text with `new` in place of each `old`; nil where that is too long.
  package static func replaced(_ text: String, _ old: String, _ new: String) -> String? {
    let places = TextPlaces.find(old, in: text, all: true)
    if places.isEmpty { return text }
    let size = places.reduce(Int64(text.utf8.count)) { $0 - Int64($1.count) + Int64(new.utf8.count) }
    guard size <= max(longest, text.utf8.count) else { return nil }
    var result = ""
    result.reserveCapacity(Int(size))
    var rest = text.utf8[...]
    var position = 0
    for place in places {
      result.append(contentsOf: Substring(rest.prefix(place.lowerBound - position)))
      result += new
      rest = rest.dropFirst(place.upperBound - position)
      position = place.upperBound
    }
    result.append(contentsOf: Substring(rest))
    return result
  }
}
