import CDQIR
package import CDQSchema
package import CDQSemantics
package import CDQSyntax

/// All of a target's `.cdq` files and models, from bytes to Swift: one schema, names checked across files.
package struct TargetCompilation: Sendable {
  /// Everything that was found, in no order.
  package var diagnostics: [Diagnostic]
  /// The texts that were read, for showing the findings.
  package var texts: [SourceText]
  /// The generated files; empty when there was an error.
  package var files: [GeneratedFile]
  /// The queries and mappings without errors.
  package let compilation: Compilation
  /// The `.cdq` files of the target itself.
  private let documents: [ParsedDocument]

  /// Compiles a target.
  ///
  /// - Parameters:
  ///   - sources: its files; those with a `module` are only read for their schema.
  ///   - levels: how bad findings are; what they refuse gives no files.
  ///   - modelVersion: version of the models to use; nil for the current one.
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
