import CDQIR
import CDQKit
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// Prints the output of a compiler stage for every query of a file.
struct FileDump {
  let context: CommandContext
  let source: SourceText
  let stage: DumpCommand.Stage
  let isJSON: Bool
  private var console: Console { context.console }
  private var options: ParseOptions { ParseOptions(limits: context.limits.text) }

  func run() throws(Failure) -> ExitCode {
    switch stage {
    case .tokens:
      let lexed = Lexer.lex(source, options: options)
      console.output.write(isJSON ? TokenJSON.text(lexed, source) : dumpTokens(source, options: options))
      return context.finish(lexed.diagnostics, [source])
    case .ast:
      let parsed = Parser.parseDocument(source, options: options)
      console.output.write(dump(parsed.tree))
      return context.finish(parsed.diagnostics, [source])
    case .typed, .ir, .swift, .sql:
      return try showChecked()
    }
  }

  private func showChecked() throws(Failure) -> ExitCode {
    let found = try SchemaFinder(
      console: console, path: context.arguments["schema"], modelVersion: context.arguments["model-version"],
      limits: context.limits.text
    )
    .require(for: [source], near: [PathText.folder(of: source.name)])
    let compilation = Compilation(
      found.documents, schema: found.schema, models: found.sources, limits: context.limits.values)
    let diagnostics = DiagnosticLevels(Catalogue.codes)
      .applied(to: found.diagnostics + compilation.diagnostics, in: found.sources)
    let hasErrors = diagnostics.contains { $0.severity == .error }
    switch stage {
    case .tokens, .ast: break
    case .typed:
      for document in found.documents { showTyped(document, found.schema) }
    case .ir where isJSON:
      let queries = Dictionary(compilation.queries.map { ($0.name, $0.ir) }, uniquingKeysWith: { first, _ in first })
      console.print(try context.json(queries))
    case .ir:
      for query in compilation.queries { console.print("query \(query.name) = \(query.ir.dump)") }
    case .sql where isJSON:
      let dump = try SQLDump(found.schema.schema, context)
      var statements: [String: StatementJSON] = [:]
      for query in compilation.queries { statements[query.name] = try dump.statement(query.ir) }
      console.print(try context.json(statements))
      if statements.count < compilation.queries.count { return .findings }
    case .sql:
      let dump = try SQLDump(found.schema.schema, context)
      for query in compilation.queries {
        console.print("-- query \(query.name)")
        guard try dump.show(query.ir) else {
          context.show(diagnostics, found.sources)
          return .findings
        }
      }
    case .swift:
      // No Swift is generated for a file with errors; only the errors are shown.
      if hasErrors { break }
      let code = SwiftDump.show(compilation.queries, found.schema, source, found.sources, context)
      context.show(diagnostics, found.sources)
      return code
    }
    return context.finish(diagnostics, found.sources)
  }

  private func showTyped(_ document: ParsedDocument, _ schema: CheckedSchema) {
    for case .query(let declaration) in document.tree.items {
      guard let typed = check(
        declaration, source: document.source, schema: schema, options: CheckOptions(limits: context.limits.values)
      ).query
      else { continue }
      console.print("query \(declaration.name.text)")
      for line in typed.dump.split(separator: "\n") { console.print("  \(line)") }
    }
  }
}
