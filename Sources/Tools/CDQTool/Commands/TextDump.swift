import CDQCodegen
import CDQIR
import CDQKit
import CDQResults
import CDQSchema
import CDQSQL
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// Prints the output of a compiler stage for a query or predicate.
struct TextDump {
  let context: CommandContext
  let source: SourceText
  let stage: DumpCommand.Stage
  let isJSON: Bool
  private var console: Console { context.console }
  private var entity: String? { context.arguments["entity"] }
  private var parseOptions: ParseOptions {
    ParseOptions(strictNSPredicate: context.arguments.has("strict-nspredicate"), limits: context.limits.text)
  }

  func run() throws(Failure) -> ExitCode {
    switch stage {
    case .tokens:
      let lexed = Lexer.lex(source, options: parseOptions)
      console.output.write(isJSON ? TokenJSON.text(lexed, source) : dumpTokens(source, options: parseOptions))
      return context.finish(lexed.diagnostics, [source])
    case .ast:
      let parsed = try parse()
      console.output.write(TreeText.text(parsed.tree))
      return context.finish(parsed.diagnostics, [source])
    case .typed, .ir, .swift, .sql:
      return try showChecked()
    }
  }

  /// Parses the text. A lone word such as `isOpen` or `City` is a query if the schema has an entity of that name;
  /// without a schema, if `--entity` is not given.
  private func parse() throws(Failure) -> ParseResult<Pipeline.Tree> {
    var entities: Set<String> = []
    if case .loneWord(let word) = Parser.isQueryText(source) {
      let found = try SchemaFinder(
      console: console, path: context.arguments["schema"], modelVersion: context.arguments["model-version"]).find()
      entities = Set(found?.schema.schema.entities.map(\.name) ?? (entity == nil ? [word] : []))
    }
    return Pipeline.parse(source, options: parseOptions, TextVocabulary(entities: entities.sorted()))
  }

  private func showChecked() throws(Failure) -> ExitCode {
    let schema = try context.sound(SchemaFinder(
      console: console, path: context.arguments["schema"], modelVersion: context.arguments["model-version"]).require())
    let runner = QueryRunner(schema: schema.schema, limits: context.limits)
    let options = CheckOptions(strictNSPredicate: parseOptions.strictNSPredicate)
    let compiled = runner.compile(source, entity: entity, options: options)
    let code = context.finish(
      DiagnosticLevels(Catalogue.codes).applied(to: compiled.diagnostics, in: [source]), [source] + schema.sources)
    guard let typed = compiled.typed, let ir = compiled.ir else { return code }
    switch stage {
    case .tokens, .ast: break
    case .typed: console.output.write(typed.dump)
    case .ir: console.print(isJSON ? try context.json(ir) : ir.dump)
    case .sql:
      let dump = try SQLDump(schema.schema.schema, context)
      guard isJSON else { return try dump.show(ir) ? code : .findings }
      guard let statement = try dump.statement(ir) else { return .findings }
      console.print(try context.json(statement))
    case .swift:
      let query = CompiledQuery(
        name: "query", nameSpan: SourceSpan(at: 0), documentation: nil, text: source.text(SourceSpan(0, .max)),
        file: source.name, line: 1, ir: ir, parameterUses: typed.parameters.map(\.use), typed: typed)
      return SwiftDump.show([query], schema.schema, source, schema.sources, context)
    }
    return code
  }
}

/// Prints the Swift code generated for queries.
enum SwiftDump {
  static func show(
    _ queries: [CompiledQuery], _ schema: CheckedSchema, _ source: SourceText, _ sources: [SourceText],
    _ context: CommandContext
  ) -> ExitCode {
    var options = GenerateOptions(backend: context.arguments.choice("backend", default: .memory))
    options.dialect = context.arguments.choice("dialect", default: .sqlite)
    let name = source.name.hasPrefix("<") ? source.name : PathText.name(of: source.name)
    let result = generateSwift(
      queries, schema: schema, sources: [GenerateSource(name: source.name, path: name)], options: options)
    for file in result.files { context.console.output.write(file.text) }
    return context.finish(result.diagnostics, [source] + sources)
  }
}

/// Tokens as JSON: an array with one object per token.
enum TokenJSON {
  static func text(_ lexed: LexedText, _ source: SourceText) -> String {
    let lines = lexed.tokens.map { token in
      let position = source.position(at: token.start)
      let text = ValueText.json(.string(source.text(token.span)), .string)
      return
        "{\"kind\":\"\(token.kind.name)\",\"text\":\(text),\"line\":\(position.line),\"column\":\(position.column),"
        + "\"offset\":\(token.start),\"length\":\(token.length)}"
    }
    return "[\n\(lines.joined(separator: ",\n"))\n]\n"
  }
}
