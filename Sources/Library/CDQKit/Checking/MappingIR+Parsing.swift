public import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax

extension MappingIR {
  /// Parses and checks a mapping of a `.cdq` text, with all mappings that it uses.
  ///
  ///     let mapping = try MappingIR(parsing: "mapping RemoteCity: City at data { name = city_name }", in: schema)
  ///     let report = try store.apply(PreparedMapping(mapping, schema: schema), response: data)
  ///
  /// - Parameters:
  ///   - text: one or several `mapping` declarations.
  ///   - name: the name of the mapping; nil for the first one.
  ///   - schema: the schema that the names in the text belong to.
  /// - Throws: `QueryError` with every mistake in the text and its place.
  public init(parsing text: String, named name: String? = nil, in schema: Schema) throws(QueryError) {
    let source = SourceText(name: "<mapping>", text)
    let parsed = Parser.parseDocument(source)
    let compilation = Compilation(
      [ParsedDocument(source: source, tree: parsed.tree)], schema: CheckedSchema(schema: schema))
    let diagnostics = parsed.diagnostics + compilation.diagnostics
    let found = compilation.mappings.first { name == nil || $0.name == name }
    guard let found, !diagnostics.contains(where: { $0.severity == .error }) else {
      let missing = Diagnostic(
        .error, DiagnosticCode(CheckCode.unknownMapping), stage: .check,
        name.map { "there is no mapping '\($0)'" } ?? "the text declares no mapping", file: source.name,
        at: SourceSpan(at: 0))
      throw QueryError(diagnostics.isEmpty ? [missing] : diagnostics, [source])
    }
    self = found.ir
  }
}
