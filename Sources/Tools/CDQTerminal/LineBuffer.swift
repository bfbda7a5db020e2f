/// The text of the line editor: its Characters, of one or several lines, and the position of the cursor.
package struct LineBuffer: Hashable, Sendable {
  package private(set) var characters: [Character]
  /// Number of Characters before the cursor.
  package private(set) var cursor: Int
  /// The Characters that the last Ctrl-K, Ctrl-U or Ctrl-W removed; Ctrl-Y inserts them.
  package private(set) var killed: [Character] = []

  /// The greatest number of Characters; a text that would make more of them is not inserted.
  package static let limit = 1 << 16

  package init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  package var text: String { String(characters) }
  var textBeforeCursor: String { String(characters[..<cursor]) }
  var textAfterCursor: String { String(characters[cursor...]) }
  package var isEmpty: Bool { characters.isEmpty }
  package var isAtEnd: Bool { cursor == characters.count }

  /// Inserts a text at the cursor.
  ///
  /// - Returns: false when the buffer would be longer than the limit.
  @discardableResult package mutating func insert(_ text: String) -> Bool {
    guard characters.count + text.count <= LineBuffer.limit else { return false }
    // A combining mark joins the Character before it, so that it is inserted together with that.
    let before = max(0, cursor - 1)
    let head = Array(String(characters[before..<cursor]) + text)
    characters.replaceSubrange(before..<cursor, with: head)
    cursor = before + head.count
    return true
  }

  /// Replaces the whole text; the cursor is at its end.
  package mutating func replace(with text: String) {
    characters = Array(text)
    cursor = characters.count
  }

  /// Takes over text and cursor of an earlier state, but not what was cut then.
  package mutating func restore(_ state: LineBuffer) {
    (characters, cursor) = (state.characters, state.cursor)
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

  /// Exchanges the two Characters around the cursor, or the last two.
  mutating func transpose() {
    let second = min(cursor, characters.count - 1)
    guard second > 0 else { return }
    characters.swapAt(second - 1, second)
    cursor = second + 1
  }

  mutating func moveLeft() { cursor = max(0, cursor - 1) }
  mutating func moveRight() { cursor = min(characters.count, cursor + 1) }
  mutating func moveToStart() { cursor = startOfLine }
  mutating func moveToEnd() { cursor = endOfLine }
  mutating func moveWordLeft() { cursor = startOfWord }
  mutating func moveWordRight() { cursor = endOfWord }

  /// Moves the cursor to the line above.
  ///
  /// - Returns: false in the first line.
  mutating func moveUp() -> Bool {
    let start = startOfLine
    guard start > 0 else { return false }
    let column = cursor - start
    cursor = start - 1
    cursor = min(startOfLine + column, start - 1)
    return true
  }

  /// Moves the cursor to the line below.
  ///
  /// - Returns: false in the last line.
  mutating func moveDown() -> Bool {
    let (column, end) = (cursor - startOfLine, endOfLine)
    guard end < characters.count else { return false }
    cursor = end + 1
    cursor = min(cursor + column, endOfLine)
    return true
  }

  mutating func killToEnd() { kill(cursor..<(cursor == endOfLine ? min(cursor + 1, characters.count) : endOfLine)) }
  mutating func killToStart() { kill(startOfLine..<cursor) }
  mutating func killWord() { kill(startOfWord..<cursor) }
  mutating func killWordForward() { kill(cursor..<endOfWord) }
  @discardableResult mutating func yank() -> Bool { insert(String(killed)) }

  private mutating func kill(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    killed = Array(characters[range])
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private var startOfLine: Int {
    characters[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  private var endOfLine: Int {
    characters[cursor...].firstIndex(of: "\n") ?? characters.count
  }

  private var startOfWord: Int {
    var position = cursor
    while position > 0, !LineBuffer.isWord(characters[position - 1]) { position -= 1 }
    while position > 0, LineBuffer.isWord(characters[position - 1]) { position -= 1 }
    return position
  }

  private var endOfWord: Int {
    var position = cursor
    while position < characters.count, !LineBuffer.isWord(characters[position]) { position += 1 }
    while position < characters.count, LineBuffer.isWord(characters[position]) { position += 1 }
    return position
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

/// The earlier states of a line editor's text, for undo and redo.
struct UndoStack {
  private var past: [LineBuffer] = []
  private var future: [LineBuffer] = []
  /// Whether the last change was a key that typed text: such keys are undone together, word by word.
  private var isTyping = false
  /// The greatest number of Characters in all states together.
  private static let limit = 1 << 20

  /// Remembers the state before a change.
  ///
  /// - Parameter isTyping: whether the change is one more Character of a word.
  mutating func record(_ before: LineBuffer, isTyping: Bool = false) {
    defer { self.isTyping = isTyping }
    future = []
    if isTyping, self.isTyping, !past.isEmpty { return }
    past.append(before)
    var size = past.reduce(0) { $0 + $1.characters.count }
    while size > UndoStack.limit, past.count > 1 { size -= past.removeFirst().characters.count }
  }

  /// The next change begins a state of its own, even if it is typed.
  mutating func pause() { isTyping = false }

  /// The state before the last change; nil if there is none.
  mutating func undo(_ current: LineBuffer) -> LineBuffer? {
    isTyping = false
    guard let last = past.popLast() else { return nil }
    future.append(current)
    return last
  }

  /// The state after the change that was undone last; nil if there is none.
  mutating func redo(_ current: LineBuffer) -> LineBuffer? {
    isTyping = false
    guard let next = future.popLast() else { return nil }
    past.append(current)
    return next
  }
}
