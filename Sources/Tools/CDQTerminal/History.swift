/// The texts that the user entered before, and the position of the one that the line editor shows.
package struct History: Sendable {
  package static let limit = 1000

  package private(set) var lines: [String]
  /// Index of the entry that is shown; `lines.count` means the text that the user is typing.
  private var position: Int
  private var draft = ""
  /// What the entries begin with that `previous` and `next` show.
  private var prefix = ""

  package init(_ lines: [String] = []) {
    self.lines = Array(lines.suffix(History.limit))
    position = self.lines.count
  }

  /// Adds an entry and returns true, unless it is blank or equals the one before.
  package mutating func add(_ line: String) -> Bool {
    defer { position = lines.count }
    guard !line.allSatisfy(\.isWhitespace), line != lines.last else { return false }
    lines.append(line)
    if lines.count > History.limit { lines.removeFirst() }
    return true
  }

  /// Forgets which entry is shown.
  package mutating func stop() { position = lines.count }

  /// Moves to the entry before the shown one that begins with a prefix; nil when there is none.
  ///
  /// - Parameters:
  ///   - current: the text that the user is typing, which `next` gives back after the last entry.
  ///   - prefix: what the entries must begin with. Ignored unless the user's own text is shown.
  package mutating func previous(_ current: String, prefix: String = "") -> String? {
    if position == lines.count { (draft, self.prefix) = (current, prefix) }
    guard let found = lines[..<position].lastIndex(where: { $0.hasPrefix(self.prefix) && $0 != current }) else {
      return nil
    }
    position = found
    return lines[found]
  }

  /// Moves to the entry after the shown one that begins with the prefix of `previous`, or to the user's own text; nil when
  /// that is shown already.
  package mutating func next() -> String? {
    guard position < lines.count else { return nil }
    let shown = lines[position]
    let found = lines[(position + 1)...].firstIndex { $0.hasPrefix(prefix) && $0 != shown }
    position = found ?? lines.count
    return position == lines.count ? draft : lines[position]
  }

  /// The last entry before an index that contains a text, ignoring case.
  package func search(_ text: String, before end: Int) -> Int? {
    let wanted = text.lowercased()
    return lines[..<min(end, lines.count)].lastIndex { $0.lowercased().contains(wanted) }
  }

  /// What the last entry that begins with a text has after it, up to the end of its line; nil when there is none.
  package func continuation(of text: String) -> String? {
    guard !text.isEmpty, let entry = lines.last(where: { $0.hasPrefix(text) && $0 != text }) else { return nil }
    let rest = entry.dropFirst(text.count).prefix { $0 != "\n" }
    return rest.isEmpty ? nil : String(rest)
  }
}
