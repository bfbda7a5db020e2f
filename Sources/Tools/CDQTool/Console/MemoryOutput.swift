/// Output stream that keeps the text, for a command that another one runs, and for a pager.
final class MemoryOutput: ConsoleOutput {
  private(set) var text = ""
  let columns: Int?
  private let isInterruptible: Bool

  /// - Parameters:
  ///   - columns: the width of the terminal that will show the text; nil for none.
  ///   - isInterruptible: whether Ctrl-C ends a long result.
  init(columns: Int? = nil, isInterruptible: Bool = false) {
    self.columns = columns
    self.isInterruptible = isInterruptible
  }

  func write(_ text: String) { self.text += isTerminal ? TerminalText.safe(text) : text }
  func flush() {}
  var isTerminal: Bool { columns != nil }
  var failure: String? { nil }
  var isClosed: Bool { isInterruptible && InterruptSignal.isRaised }
}
