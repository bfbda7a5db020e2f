package import CDQIR
package import CDQSchema
package import CDQSemantics
package import CDQSyntax

/// The compilation of a set of files: queries and mappings are checked, and if nothing forbids it, Swift is generated.
/// `cdq check`, `cdq generate`, `cdqc` and with it the plugins all compile in this way.
package struct TargetCompilation: Sendable {
  /// All findings, at their levels, in no particular order.
  package let diagnostics: [Diagnostic]
  /// The generated files; empty after an error, and when nothing was to be generated.
  package let files: [GeneratedFile]
  /// Whether a finding prevented generation.
  package let isRefused: Bool
  /// The queries and mappings without errors.
  package let compilation: Compilation
  /// The schema, the texts and their trees.
  package let input: CompilationInput

  /// Compiles files that have been parsed, with their schema.
  ///
  /// - Parameters:
  ///   - sources: the files from which code is generated, and those whose code other modules have.
  ///   - options: nil to check only.
  ///   - levels: the severities of findings; a finding that they refuse prevents generation.
  ///   - inspect: finds more to report about the queries.
  package init(
    _ input: CompilationInput, sources: [GenerateSource] = [], options: GenerateOptions?, levels: DiagnosticLevels,
    limits: ValueLimits = ValueLimits(), inspect: ((Compilation) -> [Diagnostic])? = nil
  ) {
    var shown = input
    if let mapping = options?.mapping { shown.sources.append(mapping) }
    self.input = shown
    compilation = Compilation(
      input.documents, schema: input.schema, models: input.sources, lints: levels.lints, limits: limits)
    let more = inspect?(compilation) ?? []
    let found = levels.applied(to: input.diagnostics + compilation.diagnostics + more, in: input.sources)
    isRefused = levels.refuses(found)
    guard let options, !isRefused else {
      (diagnostics, files) = (found, [])
      return
    }
    let result = generateSwift(
      compilation.queries, mappings: compilation.mappings, schema: input.schema, sources: sources, options: options)
    (diagnostics, files) = (found + result.diagnostics, result.files)
  }

  /// Reads and compiles the files of a build target.
  ///
  /// - Parameters:
  ///   - sources: the files of the target; those with a `module` are read only for their schema.
  ///   - modelVersion: the version of the models to use; nil for their current version.
  package init(
    _ sources: [GenerateSource], reader: some SchemaReader, options: GenerateOptions,
    levels: DiagnosticLevels = DiagnosticLevels(.compiling), modelVersion: String? = nil
  ) {
    self.init(
      CompilationInput(sources, reader: reader, modelVersion: modelVersion), sources: sources, options: options,
      levels: levels)
  }
}

extension CompilationInput {
  /// Reads and parses the files of a build target, and builds one schema from all of them.
  init(_ sources: [GenerateSource], reader: some SchemaReader, modelVersion: String?) {
    var inputs = SchemaInputs(modelVersion: modelVersion)
    var documents: [ParsedDocument] = []
    var diagnostics: [Diagnostic] = []
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
    diagnostics += built.diagnostics
    // Errors in the schema of another module would only cause more of them here.
    let isSound = DependencyFindings(sources).settle(&diagnostics)
    self.init(
      schema: built.schema, documents: isSound ? documents : [], sources: built.sources, diagnostics: diagnostics)
  }
}
