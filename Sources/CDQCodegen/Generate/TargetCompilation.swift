import CDQIR
package import CDQSchema
package import CDQSemantics
package import CDQSyntax

/// The compilation of all `.cdq` files and models of a target to Swift, with one schema and names that are unique among
/// the files.
package struct TargetCompilation: Sendable {
  /// The diagnostics of all files, in no particular order.
  package var diagnostics: [Diagnostic]
  /// The texts that were read, which diagnostics quote.
  package var texts: [SourceText]
  /// The generated files; empty when there was an error.
  package var files: [GeneratedFile]
  /// The queries and mappings without errors.
  package let compilation: Compilation
  /// The parsed `.cdq` files of the target itself; empty when there are errors in the schemas of dependencies.
  private let documents: [ParsedDocument]

  /// Compiles a target.
  ///
  /// - Parameters:
  ///   - sources: the files; those with a `module` are read only for their schema.
  ///   - levels: the levels of diagnostics; if they refuse the diagnostics, no files are generated.
  ///   - modelVersion: the version of the models to use; nil for the current one.
  package init(
    _ sources: [GenerateSource], reader: some SchemaReader, options: GenerateOptions,
    levels: DiagnosticLevels = DiagnosticLevels(.compiling), modelVersion: String? = nil
  ) {
    diagnostics = []
    texts = []
    files = []
    var inputs = SchemaInputs(modelVersion: modelVersion)
    var documents: [ParsedDocument] = []
    for source in sources {
      guard PathText.fileExtension(of: source.name) == "cdq" else {
        inputs.modelPaths.append(source.name)
        continue
      }
      let text: SourceText
      do throws(FileError) {
        text = SourceText(name: source.name, utf8: try reader.read(source.name))
      } catch {
        diagnostics.append(
          Diagnostic(
            .error, DiagnosticCode(SchemaCode.unreadableFile), stage: .check,
            "'\(source.path)': \(error.explanation)", file: source.name,
            at: SourceSpan(at: 0)))
        continue
      }
      let parsed = Parser.parseDocument(text)
      diagnostics += parsed.diagnostics
      inputs.documents.append((text, parsed.tree))
      if source.module == nil { documents.append(ParsedDocument(source: text, tree: parsed.tree)) }
    }
    let built = buildSchema(inputs, reader: reader)
    texts = built.sources
    diagnostics += built.diagnostics
    let isSound = DependencyFindings(sources).settle(&diagnostics)
    self.documents = isSound ? documents : []
    compilation = Compilation(self.documents, schema: built.schema, models: built.sources, lints: levels.lints)
    diagnostics = levels.applied(to: diagnostics + compilation.diagnostics, in: built.sources)
    if levels.refuses(diagnostics) { return }
    let result = generateSwift(
      compilation.queries, mappings: compilation.mappings, schema: built.schema, sources: sources, options: options)
    diagnostics += result.diagnostics
    files = result.files
  }
}
