/// The text of the line editor: its Characters and the position of the cursor.
struct LineBuffer: Hashable, Sendable {
  private(set) var characters: [Character]
  /// Number of Characters before the cursor.
  private(set) var cursor: Int
  /// The Characters that the last Ctrl-K, Ctrl-U or Ctrl-W removed; Ctrl-Y inserts them.
  private(set) var killed: [Character] = []

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }
  var textBeforeCursor: String { String(characters[..<cursor]) }
  var isEmpty: Bool { characters.isEmpty }

  mutating func insert(_ text: String) {
    // A combining mark joins the Character before it, so the parts are joined as strings and split again.
    let head = String(characters[..<cursor]) + text
    let tail = characters[cursor...]
    let start = Array(head)
    characters = start + tail
    cursor = start.count
  }

  /// Replaces the text before the cursor.
  mutating func replaceBeforeCursor(with text: String) {
    let start = Array(text)
    characters = start + characters[cursor...]
    cursor = start.count
  }

  mutating func deleteBackward() {
    guard cursor > 0 else { return }
    cursor -= 1
    characters.remove(at: cursor)
  }

  mutating func deleteForward() {
    guard cursor < characters.count else { return }
    characters.remove(at: cursor)
  }

  mutating func moveLeft() { cursor = max(0, cursor - 1) }
  mutating func moveRight() { cursor = min(characters.count, cursor + 1) }
  mutating func moveToStart() { cursor = 0 }
  mutating func moveToEnd() { cursor = characters.count }
  mutating func moveWordLeft() { cursor = startOfWord }
  mutating func moveWordRight() {
    while cursor < characters.count, !LineBuffer.isWord(characters[cursor]) { cursor += 1 }
    while cursor < characters.count, LineBuffer.isWord(characters[cursor]) { cursor += 1 }
  }

  mutating func killToEnd() { kill(cursor..<characters.count) }
  mutating func killToStart() { kill(0..<cursor) }
  mutating func killWord() { kill(startOfWord..<cursor) }
  mutating func yank() { insert(String(killed)) }

  private mutating func kill(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    killed = Array(characters[range])
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private var startOfWord: Int {
    var position = cursor
    while position > 0, !LineBuffer.isWord(characters[position - 1]) { position -= 1 }
    while position > 0, LineBuffer.isWord(characters[position - 1]) { position -= 1 }
    return position
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
