import CDQTerminal

/// Source of the REPL's statements: a terminal, or a file or pipe.
protocol ReplInput {
  /// Reads the next statement, or what the user has typed until Enter, after a prompt.
  mutating func next(prompt: String, assistant: @autoclosure () -> LineEditor.Assistant) -> LineEditor.Outcome
  /// Adds a text that the user has written elsewhere to the history.
  mutating func remember(_ text: String)
}

extension ReplInput {
  mutating func remember(_ text: String) {}
}

/// Statements from a file or pipe. Each line is echoed after its prompt, so that the output reads like an interactive
/// session.
struct BatchInput: ReplInput {
  let console: Console

  mutating func next(prompt: String, assistant: @autoclosure () -> LineEditor.Assistant) -> LineEditor.Outcome {
    let input = console.input
    var lines = EchoedLines(
      console: console, prompt: prompt,
      peek: { input.peekLine().map { String(decoding: $0, as: UTF8.self) } },
      read: { input.readLine().map { String(decoding: $0, as: UTF8.self) } })
    return lines.statement()
  }
}

/// Lines that are given in advance, and echoed like those of a file.
struct ScriptInput: ReplInput {
  private final class Queue {
    var lines: ArraySlice<String>

    init(_ lines: [String]) { self.lines = lines[...] }
  }

  let console: Console
  private let queue: Queue

  init(console: Console, lines: [String]) {
    self.console = console
    queue = Queue(lines)
  }

  mutating func next(prompt: String, assistant: @autoclosure () -> LineEditor.Assistant) -> LineEditor.Outcome {
    var lines = EchoedLines(
      console: console, prompt: prompt, peek: { [queue] in queue.lines.first }, read: { [queue] in queue.lines.popFirst() })
    return lines.statement()
  }
}

/// The lines of one statement, which are shown as they are read.
private struct EchoedLines {
  let console: Console
  let prompt: String
  /// The next line without reading it; nil if it is not there yet.
  let peek: () -> String?
  let read: () -> String?

  mutating func statement() -> LineEditor.Outcome {
    guard !console.output.isClosed, let first = read() else { return .end }
    var reader = StatementReader()
    echo(first, after: prompt)
    reader.add(first)
    // A comment or an empty line is no beginning.
    if StatementReader.isBlank(first) || first.trimmedWhitespace.hasPrefix("//") { return .line(first) }
    let continuation = EditorLayout.continuation(of: prompt)
    while !console.output.isClosed {
      if reader.isOpen {
        if let next = peek(), StatementReader.isDirective(next) { break }
        guard let line = read() else { break }
        echo(line, after: continuation)
        // An empty line ends the text even if a bracket is still open: the user may have forgotten to close it.
        if StatementReader.isBlank(line) { break }
        reader.add(line)
      } else {
        guard let line = peek(), reader.continues(with: line) else { break }
        _ = read()
        echo(line, after: continuation)
        reader.add(line)
      }
    }
    return .line(reader.text)
  }

  private func echo(_ line: String, after prompt: String) {
    console.print(line.isEmpty ? String(prompt.reversed().drop { $0 == " " }.reversed()) : prompt + line)
  }
}

/// Lines of a terminal that understands no escape sequences, such as that of an editor.
struct PlainInput: ReplInput {
  let console: Console

  mutating func next(prompt: String, assistant: @autoclosure () -> LineEditor.Assistant) -> LineEditor.Outcome {
    var reader = StatementReader()
    repeat {
      console.output.write(reader.isEmpty ? prompt : EditorLayout.continuation(of: prompt))
      console.output.flush()
      guard let bytes = console.input.readLine() else { return reader.isEmpty ? .end : .line(reader.text) }
      let line = String(decoding: bytes, as: UTF8.self)
      if StatementReader.isBlank(line) { break }
      reader.add(line)
    } while reader.isOpen
    return .line(reader.text)
  }
}

/// Statements that a user types on a terminal.
struct TerminalInput: ReplInput {
  let console: Console
  let isColored: Bool
  var history = History()
  private let file: HistoryFile?

  init(console: Console, isColored: Bool, history file: HistoryFile?) {
    self.console = console
    self.isColored = isColored
    self.file = file
    if let file { history = History(file.read()) }
  }

  mutating func next(prompt: String, assistant: @autoclosure () -> LineEditor.Assistant) -> LineEditor.Outcome {
    console.output.flush()
    // The terminal is raw only while the user types, so that Ctrl-C ends a query that takes too long.
    guard let terminal = console.input.enterRawMode() else { return .end }
    // The terminal encloses what is pasted in escape sequences, so that line endings in it are no Enter.
    console.output.writeControls("\u{1B}[?2004h")
    defer {
      console.output.writeControls("\u{1B}[?2004l")
      console.output.flush()
    }
    var editor = LineEditor(
      LineEditor.Device(
        source: { terminal.readByte($0) },
        write: { [console] text in
          console.output.writeControls(text)
          console.output.flush()
        },
        size: { [console] in (console.output.columns ?? 80, console.output.rows ?? 24) }, isColored: isColored,
        hasInput: { terminal.hasInput }),
      assistant())
    let outcome = editor.edit(prompt: prompt, history: &history)
    if case .line(let text) = outcome { remember(text) }
    return outcome
  }

  /// Adds each statement of a text as an entry of its own.
  mutating func remember(_ text: String) {
    let isNew = Statements.of(text).reduce(false) { history.add($1) || $0 }
    if isNew { file?.write(history.lines) }
  }
}
