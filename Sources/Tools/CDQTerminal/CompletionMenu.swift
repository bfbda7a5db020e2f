import CDQSyntax

/// The choices of a completion in columns under the text of the line editor.
struct CompletionMenu {
  let completion: LineEditor.Completion
  /// The text before the cursor when the menu was opened, which Escape brings back.
  let original: String
  /// The choice that the text shows; nil until the user has gone to one.
  private(set) var selected: Int?

  private static let mostRows = 10
  private static let widestCell = 36
  private static let gap = "   "

  init(_ completion: LineEditor.Completion, original: String) {
    self.completion = completion
    self.original = original
  }

  /// The text before the cursor with the selected choice.
  var text: String {
    guard let selected else { return original }
    return completion.stem + completion.choices[selected].text
  }

  var choice: LineEditor.Completion.Choice? { selected.map { completion.choices[$0] } }

  /// Selects the next choice, or the one before; after the last comes the first.
  mutating func move(by step: Int) {
    let count = completion.choices.count
    guard let old = selected else {
      selected = step < 0 ? count - 1 : 0
      return
    }
    selected = (old + step % count + count) % count
  }

  /// The rows of the menu.
  ///
  /// - Parameter columns: the width of the terminal.
  func rows(columns: Int, isColored: Bool) -> [String] {
    let choices = completion.choices
    let room = max(8, columns - 1)
    let longest = choices.map { DisplayWidth.of($0.text) }.max() ?? 0
    let remark = choices.map { DisplayWidth.of($0.remark) }.max() ?? 0
    let width = min(longest + (remark > 0 ? 2 + remark : 0), max(CompletionMenu.widestCell, longest), room)
    let most = max(1, (room + CompletionMenu.gap.count) / (width + CompletionMenu.gap.count))
    let page = most * CompletionMenu.mostRows
    let start = (selected ?? 0) / page * page
    let shown = choices[start..<min(start + page, choices.count)]
    let rowCount = (shown.count + most - 1) / most
    let textWidth = shown.map { DisplayWidth.of($0.text) }.max() ?? 0
    var rows: [String] = []
    for row in 0..<rowCount {
      var cells: [String] = []
      for index in stride(from: start + row, to: start + shown.count, by: rowCount) {
        cells.append(cell(choices[index], textWidth, width, isSelected: index == selected, isColored: isColored))
      }
      rows.append(CompletionMenu.trimmed(cells.joined(separator: CompletionMenu.gap)))
    }
    if shown.count < choices.count {
      let range = "\(start + 1)–\(start + shown.count) of \(choices.count)"
      rows.append(TextStyle.dim.applied(to: "\(range); Tab goes on, or type more", isColored: isColored))
    }
    return rows
  }

  private func cell(
    _ choice: LineEditor.Completion.Choice, _ textWidth: Int, _ width: Int, isSelected: Bool, isColored: Bool
  ) -> String {
    let text = DisplayWidth.truncated(choice.text, to: width)
    let used = DisplayWidth.of(text)
    let room = width - max(used, min(textWidth, width)) - 2
    let remark = room > 3 ? DisplayWidth.truncated(choice.remark, to: room) : ""
    let gap = String(repeating: " ", count: min(textWidth, width) - min(used, min(textWidth, width)) + 2)
    let rest = String(repeating: " ", count: max(0, width - used - gap.count - DisplayWidth.of(remark)))
    return (isSelected ? TextStyle.reversed.applied(to: text, isColored: isColored) : text) + gap
      + TextStyle.dim.applied(to: remark, isColored: isColored && !remark.isEmpty) + rest
  }

  private static func trimmed(_ line: String) -> String {
    guard let end = line.lastIndex(where: { $0 != " " }) else { return "" }
    return String(line[...end])
  }
}
