import CDQSyntax

/// The commands of the REPL, such as `:schema City`.
enum ReplDirective: String, CaseIterable {
  case help, schema, entity, load, `let`, params, type, ast, ir, sql, fmt, nspredicate, why, format, limit, time, quit

  /// The arguments of the command, as the help shows them.
  var usage: String {
    switch self {
    case .help: "[topic]"
    case .schema: "[Entity]"
    case .entity: "[Entity]"
    case .load: "PATH"
    case .let: "$name = value"
    case .params, .quit: ""
    case .type: "text"
    case .ast, .ir, .sql, .fmt, .nspredicate: "[text]"
    case .why: "[identity]"
    case .format: "[\(ResultFormat.allCases.map(\.rawValue).joined(separator: "|"))]"
    case .limit: "[N]"
    case .time: "[on|off]"
    }
  }

  /// Description of the command in the help, one line.
  var summary: String {
    switch self {
    case .help: "this list, or more about: \(ReplHelp.topics.joined(separator: ", "))"
    case .schema: "the entities, or the properties of one"
    case .entity: "set the entity that predicates are about"
    case .load: "replace the data: a folder, or a file"
    case .let: "set a parameter: JSON, or text read as its type"
    case .params: "show the parameters that are set"
    case .type: "the type of an expression, or the parameters and result of a query"
    case .ast: "the tree of a text, or of the last one"
    case .ir: "the compiled form of a text, or of the last one"
    case .sql: "the statement of a database for a text, or for the last one"
    case .fmt: "a text, or the last one, in the canonical layout"
    case .nspredicate: "a predicate, or the last one, as NSPredicate(format:) takes it"
    case .why: "why the object with an identity matches the last query or not; why the nearest ones do not"
    case .format: "show or set how results are written"
    case .limit: "show or set how many rows a table has; 0 for all"
    case .time: "show times or not"
    case .quit: "leave; Ctrl-D does too"
    }
  }

  /// Splits a line such as `:schema City` into the word, its command and the argument.
  ///
  /// - Returns: nil when the line does not begin with a colon. `command` is nil when no command has this name.
  static func parse(_ line: Substring) -> (word: String, command: ReplDirective?, argument: String)? {
    guard line.first == ":" else { return nil }
    let parts = line.dropFirst().split(maxSplits: 1, omittingEmptySubsequences: true) { $0.isWhitespace }
    let word = parts.first.map(String.init) ?? ""
    let argument = parts.count > 1 ? parts[1].trimmedWhitespace : ""
    return (word, ReplDirective(rawValue: word) ?? shortForms[word], argument)
  }

  private static let shortForms: [String: ReplDirective] = ["q": .quit, "exit": .quit, "h": .help, "?": .help]

  /// The command that the user probably meant by a misspelt word; nil when none is similar.
  static func nearest(to word: String) -> String? {
    let names = allCases.map(\.rawValue)
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
