import CDQFiles
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import Foundation

/// `cdq demo`: shows some queries over countries and cities that the command contains, then reads others.
enum DemoCommand: Command {
  static let name = "demo"
  static let summary = "see some queries over cities and countries, and try your own"
  static let usage = [""]
  static let options: [OptionSpec] = [.flag("no-history", "keep no history of this session")]
  static let notes = ["Without a terminal it shows the queries and ends. 'cdq repl --demo' reads yours only."]

  /// The lines of the tour, as a user would type them.
  private static let tour = [
    "// The five largest cities.", "City sort population desc limit 5",
    "// Text is compared without case [c] and diacritics [d].", #"City where name BEGINSWITH[cd] "mal""#,
    "// A condition follows relationships, here to many cities.",
    "Country where ANY cities.population > 15000000 select name, cities.@count as cities sort name",
    "// Countries by continent, as bars.", ":format bar",
    "Country group by continent select continent, count() as countries sort countries desc", ":format table",
    "// A mistake is shown where it is, with what to write instead.", "City where popluation > 1000000",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    try context.arguments.refuseMore(than: 0)
    var repl = try session(context)
    repl.run(ScriptInput(console: context.console, lines: tour))
    repl.runOnTerminal()
    return .clean
  }

  /// The schema of the demo, with its queries.
  static let schema: CompilationInput = {
    let source = SourceText(name: "Demo.cdq", DemoData.schema)
    let built = buildSchema(SchemaInputs(documents: [(source, Parser.parseDocument(source).tree)]), reader: FileSystem())
    return CompilationInput(
      schema: built.schema, documents: [], sources: built.sources, diagnostics: built.diagnostics)
  }()

  /// A session with the data of the demo.
  static func session(_ context: CommandContext) throws(Failure) -> Repl {
    var repl = Repl(context: context, schema: try context.sound(schema))
    let tables = [("Country", DemoData.countries), ("City", DemoData.cities)]
    let inputs = tables.map { LoadInput(name: "\($0).csv", entity: $0, format: .csv, bytes: Data($1.utf8)) }
    try repl.load(DataSource(name: "the demo", inputs: inputs, isWritable: false))
    return repl
  }
}
