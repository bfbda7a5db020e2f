/// Lines that were entered before, and the one among them that is shown.
struct History: Sendable {
  static let limit = 1000

  private(set) var lines: [String]
  /// Index of the line that is shown; `lines.count` is the one being written.
  private var position: Int
  private var draft = ""

  init(_ lines: [String] = []) {
    self.lines = Array(lines.suffix(History.limit))
    position = self.lines.count
  }

  /// Adds a line. Returns whether it is new: not empty, and not the one before again.
  mutating func add(_ line: String) -> Bool {
    defer { position = lines.count }
    guard !line.allSatisfy(\.isWhitespace), line != lines.last else { return false }
    lines.append(line)
    if lines.count > History.limit { lines.removeFirst() }
    return true
  }

  /// The line before the shown one; nil at the first. `current` is kept while older ones are looked at.
  mutating func previous(_ current: String) -> String? {
    guard position > 0 else { return nil }
    if position == lines.count { draft = current }
    position -= 1
    return lines[position]
  }

  /// The line after the shown one; nil at the last.
  mutating func next() -> String? {
    guard position < lines.count else { return nil }
    position += 1
    return position == lines.count ? draft : lines[position]
  }
}
