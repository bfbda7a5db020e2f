public import CDQIR
import CDQSchema
import CDQSemantics
public import CDQSyntax

/// Checking without running, for editors, forms and services, which want all findings in a report and no error thrown.
extension Schema {
  /// Checks a query or a predicate and returns all findings. A text without errors can run.
  ///
  ///     let report = schema.check(SourceText(name: "filter", text), entity: "City")
  ///     print(report.rendered())
  ///
  /// - Parameters:
  ///   - source: the text, whatever its bytes; the name of an entity alone is a query for all its objects.
  ///   - entity: the entity that a predicate is about; nil when the text must be a query.
  ///   - strictNSPredicate: whether the text is in Apple's language only.
  ///   - limits: limits on the size of the text and of the values in it.
  public func check(
    _ source: SourceText, entity: String? = nil, strictNSPredicate: Bool = false, limits: Limits = Limits()
  ) -> DiagnosticReport {
    let compiled = Pipeline.compile(
      source, entity: entity, schema: CheckedSchema(schema: self),
      parse: ParseOptions(strictNSPredicate: strictNSPredicate, limits: limits.text),
      check: CheckOptions(limits: limits.values))
    return DiagnosticReport(diagnostics: compiled.diagnostics, sources: [source])
  }

  /// Checks the declarations and queries of several `.cdq` files together and returns all findings.
  ///
  /// - Parameters:
  ///   - files: the texts. A `schema "path"` in one of them is an error here, since the library reads no files.
  ///   - limits: limits on the size of each text and of the values in it.
  public static func check(files: [SourceText], limits: Limits = Limits()) -> DiagnosticReport {
    var diagnostics: [Diagnostic] = []
    var documents: [ParsedDocument] = []
    for source in files {
      let parsed = Parser.parseDocument(source, options: ParseOptions(limits: limits.text))
      diagnostics += parsed.diagnostics
      documents.append(ParsedDocument(source: source, tree: parsed.tree))
    }
    let built = Pipeline.schema(
      SchemaInputs(documents: documents.map { ($0.source, $0.tree) }), reader: MemoryReader())
    let compilation = Compilation(documents, schema: built.schema, limits: limits.values)
    return DiagnosticReport(
      diagnostics: diagnostics + built.diagnostics + compilation.diagnostics, sources: built.sources)
  }
}
