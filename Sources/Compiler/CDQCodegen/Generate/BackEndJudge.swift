package import CDQSchema
package import CDQSemantics
package import CDQSyntax

/// What the back end of a target's settings says of its queries, for a tool that shows findings and writes no code. It
/// says the same as `generateSwift`, and can be asked about one query.
package struct BackEndJudge: Sendable {
  /// The size of the stack in bytes that judging a query may need.
  package static let stack = Generator.stack
  private var context: GenerationContext

  package init(schema: CheckedSchema, sources: [GenerateSource], options: GenerateOptions) {
    context = GenerationContext(queries: [], mappings: [], schema: schema, sources: sources, options: options)
  }

  /// The names that the code of a query declares.
  package func names(of query: CompiledQuery) -> QueryNames { QueryNames(query, context) }

  /// The findings about a query alone: what cannot be expressed, or may not run.
  package func findings(of query: CompiledQuery) -> [Diagnostic] {
    let source = context.sources.first { $0.module == nil && $0.holds(query.file) }
    var output = QueryOutput(context)
    _ = context.backEnd.declarations(of: query, in: source ?? GenerateSource(name: query.file, path: query.file), &output)
    return output.diagnostics
  }

  /// The findings about a target as a whole: its schema, its mapping file, and names that clash.
  package func findings(names: [QueryNames], mappings: [CompiledMapping]) -> [Diagnostic] {
    var context = context
    context.mappings = mappings
    return NameCheck(names, context).diagnostics + context.backEnd.findings(context)
  }
}
