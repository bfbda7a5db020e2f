import CDQComparison
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// `cdq schema diff OLD NEW`: reports the changes of a schema and the queries that they affect.
enum SchemaDiffCommand: Command {
  static let name = "schema diff"
  static let summary = "compare two versions of a schema and what they do to queries"
  static let usage = [
    "OLD NEW [--queries DIR]", "OLD NEW --sql D [--allow-loss] [--apply DATABASE]", "MODEL --old-version NAME [--new-version NAME] [--queries DIR]",
  ]
  static let options: [OptionSpec] = [
    .value("queries", "DIR", "a folder of .cdq files, or one, whose queries are checked against both"),
    .value("old-version", "NAME", "version of the Core Data model OLD (default the current one)"),
    .value("new-version", "NAME", "version of the Core Data model NEW (default the current one)"),
    .choice("format", letter: "f", ["text", "json"], "how it is written (default text)"),
  ] + SchemaDiffSQL.options
  static let notes = [
    "With --queries it fails when a query breaks or changes its signature, else when a change is breaking.",
    "The templates of Core Data models count as queries.",
  ] + SchemaDiffSQL.notes

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    try arguments.refuseMore(than: 2)
    guard let first = arguments.positionals.first else {
      throw .usage("'cdq schema diff' needs two schemas", help: ["cdq schema diff Old.cdq New.cdq"])
    }
    if arguments.positionals.count == 1, !arguments.has("old-version"), !arguments.has("new-version") {
      throw .usage(
        "'cdq schema diff' needs two schemas", help: ["of one model, name a version: --old-version NAME"])
    }
    let second = arguments.positionals.count == 2 ? arguments.positionals[1] : first
    let old = try schema(first, arguments["old-version"], context)
    let new = try schema(second, arguments["new-version"], context)
    if arguments.has("sql") || arguments.has("apply") {
      return try SchemaDiffSQL.run(from: old.schema.schema, to: new.schema.schema, context)
    }
    let documents = if let path = arguments["queries"] { try read(path, context) } else { [ParsedDocument]() }

    let diff = SchemaDiff(from: old.schema.schema, to: new.schema.schema)
    let queries = QuerySetDiff(
      documents, from: old.schema, to: new.schema, renames: diff.renames, models: old.sources + new.sources)
    let report = SchemaDiffReport(diff: diff, queries: queries)
    let sources = documents.map(\.source) + new.sources + old.sources
    switch arguments["format"] {
    case "json": context.console.output.write(report.json(sources))
    default:
      context.console.output.write(report.text(sources))
      context.show(report.diagnostics, sources)
    }
    let isClean = arguments.has("queries") ? queries.isClean : diff.count(.breaking) == 0 && queries.isClean
    return isClean ? .clean : .findings
  }

  private static func schema(
    _ path: String, _ version: String?, _ context: CommandContext
  ) throws(Failure) -> CompilationInput {
    try context.sound(SchemaFinder(console: context.console, path: path, modelVersion: version).require())
  }

  private static func read(_ path: String, _ context: CommandContext) throws(Failure) -> [ParsedDocument] {
    var documents: [ParsedDocument] = []
    var errors: [Diagnostic] = []
    let texts = try DocumentFiles(console: context.console).read([path])
    for source in texts {
      let parsed = Parser.parseDocument(source)
      errors += parsed.diagnostics.filter { $0.severity == .error }
      documents.append(ParsedDocument(source: source, tree: parsed.tree))
    }
    guard errors.isEmpty else {
      context.show(errors, texts)
      throw .findings
    }
    return documents
  }
}
