/// What users of other shells of databases type, and the command that does it here.
enum ReplHabits {
  private static let commands: [String: String] = {
    var table: [String: String] = [:]
    func add(_ words: String, _ command: String) {
      for word in words.split(separator: ",") { table[String(word).trimmedWhitespace] = command }
    }
    add(
      "\\d, \\dt, \\d+, \\dt+, \\l, .tables, .schema, .databases, show tables, show databases, tables, schema, describe, entities",
      "schema")
    add("desc, .describe, describe table, desc table, show columns from, show table, .columns, .dump", "schema")
    add("?, \\?, \\h, .help, help, man", "help")
    add("exit, quit, exit(), quit(), \\q, .quit, .exit, bye, q, :wq, logout", "quit")
    add("\\i, .read, source", "source")
    add("\\o, .output, .once", "out")
    add("\\timing, .timer", "time")
    add(".mode", "format")
    add("\\e, edit", "edit")
    add("\\c, .open, use", "load")
    add("\\df, \\dv, .queries", "queries")
    return table
  }()

  /// The longest form of a table, in words.
  private static let mostWords = 3

  /// The line with the command of the REPL, such as `:schema City` for `\d City`; nil for another line.
  ///
  /// - Parameter isName: Whether a word is an entity or a property, which is a text and no habit.
  static func directive(for line: String, isName: (String) -> Bool) -> String? {
    let words = line.trimmedWhitespace.drop { $0 == " " }.split(whereSeparator: \.isWhitespace)
      .map { $0.hasSuffix(";") ? String($0.dropLast()) : String($0) }
    guard let first = words.first, !isName(first) else { return nil }
    for count in stride(from: min(mostWords, words.count), through: 1, by: -1) {
      guard let command = commands[words.prefix(count).joined(separator: " ").lowercased()] else { continue }
      let rest = words.dropFirst(count)
      // A longer text that begins so is no command: `help me find cities`.
      guard rest.count <= 1 else { return nil }
      return ([":" + command] + rest).joined(separator: " ")
    }
    return nil
  }
}
