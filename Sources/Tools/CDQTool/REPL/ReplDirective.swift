import CDQSyntax

/// A command of the REPL, such as `:schema City`: a row of `ReplDirectives.all`.
struct ReplDirective: Sendable {
  /// What the command takes, which decides what Tab offers and whether it may go on in the next line.
  enum Argument: Hashable, Sendable {
    case none, query, entity, file, parameter, namedQuery, code, topic, chart
    case words([String])
  }

  var name: String
  /// The arguments of the command, as the help shows them.
  var usage = ""
  /// Description of the command in the help, one line.
  var summary: String
  /// A line that shows the command's use; nil where the usage says enough.
  var example: String?
  var argument = Argument.none
  /// Whether the command uses the terminal itself, so that its output is not shown by a pager.
  var usesTerminal = false
  var run: @Sendable (inout Repl, String) -> Void

  /// The command with its arguments: `:schema [Entity]`.
  var form: String { usage.isEmpty ? ":\(name)" : ":\(name) \(usage)" }

  /// Splits a line such as `:schema City` into the word, its command and the argument.
  ///
  /// - Returns: nil when the line does not begin with a colon. `directive` is nil when no command has this name.
  static func parse(_ line: Substring) -> (word: String, directive: ReplDirective?, argument: String)? {
    let line = line.drop(while: \.isWhitespace)
    guard line.first == ":" else { return nil }
    let parts = line.dropFirst().split(maxSplits: 1, omittingEmptySubsequences: true) { $0.isWhitespace }
    let word = parts.first.map(String.init) ?? ""
    let argument = parts.count > 1 ? parts[1].trimmedWhitespace : ""
    return (word, named(shortForms[word] ?? word), argument)
  }

  static func named(_ name: String) -> ReplDirective? { ReplDirectives.all.first { $0.name == name } }

  private static let shortForms = ["q": "quit", "exit": "quit", "h": "help", "?": "help"]

  /// The command that the user probably meant by a misspelt word; nil when none is similar.
  static func nearest(to word: String) -> String? {
    let names = ReplDirectives.all.map(\.name)
    let prefixed = names.filter { !word.isEmpty && $0.hasPrefix(word) }
    return prefixed.count == 1 ? prefixed[0] : Suggestions.nearest(to: word, among: names)
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmedWhitespace: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
