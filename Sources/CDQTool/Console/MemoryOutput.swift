/// Output stream that keeps the text, for a command that another one runs.
final class MemoryOutput: ConsoleOutput {
  private(set) var text = ""

  func write(_ text: String) { self.text += text }
  func flush() {}
  var isTerminal: Bool { false }
  var columns: Int? { nil }
  var failure: String? { nil }
  var isClosed: Bool { false }
}
