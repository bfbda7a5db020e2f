import CDQRuntime
import CDQSchema
import CDQSemantics

/// `cdq repl`: an interactive session with a query or predicate per line.
enum ReplCommand: Command {
  static let name = "repl"
  static let summary = "ask one query after another"
  static let usage = ["[--schema S] [--data D] [--entity E]"]
  static let options: [OptionSpec] = [
    .schema, .modelVersion, .data, .limit,
    .value("entity", letter: "e", "E", "what predicates are about at first"),
    .flag("no-history", "keep no history of this session"),
  ]
  static let notes = [
    "With standard input that is no terminal, the output is a transcript: lines are echoed, times are left out, and",
    "the exit code is 1 when a line had an error.",
    "The history is in $CDQ_HISTORY (empty for none), else in the state folder or the home folder.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    try arguments.refuseMore(than: 0)
    let console = context.console
    let data = arguments["data"]
    if data == "-" { throw .usage("the REPL's lines come from standard input; data cannot") }
    let schema = try context.sound(
      SchemaFinder(console: console, path: arguments["schema"], modelVersion: arguments["model-version"])
        .require(near: data.map { [$0] } ?? []))
    var repl = Repl(context: context, schema: schema)
    if let entity = arguments["entity"] { try repl.setEntity(entity) }
    if let data { try repl.load(data) }
    if console.input.isTerminal, let descriptor = console.input.descriptor, console.output.isTerminal {
      repl.showsTime = true
      let file = arguments.has("no-history") ? nil : HistoryFile(environment: console.environment)
      repl.greet()
      repl.run(TerminalInput(console: console, descriptor: descriptor, history: file))
      return .clean
    }
    repl.run(BatchInput(console: console))
    return repl.hasFailed ? .findings : .clean
  }
}
