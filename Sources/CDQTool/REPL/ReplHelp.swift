/// The texts of `:help`.
enum ReplHelp {
  static let topics = ["queries", "predicates", "parameters", "keys"]

  /// The lines of `:help` without a topic: all commands.
  static var overview: [String] {
    let width = ReplDirective.allCases.map { usage($0).count }.max() ?? 0
    return ["A line is a query (City where population > 5), or a predicate about the entity in the prompt."]
      + ReplDirective.allCases.map { "  \(HelpText.padded(usage($0), width))  \($0.summary)" }
  }

  /// The lines about a topic or a command; nil when there is neither.
  static func lines(about topic: String) -> [String]? {
    let word = topic.hasPrefix(":") ? String(topic.dropFirst()) : topic
    if let command = ReplDirective(rawValue: word), !topics.contains(word) {
      return ["\(usage(command))  \(command.summary)"]
    }
    switch word {
    case "queries":
      return [
        "[first|one|count|exists|delete] Entity [only] [where predicate]",
        "  [group by path, …] [having predicate] [select [distinct] item [as name], …]",
        "  [sort key [asc|desc] [nulls first|nulls last], …] [limit n] [offset n]",
        "delete only counts here; data is changed by 'cdq eval --write'",
      ]
    case "predicates":
      return [
        "compare   =  !=  <  <=  >  >=  BETWEEN {a, b}  IN {a, b}",
        "text      BEGINSWITH  ENDSWITH  CONTAINS  LIKE (* and ?)  MATCHES (regular expression)",
        "options   [c] ignores case, [d] diacritics: name CONTAINS[cd] \"sao\"",
        "combine   AND  OR  NOT  ( )",
        "to-many   ANY  ALL  NONE  cities.@count > 5  SUBQUERY(cities, $c, $c.isCapital = TRUE).@count > 0",
      ]
    case "parameters":
      return [
        "$name stands for a value whose type follows from its use",
        ":let $name = \"Par\"   a JSON value",
        ":let $since = 2020-01-31   text, read as the parameter's type",
        "$name? makes the condition disappear while the parameter is not set",
      ]
    case "keys":
      return [
        "arrows, Home, End   move; up and down go through the history",
        "Tab                 completes commands, entities, properties and words",
        "Ctrl-A, Ctrl-E      start and end of the line",
        "Ctrl-K, Ctrl-U, Ctrl-W, Ctrl-Y   cut to the end, to the start, the word before; paste",
        "Ctrl-L, Ctrl-C, Ctrl-D           clear the screen, cancel the line, leave",
      ]
    default: return nil
    }
  }

  private static func usage(_ command: ReplDirective) -> String {
    command.usage.isEmpty ? ":\(command.rawValue)" : ":\(command.rawValue) \(command.usage)"
  }
}
