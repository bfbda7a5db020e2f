import CDQResults

/// The commands of the REPL, in the order of the help.
enum ReplDirectives {
  static let all: [ReplDirective] = [
    ReplDirective(
      name: "help", usage: "[topic]", summary: "this list, or more about: \(ReplHelp.topics.joined(separator: ", "))",
      argument: .topic
    ) { $0.help($1) },
    ReplDirective(
      name: "schema", usage: "[--mermaid] [Entity]", summary: "the entities, or the properties of one", argument: .entity
    ) { $0.showSchema($1) },
    ReplDirective(name: "entity", usage: "[Entity]", summary: "set the entity that predicates are about", argument: .entity) {
      $0.changeEntity($1)
    },
    ReplDirective(
      name: "queries", usage: "[name]", summary: "the named queries of the schema's files and of this session",
      argument: .namedQuery
    ) { $0.showQueries($1) },
    ReplDirective(
      name: "run", usage: "name [parameter=value]…", summary: "run a named query",
      example: ":run largest atLeast=10000000 count=3", argument: .namedQuery
    ) { $0.runNamed($1) },
    ReplDirective(
      name: "let", usage: "$name = value", summary: "set a parameter: JSON, or text read as its type", argument: .parameter
    ) { $0.setParameter($1) },
    ReplDirective(name: "unset", usage: "$name…", summary: "forget parameters", argument: .parameter) { $0.unset($1) },
    ReplDirective(name: "params", summary: "show the parameters that are set") { repl, _ in repl.showParameters() },
    ReplDirective(
      name: "chart", usage: "[bars|histogram|line] [FILE.svg] [text]",
      summary: "draw a result, or the last one, as bars, a histogram or a line over dates",
      example: ":chart City group by isCapital select isCapital, count() as cities", argument: .chart
    ) { $0.chart($1) },
    ReplDirective(name: "type", usage: "text", summary: "the type of an expression, or the parameters and result of a query", argument: .query) {
      $0.showType($1)
    },
    ReplDirective(
      name: "explain", usage: "[CODE]", summary: "explain an error or warning by its code, or the last one", argument: .code
    ) { $0.explain($1) },
    ReplDirective(
      name: "plan", usage: "[text]", summary: "how a text, or the last one, is run", argument: .query
    ) { $0.showPlan($1) },
    ReplDirective(
      name: "why", usage: "[identity]",
      summary: "why the object with an identity matches the last query or not; without one, of the nearest objects"
    ) { $0.showWhy($1) },
    ReplDirective(
      name: "sql", usage: "[text]", summary: "the statement of a database for a text, or for the last one", argument: .query
    ) { $0.showSQL($1) },
    ReplDirective(name: "fmt", usage: "[text]", summary: "a text, or the last one, in the canonical layout", argument: .query) {
      $0.showFormatted($1)
    },
    ReplDirective(
      name: "nspredicate", usage: "[text]", summary: "a predicate, or the last one, as NSPredicate(format:) takes it",
      argument: .query
    ) { $0.showNSPredicate($1) },
    ReplDirective(name: "ast", usage: "[text]", summary: "the tree of a text, or of the last one", argument: .query) {
      $0.showTree($1)
    },
    ReplDirective(name: "ir", usage: "[text]", summary: "the compiled form of a text, or of the last one", argument: .query) {
      $0.showIR($1)
    },
    ReplDirective(
      name: "load", usage: "PATH", summary: "replace the data: a folder, a file or a database", argument: .file,
      usesTerminal: true
    ) { $0.changeData($1) },
    ReplDirective(
      name: "reload", summary: "read schema and data again from their files", usesTerminal: true
    ) { repl, _ in repl.reload() },
    ReplDirective(
      name: "source", usage: "FILE", summary: "run the lines of a file, or take the queries of a .cdq file", argument: .file,
      usesTerminal: true
    ) { $0.runFile($1) },
    ReplDirective(
      name: "edit", usage: "[text]", summary: "edit a text, or the last one, in $EDITOR, and run it", argument: .query,
      usesTerminal: true
    ) { $0.edit($1) },
    ReplDirective(
      name: "out", usage: "[FILE]", summary: "write results to a new file, by its extension; without FILE show them again",
      example: ":out large.csv", argument: .file
    ) { $0.changeOutput($1) },
    ReplDirective(name: "copy", summary: "copy the last result to the clipboard of the terminal", usesTerminal: true) { repl, _ in
      repl.copy()
    },
    ReplDirective(
      name: "format", usage: "[\(ResultFormat.allCases.map(\.rawValue).joined(separator: "|"))]",
      summary: "show or set how results are written", argument: .words(ResultFormat.allCases.map(\.rawValue))
    ) { $0.changeFormat($1) },
    ReplDirective(name: "limit", usage: "[N]", summary: "show or set how many rows a table has; 0 for all") {
      $0.changeLimit($1)
    },
    ReplDirective(
      name: "pager", usage: "[on|off]", summary: "show long results with $PAGER or not", argument: .words(["on", "off"])
    ) { $0.changePager($1) },
    ReplDirective(name: "time", usage: "[on|off]", summary: "show times or not", argument: .words(["on", "off"])) {
      $0.changeTime($1)
    },
    ReplDirective(name: "quit", summary: "leave; Ctrl-D does too") { repl, _ in repl.isDone = true },
  ]
}
