import CDQCodegen
import CDQSchema
import CDQSemantics
public import CDQSyntax

/// Reads the settings of a target, and mappings of tables for which it generates SQL, for packages that see only public
/// declarations.
public enum SettingsReading {
  /// The findings in a `cdq.json`.
  public static func settings(_ text: SourceText) -> DiagnosticReport {
    var diagnostics: [Diagnostic] = []
    _ = GenerateConfig(text, &diagnostics)
    return DiagnosticReport(diagnostics: diagnostics, sources: [text])
  }

  /// The findings in a mapping, and those of SQL for its tables.
  ///
  /// - Parameter queries: The `.cdq` text of entities and queries.
  public static func mapping(_ text: SourceText, for queries: String) -> (report: DiagnosticReport, isGenerated: Bool) {
    var options = GenerateOptions(backend: .sql)
    options.mapping = text
    let source = SourceText(name: "Queries.cdq", queries)
    let parsed = Parser.parseDocument(source)
    let built = buildSchema(SchemaInputs(documents: [(source, parsed.tree)]), reader: NoFiles())
    let compilation = Compilation([ParsedDocument(source: source, tree: parsed.tree)], schema: built.schema)
    let result = generateSwift(
      compilation.queries, schema: built.schema, sources: [GenerateSource(name: source.name, path: source.name)], options: options)
    let report = DiagnosticReport(diagnostics: result.diagnostics, sources: [text, source])
    return (report, !result.files.isEmpty)
  }
}
