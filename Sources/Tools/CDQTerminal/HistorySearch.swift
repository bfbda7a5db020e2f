/// The search of Ctrl-R: the text that is searched, and the entry that was found.
struct HistorySearch {
  /// What a key did.
  enum Effect: Hashable {
    /// - Parameter isFound: whether an entry contains the text.
    case goesOn(isFound: Bool)
    /// The text from before the search comes back.
    case cancelled
    /// The entry is taken, and the key has its usual effect.
    case accepted(Key)
  }

  /// The text of the line editor before the search.
  let before: LineBuffer
  private var text = ""
  private var found: Int?
  private var isFailing = false

  init(_ before: LineBuffer) {
    self.before = before
  }

  var prompt: String { "\(isFailing ? "not in the history" : "search") '\(text)': " }

  /// The entry that was found; nil before the first one was.
  func shown(_ history: History) -> String? {
    found.flatMap { history.lines.indices.contains($0) ? history.lines[$0] : nil }
  }

  mutating func handle(_ key: Key, _ history: History) -> Effect {
    switch key {
    case .text(let more):
      text += more
      return look(history, before: found.map { $0 + 1 } ?? history.lines.count)
    case .paste(let more):
      text += more.prefix { $0 != "\n" }.prefix(200)
      return look(history, before: found.map { $0 + 1 } ?? history.lines.count)
    case .backspace:
      if text.isEmpty { return .cancelled }
      text.removeLast()
      return look(history, before: history.lines.count)
    case .control("r"), .up: return look(history, before: found ?? history.lines.count)
    case .control("c"), .control("g"), .escape: return .cancelled
    default: return .accepted(key)
    }
  }

  private mutating func look(_ history: History, before end: Int) -> Effect {
    let next = text.isEmpty ? nil : history.search(text, before: end)
    isFailing = next == nil && !text.isEmpty
    if let next { found = next }
    return .goesOn(isFound: !isFailing)
  }
}
