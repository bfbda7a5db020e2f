import CDQIR
import CDQKit
import CDQReasoning
import CDQResults
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// `cdq examples 'QUERY'`: the smallest objects that a query matches, and those that fail one of its conditions.
enum ExamplesCommand: Command {
  static let name = "examples"
  static let summary = "show the smallest objects that match a query, or nearly do"
  static let takesQuery = true
  static let usage = ["'QUERY' [--schema S]", "'PREDICATE' --entity E [--schema S]"]
  static let options: [OptionSpec] = [
    .schema, .modelVersion,
    .value("entity", letter: "e", "E", "what a predicate alone is about"),
    .choice("format", letter: "f", ["text", "json"], "json for test data, which --data reads (default text)"),
    .limit,
  ]
  static let notes = ["For each condition there is an object that satisfies all others but not this one."]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    let text = try arguments.single("a query", "cdq examples 'City where population > 5'")
    let schema = try context.sound(
      SchemaFinder(console: context.console, path: arguments["schema"], modelVersion: arguments["model-version"]).require())
    let source = text == "-" ? try DocumentFiles(console: context.console).standardInput() : SourceText(name: "<query>", text)
    let runner = QueryRunner(schema: schema.schema, schemaSources: schema.sources, limits: context.limits)
    let compiled = runner.compile(source, entity: arguments["entity"])
    let code = context.finish(compiled.diagnostics.filter { $0.severity == .error }, [source] + schema.sources)
    guard let ir = compiled.ir else { return code }
    let examples = Prover(schema: schema.schema.schema).examples(of: ir)
    if arguments["format"] == "json" {
      context.console.print("[\(try lines(examples).joined(separator: ",\n "))]")
    } else {
      for example in examples {
        context.console.print(example.unmet.map { "does not match, for want of \($0)" } ?? "matches")
        for line in example.witness.lines { context.console.print("  \(line)") }
      }
    }
    guard examples.contains(where: \.isMatch) else {
      context.summary("no matching object was found; 'cdq prove never' says whether there is one")
      return .findings
    }
    return .clean
  }

  private static func lines(_ examples: [QueryExample]) throws(Failure) -> [String] {
    var lines: [String] = []
    for example in examples {
      let unmet = example.unmet.map { ValueText.json(.string($0), .string) } ?? "null"
      var members: [String] = []
      let writer = StoreWriter(example.witness.store.snapshot)
      for entity in writer.entities where example.witness.store.count(of: entity) > 0 {
        do throws(StoreError) {
          let json = String(decoding: try writer.json(of: entity), as: UTF8.self).replacing("\n", with: "")
          members.append("\(ValueText.json(.string(entity), .string)): \(json)")
        } catch {
          throw .unreadable("cannot write '\(entity)': \(error)")
        }
      }
      let arguments = example.witness.arguments.values.sorted { $0.key < $1.key }.map {
        "\(ValueText.json(.string($0.key), .string)): \(ValueText.json($0.value, .null))"
      }
      lines.append(
        "{\"matches\": \(example.isMatch), \"unmet\": \(unmet), \"params\": {\(arguments.joined(separator: ", "))}, "
          + "\"data\": {\(members.joined(separator: ", "))}}")
    }
    return lines
  }
}
