import CDQSyntax

/// Reads a text of one or several lines from a terminal, with the usual keys of Emacs and readline, completion, a search in
/// the history, undo and colours.
package struct LineEditor {
  /// How the editing of a text ended.
  package enum Outcome: Hashable {
    case line(String)
    /// Ctrl-C
    case cancelled
    /// Ctrl-D on an empty line, or the end of input
    case end
  }

  /// The choices that Tab offers for the text before the cursor.
  package struct Completion: Hashable {
    /// The part of the text before the cursor that stays; a choice follows it.
    package var stem: String
    /// The possible continuations, with a remark such as a type.
    package var choices: [Choice]

    package init(stem: String, choices: [Choice]) {
      (self.stem, self.choices) = (stem, choices)
    }

    package struct Choice: Hashable {
      package var text: String
      package var remark: String
      /// Whether the word is whole, so that a space follows it.
      package var isWhole = true

      package init(text: String, remark: String, isWhole: Bool = true) {
        (self.text, self.remark, self.isWhole) = (text, remark, isWhole)
      }
    }
  }

  /// The terminal.
  package struct Device {
    package var source: KeyDecoder.Source
    package var write: (String) -> Void
    /// The numbers of its columns and rows.
    package var size: () -> (columns: Int, rows: Int)
    package var isColored = false
    /// Whether more keys have arrived: the text is drawn after the last of them.
    package var hasInput: () -> Bool = { false }

    package init(
      source: @escaping KeyDecoder.Source, write: @escaping (String) -> Void,
      size: @escaping () -> (columns: Int, rows: Int), isColored: Bool = false, hasInput: @escaping () -> Bool = { false }
    ) {
      (self.source, self.write, self.size, self.isColored, self.hasInput) = (source, write, size, isColored, hasInput)
    }
  }

  /// What knows the language of the text.
  package struct Assistant {
    package var complete: (String) -> Completion = { Completion(stem: $0, choices: []) }
    /// Whether the text goes on in the next line.
    package var isOpen: (String) -> Bool = { _ in false }
    /// The styles of parts of the text.
    package var highlight: (String) -> [StyledSpan] = { _ in [] }

    package init(
      complete: @escaping (String) -> Completion = { Completion(stem: $0, choices: []) },
      isOpen: @escaping (String) -> Bool = { _ in false }, highlight: @escaping (String) -> [StyledSpan] = { _ in [] }
    ) {
      (self.complete, self.isOpen, self.highlight) = (complete, isOpen, highlight)
    }
  }

  package let device: Device
  package let assistant: Assistant
  package private(set) var buffer = LineBuffer()
  private var prompt = ""
  private var screen = EditorScreen()
  private var undo = UndoStack()
  private var menu: CompletionMenu?
  private var search: HistorySearch?
  /// Whether Up and Down go through the history and not through the lines of the text.
  private var isWalking = false
  /// Whether the last key was a completion that added a space, which punctuation replaces.
  private var hasAddedSpace = false
  private var columns = 0

  package init(_ device: Device, _ assistant: Assistant = Assistant()) {
    self.device = device
    self.assistant = assistant
  }

  /// Shows the prompt and lets the user edit a text until Enter, Ctrl-C or Ctrl-D.
  package mutating func edit(prompt: String, history: inout History) -> Outcome {
    self.prompt = prompt
    buffer = LineBuffer()
    columns = device.size().columns
    history.stop()
    draw(history)
    while let key = KeyDecoder.next(device.source) {
      if let outcome = handle(key, &history) { return outcome }
      if !device.hasInput() { draw(history) }
    }
    finish("")
    return .end
  }

  /// Draws the whole text a last time, with the cursor on the line after it.
  private mutating func finish(_ mark: String) {
    menu = nil
    search = nil
    resize()
    device.write(screen.lastFrame(layout(hasCursor: false)) + mark + "\n")
  }

  private mutating func handle(_ key: Key, _ history: inout History) -> Outcome? {
    var key = key
    if search != nil {
      guard let next = searchKey(key, history) else { return nil }
      key = next
    } else if menu != nil {
      guard let next = menuKey(key) else { return nil }
      key = next
    }
    let hadAddedSpace = hasAddedSpace
    let wasWalking = isWalking
    hasAddedSpace = false
    isWalking = false
    switch key {
    case .enter: return enter()
    case .control("c"):
      finish("^C")
      return .cancelled
    case .control("d") where buffer.isEmpty:
      finish("")
      return .end
    case .up, .control("p"): moveUp(&history, wasWalking)
    case .down, .control("n"): moveDown(&history, wasWalking)
    case .tab: openMenu()
    case .control("r"): search = HistorySearch(buffer)
    case .control("l"):
      device.write("\u{1B}[H\u{1B}[2J")
      screen.clear()
    case .control("_"): restore(undo.undo(buffer))
    case .alt("_"), .alt("z"): restore(undo.redo(buffer))
    case .right, .end, .control("e"), .control("f"):
      if let hint = hint(history) { change { $0.insert(hint) } } else { _ = apply(key) }
    case .text(let text) where hadAddedSpace && ".,;:)]}([? ".contains(text): replaceSpace(with: text)
    default:
      let before = buffer
      if !apply(key) { bell() }
      if buffer.characters != before.characters { undo.record(before, isTyping: key.isTyping) } else { undo.pause() }
    }
    return nil
  }

  // MARK: Changing the text

  private mutating func apply(_ key: Key) -> Bool {
    switch key {
    case .text(let text), .paste(let text): return buffer.insert(text)
    case .alt("\r"): return buffer.insert("\n  ")
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
    case .control("w"), .alt("\u{7F}"): buffer.killWord()
    case .alt("d"): buffer.killWordForward()
    case .control("y"): return buffer.yank()
    case .control("t"): buffer.transpose()
    case .enter, .tab, .backTab, .escape, .up, .down, .control, .alt, .unknown: break
    }
    return true
  }

  private mutating func change(_ body: (inout LineBuffer) -> Void) {
    let before = buffer
    body(&buffer)
    if buffer.characters != before.characters { undo.record(before) }
  }

  private mutating func restore(_ state: LineBuffer?) {
    if let state { buffer.restore(state) } else { bell() }
  }

  /// Handles punctuation after a space that a completion has added: `country .` is not what anybody means.
  private mutating func replaceSpace(with text: String) {
    change {
      if text != " ", $0.textBeforeCursor.hasSuffix(" ") { $0.deleteBackward() }
      if text != " " || !$0.textBeforeCursor.hasSuffix(" ") { $0.insert(text) }
    }
  }

  private func bell() { device.write("\u{7}") }

  /// Handles Enter: the text is finished, unless a bracket is open and the line at the cursor is not empty.
  private mutating func enter() -> Outcome? {
    let text = buffer.text
    let line = buffer.textBeforeCursor.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    let isBlank = buffer.isAtEnd && line.allSatisfy(\.isWhitespace)
    if !isBlank, assistant.isOpen(text) {
      let indent = line.prefix { $0 == " " }
      change { $0.insert("\n" + (indent.isEmpty ? "  " : indent)) }
      return nil
    }
    finish("")
    return .line(text)
  }

  // MARK: History

  private mutating func moveUp(_ history: inout History, _ wasWalking: Bool) {
    if !wasWalking, buffer.moveUp() { return }
    show(history.previous(buffer.text, prefix: buffer.textBeforeCursor), wasWalking)
  }

  private mutating func moveDown(_ history: inout History, _ wasWalking: Bool) {
    if !wasWalking, buffer.moveDown() { return }
    show(history.next(), wasWalking)
  }

  private mutating func show(_ entry: String?, _ wasWalking: Bool) {
    isWalking = true
    guard let entry else {
      isWalking = wasWalking
      return bell()
    }
    change { $0.replace(with: entry) }
  }

  /// What the last entry that begins with the text has after it; nil unless the cursor is at the end.
  private func hint(_ history: History) -> String? {
    guard device.isColored, buffer.isAtEnd, menu == nil, search == nil else { return nil }
    return history.continuation(of: buffer.text)
  }

  /// Handles a key of Ctrl-R.
  ///
  /// - Returns: a key that ends the search and has its usual effect; nil when the key was one of the search.
  private mutating func searchKey(_ key: Key, _ history: History) -> Key? {
    guard var current = search else { return key }
    switch current.handle(key, history) {
    case .goesOn(let isFound):
      if !isFound { bell() }
      if let shown = current.shown(history) { buffer.replace(with: shown) }
      search = current
      return nil
    case .cancelled:
      buffer = current.before
      search = nil
      return nil
    case .accepted(let key):
      search = nil
      if buffer.characters != current.before.characters { undo.record(current.before) }
      return key
    }
  }

  // MARK: Completion

  private mutating func openMenu() {
    let before = buffer.textBeforeCursor
    let completion = assistant.complete(before)
    guard let first = completion.choices.first else { return bell() }
    if completion.choices.count == 1 { return accept(completion.stem + first.text, first) }
    let common = completion.choices.dropFirst().reduce(first.text) { $0.commonPrefix(with: $1.text) }
    let extended = completion.stem + common
    // The common part may differ from what was typed in case only.
    if extended.count > before.count { change { $0.replaceBeforeCursor(with: extended) } }
    menu = CompletionMenu(completion, original: buffer.textBeforeCursor)
  }

  private mutating func accept(_ text: String, _ choice: Completion.Choice) {
    let isSpaceNext = buffer.textAfterCursor.first.map { $0.isWhitespace || ")]},".contains($0) } ?? false
    hasAddedSpace = choice.isWhole && !isSpaceNext
    let added = hasAddedSpace ? " " : ""
    change { $0.replaceBeforeCursor(with: text + added) }
  }

  /// Handles a key while the menu is open.
  ///
  /// - Returns: a key that closes the menu and has its usual effect; nil when the key was one of the menu.
  private mutating func menuKey(_ key: Key) -> Key? {
    guard var current = menu else { return key }
    switch key {
    case .tab, .backTab, .down, .up:
      current.move(by: key == .tab || key == .down ? 1 : -1)
      change { $0.replaceBeforeCursor(with: current.text) }
      menu = current
      return nil
    case .escape, .control("g"):
      change { $0.replaceBeforeCursor(with: current.original) }
      menu = nil
      return nil
    case .enter:
      menu = nil
      guard let choice = current.choice else { return key }
      accept(current.text, choice)
      return nil
    default:
      menu = nil
      if let choice = current.choice { accept(current.text, choice) }
      return key
    }
  }

  // MARK: Drawing

  private func layout(hasCursor: Bool, hint: String = "") -> EditorLayout {
    EditorLayout(
      prompt: search?.prompt ?? prompt, promptStyle: device.isColored ? .bold : nil, buffer.characters,
      cursor: hasCursor ? buffer.cursor : nil, styles: device.isColored ? assistant.highlight(buffer.text) : [],
      hint: hint, columns: columns)
  }

  private mutating func resize() {
    let now = device.size().columns
    guard now != columns else { return }
    columns = now
    screen.resize(layout(hasCursor: true))
  }

  private mutating func draw(_ history: History) {
    resize()
    let below = menu?.rows(columns: columns, isColored: device.isColored) ?? []
    let layout = layout(hasCursor: true, hint: hint(history) ?? "")
    device.write(screen.frame(layout, below: below, height: device.size().rows))
  }
}

extension Key {
  /// Whether the key goes on with a word that is being typed, so that one undo takes back all of it.
  fileprivate var isTyping: Bool {
    if case .text(let text) = self { return text != " " }
    return self == .backspace
  }
}

extension String {
  /// The longest text that both texts begin with.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0.0 == $0.1 }.map(\.0))
  }
}
