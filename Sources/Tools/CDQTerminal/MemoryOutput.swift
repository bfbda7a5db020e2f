/// Output stream that keeps the text, for a command that another one runs, and for a pager.
package final class MemoryOutput: ConsoleOutput {
  package private(set) var text = ""
  package let columns: Int?
  private let isInterruptible: Bool

  /// - Parameters:
  ///   - columns: the width of the terminal that will show the text; nil for none.
  ///   - isInterruptible: whether Ctrl-C ends a long result.
  package init(columns: Int? = nil, isInterruptible: Bool = false) {
    self.columns = columns
    self.isInterruptible = isInterruptible
  }

  package func write(_ text: String) { self.text += isTerminal ? TerminalText.safe(text) : text }
  package func flush() {}
  package var isTerminal: Bool { columns != nil }
  package var failure: String? { nil }
  package var isClosed: Bool { isInterruptible && InterruptSignal.isRaised }
}
