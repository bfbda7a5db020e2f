import CDQIR
import CDQKit
import CDQReasoning
import CDQResults
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal
import CDQWhy

/// `cdq prove RELATION …`: whether a statement about one or two conditions holds for all data.
enum ProveCommand: Command {
  /// The statements that can be proved.
  enum Statement: String, CaseIterable {
    case equivalent, implies, disjoint, never, always

    /// The number of conditions that the statement is about.
    var count: Int {
      switch self {
      case .equivalent, .implies, .disjoint: 2
      case .never, .always: 1
      }
    }

    func proof(_ prover: Prover, _ queries: [QueryIR]) -> Prover.Proof {
      switch self {
      case .equivalent: prover.equivalent(queries[0], queries[1])
      case .implies: prover.implies(queries[0], queries[1])
      case .disjoint: prover.disjoint(queries[0], queries[1])
      case .never: prover.never(queries[0])
      case .always: prover.always(queries[0])
      }
    }
  }

  static let name = "prove"
  static let summary = "prove what conditions say about each other, or refute it"
  static let takesQuery = true
  static let words = Statement.allCases.map { CommandLineCompletion.Word(text: $0.rawValue, remark: "") }
  static let usage = [
    "equivalent|implies|disjoint 'A' 'B' [--entity E] [--schema S]", "never|always 'A' [--entity E] [--schema S]",
    "--batch FILE [--schema S]",
  ]
  static let options: [OptionSpec] = [
    .schema, .modelVersion,
    .value("entity", letter: "e", "E", "what predicates are about"),
    .choice("format", letter: "f", ["text", "json"], "how the answer is written (default text)"),
    .value("batch", "FILE", "answer one JSON line for each JSON line of a file, or of - (see below)"),
    .limit,
  ]
  static let notes = [
    "A and B are predicates, or queries of which the conditions count.",
    "The answer is 'yes', 'no' with an object for which it was tried, or 'not decided' with the reason;",
    "the exit code is 0, 1 or 2.",
    "A line of a batch: {\"prove\": \"implies\", \"a\": \"…\", \"b\": \"…\", \"entity\": \"E\"}; its answer:",
    "{\"answer\": \"yes|no|undecided\", \"reason\": …, \"objects\": […]}.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    let schema = try context.sound(
      SchemaFinder(console: context.console, path: arguments["schema"], modelVersion: arguments["model-version"]).require())
    let proving = Proving(schema: schema, context: context)
    if let file = arguments["batch"] {
      try arguments.refuseMore(than: 0, help: ["the statements of a batch are in its file"])
      return try proving.batch(file)
    }
    let words = arguments.positionals
    guard let word = words.first else {
      throw .usage("'cdq prove' needs a statement", help: ["cdq prove implies 'rank > 5' 'rank > 3' --entity City"])
    }
    guard let statement = Statement(rawValue: word) else {
      let names = Statement.allCases.map(\.rawValue)
      let near = Suggestions.nearest(to: word, among: names).map { ["did you mean '\($0)'?"] } ?? []
      throw .usage("'\(word)' is no statement", help: near + ["one of \(names.joined(separator: ", "))"])
    }
    guard words.count == statement.count + 1 else {
      throw .usage(
        "'\(word)' is about \(statement.count == 1 ? "one condition" : "two conditions"), not \(words.count - 1)")
    }
    return try proving.answer(statement, Array(words.dropFirst()))
  }
}

/// Statements about texts over one schema.
private struct Proving {
  let schema: CompilationInput
  let context: CommandContext

  private var runner: QueryRunner { QueryRunner(schema: schema.schema, schemaSources: schema.sources, limits: context.limits) }

  func answer(_ statement: ProveCommand.Statement, _ texts: [String]) throws(Failure) -> ExitCode {
    var queries: [QueryIR] = []
    for (text, name) in zip(texts, ["<a>", "<b>"]) {
      let source = SourceText(name: texts.count == 1 ? "<query>" : name, text)
      let compiled = runner.compile(source, entity: context.arguments["entity"])
      let diagnostics = compiled.diagnostics.filter { $0.severity == .error }
      guard let ir = compiled.ir else {
        context.show(diagnostics, [source] + schema.sources)
        throw .unreadable("a condition has errors")
      }
      queries.append(ir)
    }
    if let first = queries.first, let other = queries.first(where: { $0.entity != first.entity }) {
      throw .usage("the conditions are about '\(first.entity)' and '\(other.entity)'", help: ["one entity for both"])
    }
    let proof = statement.proof(Prover(schema: schema.schema.schema), queries)
    if context.arguments["format"] == "json" {
      context.console.print(Proving.json(proof))
    } else {
      for line in Proving.lines(proof, texts, queries.first?.entity) { context.console.print(line) }
    }
    switch proof {
    case .proved: return .clean
    case .refuted: return .findings
    case .undecided: return .usage
    }
  }

  private static func lines(_ proof: Prover.Proof, _ texts: [String], _ entity: String?) -> [String] {
    switch proof {
    case .proved: return ["yes"]
    case .undecided(let reason): return ["not decided: \(reason)"]
    case .refuted(let witness):
      var lines = ["no"]
      // The properties that the conditions name are the reason, also where they are nil.
      if let record = witness.record {
        let properties = witness.store.schema.allProperties(of: record.entityName).filter { property in
          if case .attribute = property { texts.contains { Proving.names(in: $0).contains(property.name) } } else { false }
        }
        lines += properties.map { "  \($0.name): \(ValueLiteral.text(record[$0.name]))" }
      }
      for (text, truth) in zip(texts, witness.truths) where witness.truths.count > 1 {
        lines.append("  \(truth ? "✓" : "✗") \(text)")
      }
      return lines + witness.lines.map { "  \($0)" }
    }
  }

  /// The words of a text that begin a path.
  private static func names(in text: String) -> Set<String> {
    let source = SourceText(name: "", text)
    return Set(Lexer.lex(source).tokens.filter { $0.kind == .word }.map { source.text($0.span) })
  }

  private static func json(_ proof: Prover.Proof) -> String {
    func text(_ value: String) -> String { ValueText.json(.string(value), .string) }
    switch proof {
    case .proved: return "{\"answer\":\"yes\"}"
    case .undecided(let reason): return "{\"answer\":\"undecided\",\"reason\":\(text(reason))}"
    case .refuted(let witness):
      let truths = witness.truths.map(String.init).joined(separator: ",")
      let objects = witness.lines.map { text($0) }.joined(separator: ",")
      return "{\"answer\":\"no\",\"truths\":[\(truths)],\"objects\":[\(objects)]}"
    }
  }

  // MARK: Batch

  func batch(_ file: String) throws(Failure) -> ExitCode {
    let input: any ConsoleInput = file == "-" ? context.console.input : try BytesInput(DocumentFiles.bytes(file))
    var hasErrors = false
    while !context.console.output.isClosed, let line = input.readLine() {
      guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
      do throws(QueryFailure) {
        context.console.print(Proving.json(try proof(line)))
      } catch {
        hasErrors = true
        let message = ValueText.json(.string(error.message), .string)
        context.console.print("{\"error\":{\"code\":\"\(error.code)\",\"message\":\(message)}}")
      }
      if file == "-" { context.console.output.flush() }
    }
    if let failure = input.failure { throw .unreadable("cannot read the batch: \(failure)") }
    return hasErrors ? .findings : .clean
  }

  private func proof(_ line: [UInt8]) throws(QueryFailure) -> Prover.Proof {
    guard let json = try? JSONValue.parse(utf8: line), case .string(let word)? = json["prove"],
      let statement = ProveCommand.Statement(rawValue: word)
    else {
      throw QueryFailure(
        stage: .parse, code: ToolCode.invalidLine.rawValue, message: "a line is {\"prove\": \"implies\", \"a\": \"…\", \"b\": \"…\"}")
    }
    var entity = context.arguments["entity"]
    if case .string(let name)? = json["entity"] { entity = name }
    var queries: [QueryIR] = []
    for key in ["a", "b"].prefix(statement.count) {
      guard case .string(let text)? = json[key] else {
        throw QueryFailure(stage: .parse, code: ToolCode.invalidLine.rawValue, message: "the line has no '\(key)'")
      }
      let source = SourceText(name: "<\(key)>", text)
      let compiled = runner.compile(source, entity: entity)
      guard let ir = compiled.ir else {
        throw QueryFailure(compiled.diagnostics, in: source)
          ?? QueryFailure(stage: .check, code: ToolCode.internal.rawValue, message: "the text was refused without a reason")
      }
      queries.append(ir)
    }
    return statement.proof(Prover(schema: schema.schema.schema), queries)
  }
}
