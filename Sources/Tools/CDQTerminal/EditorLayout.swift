import CDQSyntax

/// A part of a text with a style, by its range of UTF-8 bytes.
package struct StyledSpan: Hashable, Sendable {
  package var range: Range<Int>
  package var style: TextStyle

  package init(range: Range<Int>, style: TextStyle) {
    (self.range, self.style) = (range, style)
  }
}

/// The rows of a terminal that show a prompt and a text, which wraps at the width of the terminal.
package struct EditorLayout {
  package struct Row: Hashable {
    /// The text with its escape sequences.
    package var text = ""
    /// The number of columns that it takes.
    package var width = 0
    /// Whether the terminal itself goes on to the next row, because this one is full.
    package var isFull = false
  }

  package private(set) var rows = [Row()]
  /// The place of the cursor.
  private(set) var cursorRow = 0
  private(set) var cursorColumn = 0
  private let columns: Int
  private var style: TextStyle?

  /// - Parameters:
  ///   - prompt: what precedes the first line of the text; the other lines have `…>` in its place.
  ///   - cursor: the number of Characters before the cursor; nil to show none.
  ///   - styles: the styles of parts of the text, in its order.
  ///   - hint: a dimmed text after the last Character.
  package init(
    prompt: String, promptStyle: TextStyle?, _ characters: [Character], cursor: Int?, styles: [StyledSpan] = [],
    hint: String = "", columns: Int
  ) {
    self.columns = max(columns, 8)
    for character in prompt { put(character, promptStyle) }
    let continuation = EditorLayout.continuation(of: prompt, columns: self.columns)
    var offset = 0
    var spans = styles[...]
    for (index, character) in characters.enumerated() {
      if index == cursor { setCursor() }
      while let span = spans.first, span.range.upperBound <= offset { spans = spans.dropFirst() }
      offset += character.utf8.count
      if character == "\n" {
        endRow()
        for character in continuation { put(character, promptStyle) }
      } else {
        let isStyled = spans.first.map { $0.range.lowerBound < offset } ?? false
        put(character, isStyled ? spans.first?.style : nil)
      }
    }
    if cursor == characters.count { setCursor() }
    for character in hint { put(character, .dim) }
    set(nil)
  }

  /// The prompt of the second line and those after it, as wide as the first prompt: `    …> `.
  package static func continuation(of prompt: String, columns: Int = .max) -> String {
    let width = DisplayWidth.of(prompt)
    return String(repeating: " ", count: width * 2 > columns ? 0 : max(0, width - 3)) + "…> "
  }

  private mutating func setCursor() {
    if rows[rows.count - 1].width >= columns { endRow(isFull: true) }
    (cursorRow, cursorColumn) = (rows.count - 1, rows[rows.count - 1].width)
  }

  private mutating func put(_ character: Character, _ style: TextStyle?) {
    let shown = EditorLayout.visible(character)
    let width = DisplayWidth.of(shown)
    let used = rows[rows.count - 1].width
    if used > 0, used + width > columns { endRow(isFull: used == columns) }
    set(style)
    rows[rows.count - 1].text.append(shown)
    rows[rows.count - 1].width += width
  }

  private mutating func set(_ style: TextStyle?) {
    guard style != self.style else { return }
    let row = rows.count - 1
    if self.style != nil { rows[row].text += "\u{1B}[0m" }
    if let style { rows[row].text += "\u{1B}[\(style.rawValue)m" }
    self.style = style
  }

  private mutating func endRow(isFull: Bool = false) {
    set(nil)
    rows[rows.count - 1].isFull = isFull
    rows.append(Row())
  }

  /// A Character that takes the same columns on every terminal: control characters would move the cursor.
  private static func visible(_ character: Character) -> Character {
    guard let first = character.unicodeScalars.first else { return " " }
    return first.value < 0x20 || (0x7F..<0xA0).contains(first.value) ? "\u{FFFD}" : character
  }
}

/// The part of a terminal's screen that a line editor redraws after each key.
struct EditorScreen {
  /// The row of the cursor in this part.
  private var cursorRow = 0

  /// Redraws everything.
  ///
  /// - Parameters:
  ///   - below: rows under the text, none of them wider than the terminal.
  ///   - height: the number of rows of the terminal. Of a longer text the part around the cursor is shown.
  mutating func frame(_ layout: EditorLayout, below: [String], height: Int) -> String {
    let height = max(1, height)
    let menu = below.prefix(max(0, height - min(layout.rows.count, (height + 1) / 2)))
    let count = min(layout.rows.count, height - menu.count)
    let start = max(0, layout.cursorRow - count + 1)
    let row = layout.cursorRow - start
    let text = erasing + EditorScreen.joined(layout.rows[start..<min(start + count, layout.rows.count)])
      + menu.map { "\n" + $0 }.joined()
    cursorRow = row
    let up = count + menu.count - 1 - row
    return text + (up > 0 ? "\u{1B}[\(up)A" : "") + "\r"
      + (layout.cursorColumn > 0 ? "\u{1B}[\(layout.cursorColumn)C" : "")
  }

  /// Draws the text a last time, whole and with nothing below it; the cursor is after it.
  mutating func lastFrame(_ layout: EditorLayout) -> String {
    defer { cursorRow = 0 }
    return erasing + EditorScreen.joined(layout.rows[...])
  }

  /// The terminal has another width: its rows have moved, so that the cursor is in another one.
  mutating func resize(_ layout: EditorLayout) { cursorRow = layout.cursorRow }

  /// The screen is empty, and the cursor in its first row.
  mutating func clear() { cursorRow = 0 }

  private var erasing: String { "\r" + (cursorRow > 0 ? "\u{1B}[\(cursorRow)A" : "") + "\u{1B}[J" }

  private static func joined(_ rows: ArraySlice<EditorLayout.Row>) -> String {
    var text = ""
    for (index, row) in rows.enumerated() {
      text += row.text
      // A full row goes on by itself, so that a terminal that becomes wider joins it with the next one.
      let isNextEmpty = index + 1 < rows.count && rows[rows.startIndex + index + 1].width == 0
      if index + 1 < rows.count, !row.isFull || isNextEmpty { text += "\n" }
    }
    return text
  }
}
