@testable import CDQTerminal
import CDQTestSupport
import Foundation

@testable import CDQTool

/// A session of a person at a terminal: keys, and the screens after them. `Tests/Transcripts/*.screens` are such files:
///
///     What the session shows.
///     terminal: 80 x 24
///     $ cdq repl --demo
///
///     > Ci{Tab}{Enter}
///     | cdq> City
///
/// A line with `>` holds keys, with the names of keys in braces; the lines with `|` below it are the screen. `{n}` in keys is
/// a line ending in a pasted text.
struct TerminalSession {
  struct Step {
    var keys: String
    var screen: String
  }

  var head: [String] = []
  var command = ""
  var columns = 80
  var rows = 24
  var steps: [Step] = []

  init(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let size = line.firstMatch(of: /^terminal: (\d+) x (\d+)$/) {
        (columns, rows) = (Int(size.1) ?? 80, Int(size.2) ?? 24)
      }
      if line.hasPrefix("$ cdq ") { command = String(line.dropFirst("$ cdq ".count)) }
      if line.hasPrefix("> ") {
        steps.append(Step(keys: String(line.dropFirst(2)), screen: ""))
      } else if line.hasPrefix("|"), let last = steps.indices.last {
        steps[last].screen += String(line.dropFirst(line.hasPrefix("| ") ? 2 : 1)) + "\n"
      } else if steps.isEmpty {
        head.append(line)
      }
    }
    while head.last == "" { head.removeLast() }
  }

  /// The file of the session with other screens.
  func text(screens: [String]) -> String {
    var lines = head
    for (step, screen) in zip(steps, screens) {
      lines += ["", "> \(step.keys)"]
      lines += screen.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "|" : "| \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static let environment = ["NO_COLOR": "1", "CDQ_PAGER": "", "CDQ_HISTORY": "", "TERM": "xterm-256color"]

  /// A screen without what differs between runs.
  static func normalized(_ screen: String) -> String {
    screen.replacing(/\d+(\.\d+)? (ms|s)\b/, with: "0.1 ms").replacing(/cdq \d+\.\d+\.\d+/, with: "cdq 0.1.0")
      .trimmingCharacters(in: .newlines)
  }

  /// Runs the session in this process and returns the screen after each step.
  func screens() -> [String] {
    typed().finish().map(TerminalSession.normalized)
  }

  /// Runs the session in this process and returns the last screen with its colours.
  func coloredScreen() -> TestScreen {
    typed(environment: TerminalSession.environment.filter { $0.key != "NO_COLOR" }).screen
  }

  private func typed(environment: [String: String] = TerminalSession.environment) -> TypedTerminal {
    let terminal = TypedTerminal(columns: columns, rows: rows, groups: steps.map { TerminalSession.bytes($0.keys) })
    let console = Console(
      output: terminal, errors: terminal, input: terminal, environment: environment,
      workingDirectory: Repository.root.path)
    _ = Tool.run(arguments: ToolRun.words(command), console: console)
    return terminal
  }

  private static let names: [String: String] = [
    "Tab": "\t", "Enter": "\r", "Alt-Enter": "\u{1B}\r", "Up": "\u{1B}[A", "Down": "\u{1B}[B", "Right": "\u{1B}[C",
    "Left": "\u{1B}[D", "Esc": "\u{1B}", "Shift-Tab": "\u{1B}[Z", "Backspace": "\u{7F}", "Undo": "\u{1F}",
    "Paste": "\u{1B}[200~", "/Paste": "\u{1B}[201~", "n": "\n",
  ]

  /// The parts of a line of keys: names in braces, and texts.
  static func parts(_ keys: String) -> [(isName: Bool, text: String)] {
    var parts: [(Bool, String)] = []
    var rest = keys[...]
    while !rest.isEmpty {
      if rest.first == "{", let end = rest.firstIndex(of: "}") {
        let name = String(rest[rest.index(after: rest.startIndex)..<end])
        if names[name] != nil || name.hasPrefix("Ctrl-") {
          parts.append((true, name))
          rest = rest[rest.index(after: end)...]
          continue
        }
      }
      let next = rest.dropFirst().firstIndex(of: "{") ?? rest.endIndex
      parts.append((false, String(rest[..<next])))
      rest = rest[next...]
    }
    return parts
  }

  static func bytes(_ keys: String) -> [UInt8] {
    parts(keys).flatMap { isName, text -> [UInt8] in
      guard isName else { return Array(text.utf8) }
      if let sequence = names[text] { return Array(sequence.utf8) }
      return text.last?.asciiValue.map { [$0 & 0x1F] } ?? []
    }
  }
}

/// A terminal whose keys are known in advance. It takes a picture of its screen whenever a group of keys has had its effect.
private final class TypedTerminal: ConsoleInput, ConsoleOutput, KeyTerminal {
  private(set) var screen: TestScreen
  private var groups: ArraySlice<[UInt8]>
  private var current: ArraySlice<UInt8> = []
  private var pictures: [String] = []
  private var taken = 0
  let columns: Int?
  let rows: Int?

  init(columns: Int, rows: Int, groups: [[UInt8]]) {
    screen = TestScreen(columns: columns, rows: rows)
    self.groups = groups[...]
    (self.columns, self.rows) = (columns, rows)
  }

  func readByte(_ patience: KeyPatience) -> UInt8? {
    if current.isEmpty {
      guard patience == .endless else { return nil }
      if taken > 0 { pictures.append(screen.text) }
      guard let next = groups.popFirst() else { return nil }
      taken += 1
      current = next[...]
    }
    return current.popFirst()
  }

  var hasInput: Bool { false }

  /// The screens, also that of the group with which the session ended.
  func finish() -> [String] {
    if pictures.count < taken { pictures.append(screen.text) }
    return pictures
  }

  func write(_ text: String) { screen.feed(text) }
  func flush() {}
  var isTerminal: Bool { true }
  var failure: String? { nil }
  var isClosed: Bool { false }
  func readLine() -> [UInt8]? { nil }
  func peekLine() -> [UInt8]? { nil }
  func readAll() -> [UInt8] { [] }
  func readBlock() -> [UInt8]? { nil }
  func enterRawMode() -> (any KeyTerminal)? { self }
}
