@testable import CDQTerminal
import CDQTestSupport
import Foundation
import Testing

@testable import CDQTool

/// What a person sees who explores data in `cdq repl`, at two widths. `CDQ_REWRITE=1` writes the current screens into the
/// files; read the difference before you commit it.
@Suite(.serialized) struct ScreenTests {
  static let files = Repository.files(below: "Tests/Transcripts", extension: "screens").map { Repository.relativePath($0) }

  @Test(arguments: files) func showsWhatIsWritten(_ path: String) throws {
    let url = Repository.url(path)
    let text = try String(contentsOf: url, encoding: .utf8)
    let session = TerminalSession(text)
    let screens = session.screens()
    try #require(screens.count == session.steps.count, "\(path) ends after \(screens.count) steps")
    if TranscriptTests.isRewriting {
      try Data(session.text(screens: screens).utf8).write(to: url)
      return
    }
    for (step, screen) in zip(session.steps, screens) {
      #expect(screen == step.screen.trimmingCharacters(in: .newlines), "\(path): \(step.keys)")
    }
  }

  static var tmux: String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/tmux" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The command itself in tmux shows the same screens.
  @Test(.enabled(if: tmux != nil), arguments: files) func tmuxShowsTheSame(_ path: String) throws {
    let tool = try #require(PseudoTerminal.tool, "the command cdq is not built beside the tests")
    let session = TerminalSession(try String(contentsOf: Repository.url(path), encoding: .utf8))
    let tmux = try Tmux(try #require(ScreenTests.tmux), tool, session)
    defer { tmux.end() }
    try #require(tmux.waits { $0.contains("cdq>") }, "the session does not start: \(tmux.screen)")
    for step in session.steps {
      try tmux.type(step.keys)
      let expected = step.screen.trimmingCharacters(in: .newlines)
      // After the last step the command, and with it tmux, has ended.
      if step.keys == session.steps.last?.keys { break }
      #expect(tmux.waits { $0 == expected }, "\(path): \(step.keys) shows\n\(tmux.screen)\nnot\n\(expected)")
    }
  }

  /// Ctrl-C ends a query and not the session.
  @Test(.enabled(if: tmux != nil)) func ctrlCCancelsTheQuery() throws {
    let tool = try #require(PseudoTerminal.tool, "the command cdq is not built beside the tests")
    let items = (0..<3000).map { "{\"id\":\($0),\"box\":1}" }.joined(separator: ",")
    let folder = try TestFolder([
      "Box.cdq": "entity Box { id: Int64 @unique items: [Item] inverse box }\nentity Item { id: Int64 @unique box: Box? inverse items }\n",
      "Box.json": "[{\"id\":1}]", "Item.json": "[\(items)]",
    ])
    var session = TerminalSession("")
    session.command = "repl --schema \(folder.path)/Box.cdq --data \(folder.path)"
    let tmux = try Tmux(try #require(ScreenTests.tmux), tool, session)
    defer { tmux.end() }
    try #require(tmux.waits { $0.contains("cdq>") })
    let inner = "SUBQUERY($a.box.items, $b, $b.id + $a.id > id).@count > 5000"
    try tmux.type("count Item where SUBQUERY(box.items, $a, \(inner)).@count > 5000{Enter}")
    Thread.sleep(forTimeInterval: 1)
    try tmux.type("{Ctrl-C}")
    #expect(tmux.waits { $0.contains("cancelled after") }, "\(tmux.screen)")
    try tmux.type("count Item{Enter}")
    #expect(tmux.waits { $0.contains("\n3000\n") }, "\(tmux.screen)")
  }
}

/// A session of tmux, whose screens can be read.
private struct Tmux {
  private let program: String
  private let socket = "cdq-\(UUID().uuidString)"

  init(_ program: String, _ tool: URL, _ session: TerminalSession) throws {
    self.program = program
    let variables = TerminalSession.environment.filter { $0.key != "TERM" }.map { "\($0.key)=\($0.value)" }
    let words = ["env"] + variables.sorted() + [tool.path] + ToolRun.words(session.command)
    _ = try run([
      "new-session", "-d", "-x", "\(session.columns)", "-y", "\(session.rows)",
      "cd \(ShellWord.quoted(Repository.root.path)) && " + words.map(ShellWord.quoted).joined(separator: " "),
    ])
  }

  func end() { _ = try? run(["kill-server"]) }

  var screen: String {
    let text = (try? run(["capture-pane", "-p"])) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? ""
    }
    return TerminalSession.normalized(lines.joined(separator: "\n"))
  }

  /// Waits until the screen has a property; false if that takes too long.
  func waits(_ isDone: (String) -> Bool) -> Bool {
    for _ in 0..<150 {
      if isDone(screen) { return true }
      Thread.sleep(forTimeInterval: 0.1)
    }
    return false
  }

  private static let names = [
    "Alt-Enter": "M-Enter", "Esc": "Escape", "Shift-Tab": "BTab", "Backspace": "BSpace", "Undo": "C-_",
  ]

  func type(_ keys: String) throws {
    var pasted: String?
    for (isName, text) in TerminalSession.parts(keys) {
      switch (isName, text, pasted) {
      case (true, "Paste", _): pasted = ""
      case (true, "/Paste", let clip?):
        _ = try run(["set-buffer", clip])
        _ = try run(["paste-buffer", "-p"])
        pasted = nil
      case (true, "n", let clip?): pasted = clip + "\n"
      case (false, _, let clip?): pasted = clip + text
      // A semicolon at the end would end the command of tmux.
      case (false, _, nil): _ = try run(["send-keys", "-l", text.hasSuffix(";") ? text.dropLast() + "\\;" : text])
      case (true, _, _):
        let name = text.hasPrefix("Ctrl-") ? "C-\(text.dropFirst(5).lowercased())" : Tmux.names[text] ?? text
        _ = try run(["send-keys", name])
        if text == "Enter" { awaitPrompt() }
      }
    }
  }

  /// Waits up to two seconds for the prompt. The terminal itself echoes keys that arrive while a query runs.
  private func awaitPrompt() {
    for _ in 0..<20 where screen.trimmingCharacters(in: .whitespacesAndNewlines).last != ">" {
      Thread.sleep(forTimeInterval: 0.1)
    }
  }

  /// Runs tmux by the shell. Foundation's `Process` waits until nobody has its files open, but the server of tmux keeps them.
  private func run(_ arguments: [String]) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("cdq-tmux-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let words = ([program, "-u", "-f", "/dev/null", "-L", socket] + arguments).map(ShellWord.quoted)
    let line = "\(words.joined(separator: " ")) > \(ShellWord.quoted(file)) 2> /dev/null < /dev/null"
    _ = ForegroundProgram.run(line, environment: ProcessInfo.processInfo.environment)
    return String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
  }
}
