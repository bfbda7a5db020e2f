import CDQSyntax

/// Reads a line from a terminal, with the usual keys: arrows, Ctrl-A E K U W Y C D L, Tab.
struct LineEditor {
  /// How the editing of a line ended.
  enum Outcome: Hashable {
    case line(String)
    /// Ctrl-C
    case cancelled
    /// Ctrl-D on an empty line, or the end of input
    case end
  }

  /// The choices that Tab offers for the text before the cursor.
  struct Completion: Hashable {
    /// The part of the text before the cursor that stays; a choice follows it.
    var stem: String
    /// The possible continuations, with a remark such as a type.
    var choices: [Choice]

    struct Choice: Hashable {
      var text: String
      var remark: String
    }
  }

  private let source: KeyDecoder.Source
  private let write: (String) -> Void
  private let columns: () -> Int
  private let complete: (String) -> Completion
  private var buffer = LineBuffer()
  private var prompt = ""

  init(
    source: @escaping KeyDecoder.Source, write: @escaping (String) -> Void, columns: @escaping () -> Int,
    complete: @escaping (String) -> Completion
  ) {
    self.source = source
    self.write = write
    self.columns = columns
    self.complete = complete
  }

  /// Shows the prompt and lets the user edit a line until Enter, Ctrl-C or Ctrl-D.
  mutating func edit(prompt: String, history: inout History) -> Outcome {
    self.prompt = prompt
    buffer = LineBuffer()
    draw()
    while let key = KeyDecoder.next(source) {
      switch key {
      case .enter:
        buffer.moveToEnd()
        draw()
        write("\n")
        return .line(buffer.text)
      case .control("c"):
        write("^C\n")
        return .cancelled
      case .control("d") where buffer.isEmpty:
        write("\n")
        return .end
      case .up:
        if let line = history.previous(buffer.text) { buffer = LineBuffer(line) }
      case .down:
        if let line = history.next() { buffer = LineBuffer(line) }
      case .tab: completeWord()
      case .control("l"): write("\u{1B}[H\u{1B}[2J")
      default: apply(key)
      }
      draw()
    }
    write("\n")
    return .end
  }

  private mutating func apply(_ key: Key) {
    switch key {
    case .text(let text): buffer.insert(text)
    case .backspace: buffer.deleteBackward()
    case .delete, .control("d"): buffer.deleteForward()
    case .left, .control("b"): buffer.moveLeft()
    case .right, .control("f"): buffer.moveRight()
    case .home, .control("a"): buffer.moveToStart()
    case .end, .control("e"): buffer.moveToEnd()
    case .wordLeft: buffer.moveWordLeft()
    case .wordRight: buffer.moveWordRight()
    case .control("k"): buffer.killToEnd()
    case .control("u"): buffer.killToStart()
    case .control("w"): buffer.killWord()
    case .control("y"): buffer.yank()
    case .enter, .tab, .up, .down, .control, .unknown: break
    }
  }

  /// Handles Tab: inserts a single choice, or the common prefix of several. If that adds nothing, it lists the choices.
  private mutating func completeWord() {
    let before = buffer.textBeforeCursor
    let completion = complete(before)
    guard let first = completion.choices.first else { return }
    let common = completion.choices.dropFirst().reduce(first.text) { $0.commonPrefix(with: $1.text) }
    let extended = completion.stem + common
    if completion.choices.count == 1 || extended.count > before.count {
      buffer.replaceBeforeCursor(with: extended)
      return
    }
    let width = completion.choices.map(\.text.count).max() ?? 0
    let limit = 40
    write("\n")
    for choice in completion.choices.prefix(limit) {
      write("  \(HelpText.padded(choice.text, width))  \(choice.remark)\n")
    }
    if completion.choices.count > limit { write("  … \(completion.choices.count - limit) more\n") }
  }

  /// Redraws the line. Of a line that is wider than the terminal it shows the part around the cursor.
  private func draw() {
    let room = max(8, columns() - DisplayWidth.of(prompt) - 1)
    let widths = buffer.characters.map { DisplayWidth.of($0) }
    var start = 0
    var width = widths[..<buffer.cursor].reduce(0, +)
    while width > room - 1 {
      width -= widths[start]
      start += 1
    }
    var end = buffer.cursor
    var total = width
    while end < widths.count, total + widths[end] <= room {
      total += widths[end]
      end += 1
    }
    let visible = String(buffer.characters[start..<end])
    let back = total - width
    write("\r\(prompt)\(visible)\u{1B}[K" + (back > 0 ? "\u{1B}[\(back)D" : ""))
  }
}

extension String {
  /// The longest text that both texts begin with.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0.0 == $0.1 }.map(\.0))
  }
}
