public import CDQIR
import CDQSchema
import CDQSemantics
public import CDQSyntax

/// Checking without running: for editors, forms and services that want every finding and no error thrown.
extension Schema {
  /// Everything that is wrong with a query or a predicate alone; without errors the text runs.
  ///
  ///     let report = schema.check(SourceText(name: "filter", text), entity: "City")
  ///     print(report.rendered())
  ///
  /// - Parameters:
  ///   - source: the text, whatever its bytes; a lone entity name is a query for all its objects.
  ///   - entity: what a predicate alone is about.
  ///   - strictNSPredicate: whether the text is in Apple's language and nothing else.
  ///   - limits: how large the text and its values may be.
  public func check(
    _ source: SourceText, entity: String? = nil, strictNSPredicate: Bool = false, limits: Limits = Limits()
  ) -> DiagnosticReport {
    let compiled = Pipeline.compile(
      source, entity: entity, schema: CheckedSchema(schema: self),
      parse: ParseOptions(strictNSPredicate: strictNSPredicate, limits: limits.text),
      check: CheckOptions(limits: limits.values))
    return DiagnosticReport(diagnostics: compiled.diagnostics, sources: [source])
  }

  /// Everything that is wrong with the declarations and queries of `.cdq` files, which are checked together.
  ///
  /// - Parameters:
  ///   - files: the texts; a `schema "path"` in one is an error here, as the library reads no files.
  ///   - limits: how large a text and the values in it may be.
  public static func check(files: [SourceText], limits: Limits = Limits()) -> DiagnosticReport {
    var diagnostics: [Diagnostic] = []
    var documents: [ParsedDocument] = []
    for source in files {
      let parsed = Parser.parseDocument(source, options: ParseOptions(limits: limits.text))
      diagnostics += parsed.diagnostics
      documents.append(ParsedDocument(source: source, tree: parsed.tree))
    }
    let built = buildSchema(SchemaInputs(documents: documents.map { ($0.source, $0.tree) }), reader: MemoryReader())
    let compilation = Compilation(documents, schema: built.schema, limits: limits.values)
    return DiagnosticReport(
      diagnostics: diagnostics + built.diagnostics + compilation.diagnostics, sources: built.sources)
  }
}
