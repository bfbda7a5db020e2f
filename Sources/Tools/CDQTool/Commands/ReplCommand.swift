import CDQIR
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQTerminal

/// `cdq repl`: an interactive session with a query or predicate per line.
enum ReplCommand: Command {
  static let name = "repl"
  static let summary = "ask one query after another"
  static let usage = ["[--schema S] [--data D] [--entity E]", "DATA", "--demo"]
  static let options: [OptionSpec] = [
    .schema, .modelVersion, .limit,
    .value("entity", letter: "e", "E", "what predicates are about at first"),
    .flag("demo", "ask about the cities and countries that cdq contains"),
    .flag("no-history", "keep no history of this session"),
  ] + OptionSpec.loading + OptionSpec.databases
  static let notes = [
    "Without a schema, it is inferred from the data.",
    "With standard input that is no terminal, the output is a transcript: lines are echoed, times are left out, and",
    "the exit code is 1 when a line had an error.",
    "A line may take a billion steps and 30 s; --limit steps=none and --limit deadline=none remove these limits.",
    "The history is in $CDQ_HISTORY (empty for none), else in the state folder or the home folder.",
    "Long results are shown by $CDQ_PAGER (empty for none), else $PAGER, less or more; ':edit' calls $VISUAL or $EDITOR.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    let data = try arguments.data()
    if data == "-" { throw .usage("the REPL's lines come from standard input; data cannot") }
    var repl = try arguments.has("demo") ? demo(context) : session(context, data)
    if let entity = arguments["entity"] { try repl.setEntity(entity) }
    if repl.runOnTerminal() { return .clean }
    repl.run(BatchInput(console: context.console))
    return repl.hasFailed ? .findings : .clean
  }

  private static func demo(_ context: CommandContext) throws(Failure) -> Repl {
    for option in ["data", "schema"] where context.arguments.has(option) {
      throw .usage("--demo has its own schema and data, so --\(option) cannot be used")
    }
    return try DemoCommand.session(context)
  }

  private static func session(_ context: CommandContext, _ data: String?) throws(Failure) -> Repl {
    let source = SessionSource(data: data) { data throws(Failure) in try open(data, context) }
    let (schema, loaded) = try source.open(data)
    var repl = Repl(context: context, schema: schema)
    repl.source = source
    if let loaded { try repl.load(loaded) }
    return repl
  }

  /// The schema and data of a path. Without both, a user at a terminal starts with an empty schema, and loads data later.
  private static func open(
    _ data: String?, _ context: CommandContext
  ) throws(Failure) -> (schema: CompilationInput, data: (any NamedData)?) {
    if let data { return try context.schemaAndData(data) }
    let finder = SchemaFinder(
      console: context.console, path: context.arguments["schema"], modelVersion: context.arguments["model-version"])
    if let found = try finder.find() { return (try context.sound(found), nil) }
    let isTerminal = context.console.input.isTerminal && context.console.output.isTerminal
    guard isTerminal, !context.arguments.has("entity") else { throw finder.missing() }
    let empty = CheckedSchema(schema: Schema(entities: []))
    return (CompilationInput(schema: empty, documents: [], sources: [], diagnostics: []), nil)
  }
}
