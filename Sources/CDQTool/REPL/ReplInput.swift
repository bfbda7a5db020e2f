/// Source of the REPL's lines: a terminal, or a file or pipe.
protocol ReplInput {
  /// Reads the next line after a prompt; `completer` computes what Tab offers.
  mutating func next(prompt: String, completer: Completer) -> LineEditor.Outcome
}

/// Lines from a file or pipe. Each line is echoed after its prompt, so that the output reads like an interactive
/// session.
struct BatchInput: ReplInput {
  let console: Console

  mutating func next(prompt: String, completer: Completer) -> LineEditor.Outcome {
    guard !console.output.isClosed, let bytes = console.input.readLine() else { return .end }
    let line = String(decoding: bytes, as: UTF8.self)
    console.echo(line, after: prompt)
    return .line(line)
  }
}

/// Lines that are given in advance, and echoed like those of a file.
struct ScriptInput: ReplInput {
  let console: Console
  private var lines: ArraySlice<String>

  init(console: Console, lines: [String]) {
    self.console = console
    self.lines = lines[...]
  }

  mutating func next(prompt: String, completer: Completer) -> LineEditor.Outcome {
    guard !console.output.isClosed, let line = lines.popFirst() else { return .end }
    console.echo(line, after: prompt)
    return .line(line)
  }
}

extension Console {
  fileprivate func echo(_ line: String, after prompt: String) {
    print(line.isEmpty ? String(prompt.reversed().drop { $0 == " " }.reversed()) : prompt + line)
  }
}

/// Lines that a user types on a terminal.
struct TerminalInput: ReplInput {
  /// Keeps the terminal in raw mode. It is a class because closures cannot share a value that is not copyable.
  private final class Device {
    private let terminal: RawTerminal

    init?(_ descriptor: Int32) {
      guard let terminal = RawTerminal.enter(descriptor) else { return nil }
      self.terminal = terminal
    }

    func readByte(_ isContinuation: Bool) -> UInt8? {
      terminal.readByte(isContinuation: isContinuation)
    }
  }

  let console: Console
  let descriptor: Int32
  var history = History()
  private let file: HistoryFile?

  init(console: Console, descriptor: Int32, history file: HistoryFile?) {
    self.console = console
    self.descriptor = descriptor
    self.file = file
    if let file { history = History(file.read()) }
  }

  mutating func next(prompt: String, completer: Completer) -> LineEditor.Outcome {
    console.output.flush()
    // The terminal is raw only while the user types a line, so that Ctrl-C ends a query that takes too long.
    guard let device = Device(descriptor) else { return .end }
    var editor = LineEditor(
      source: { device.readByte($0) },
      write: { [console] text in
        console.output.write(text)
        console.output.flush()
      }, columns: { [console] in console.output.columns ?? 80 }, complete: completer.completion)
    let outcome = editor.edit(prompt: prompt, history: &history)
    if case .line(let line) = outcome, history.add(line) { file?.write(history.lines) }
    return outcome
  }
}
