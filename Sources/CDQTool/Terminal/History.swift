/// The lines that the user entered before, and the position of the one that the line editor shows.
struct History: Sendable {
  static let limit = 1000

  private(set) var lines: [String]
  /// Index of the line that is shown; `lines.count` means the line that the user is typing.
  private var position: Int
  private var draft = ""

  init(_ lines: [String] = []) {
    self.lines = Array(lines.suffix(History.limit))
    position = self.lines.count
  }

  /// Adds a line and returns true, unless it is blank or equals the line before.
  mutating func add(_ line: String) -> Bool {
    defer { position = lines.count }
    guard !line.allSatisfy(\.isWhitespace), line != lines.last else { return false }
    lines.append(line)
    if lines.count > History.limit { lines.removeFirst() }
    return true
  }

  /// Moves to the line before the shown one; nil at the first. `current` is the line that the user is typing, which
  /// `next` gives back after the last one.
  mutating func previous(_ current: String) -> String? {
    guard position > 0 else { return nil }
    if position == lines.count { draft = current }
    position -= 1
    return lines[position]
  }

  /// Moves to the line after the shown one; nil when the user's own line is shown already.
  mutating func next() -> String? {
    guard position < lines.count else { return nil }
    position += 1
    return position == lines.count ? draft : lines[position]
  }
}
