package import CDQIR
package import CDQSchema
package import CDQSyntax

/// The queries and mappings of a build target, checked together: all files against one schema, with names that are
/// unique across files.
package struct Compilation: Sendable {
  /// The queries without errors, in the order of the files and of each file's text.
  package var queries: [CompiledQuery]
  /// The mappings without errors, in the same order.
  package var mappings: [CompiledMapping]
  /// The findings in queries and mappings. Those of the schema itself belong to the caller that built it.
  package var diagnostics: [Diagnostic]

  private var declared: [String: SourceLocation] = [:]
  let options: CheckOptions

  /// Checks and lowers the queries of parsed files and the templates of the schema's models.
  ///
  /// - Parameters:
  ///   - models: the XML texts of the models, for the places of their templates.
  ///   - lints: the codes of the lints to look for.
  ///   - limits: the limits on values in the texts.
  package init(
    _ documents: [ParsedDocument], schema: CheckedSchema, models: [SourceText] = [], lints: Set<DiagnosticCode> = [],
    limits: ValueLimits = ValueLimits()
  ) {
    options = CheckOptions(lints: lints, limits: limits)
    queries = []
    mappings = []
    diagnostics = []
    let texts = documents.flatMap { document in
      document.tree.items.compactMap { item in
        guard case .query(let declaration) = item else { return nil as QueryText? }
        return QueryText(declaration: declaration, source: document.source)
      }
    }
    // Queries do not refer to each other, so they can be checked in parallel.
    let checked = inParts(of: texts.count) { [options] part in texts[part].map { $0.checked(schema, options) } }
    for (text, (query, findings)) in zip(texts, checked.joined()) {
      declare(text.declaration.name.text, at: SourceLocation(file: text.source.name, span: text.declaration.name.span))
      diagnostics += findings
      if let query { queries.append(query) }
    }
    addMappings(documents, schema)
    for template in schema.templates {
      declare(template.queryName, at: template.nameLocation)
      add(template, source: models.first { $0.name == template.location.file }, schema)
    }
  }

  /// Reports a second query of the same name, with a note at the first one.
  private mutating func declare(_ name: String, at location: SourceLocation) {
    guard let earlier = declared[name] else {
      declared[name] = location
      return
    }
    let error = CheckError.duplicateQuery(name)
    diagnostics.append(
      Diagnostic(
        .error, DiagnosticCode(error.code), stage: .check, error.message, file: location.file, at: location.span,
        notes: [.init("'\(name)' is declared here first", file: earlier.file, at: earlier.span)], query: name))
  }
}

/// A query declaration and the source text of its file.
private struct QueryText: Sendable {
  var declaration: QueryDeclaration
  var source: SourceText

  /// Checks and lowers the query; it is nil when it has an error.
  func checked(_ schema: CheckedSchema, _ options: CheckOptions) -> (CompiledQuery?, [Diagnostic]) {
    let result = check(declaration, source: source, schema: schema, options: options)
    let query = result.query.map { typed in
      CompiledQuery(
        name: declaration.name.text, nameSpan: declaration.name.span, documentation: declaration.documentation,
        text: source.text(declaration.span), file: source.name, line: source.line(at: declaration.span.start) + 1,
        ir: Lowering.lower(typed), parameterUses: typed.parameters.map(\.use), typed: typed)
    }
    return (query, result.diagnostics)
  }
}

/// A `.cdq` file with its syntax tree.
package struct ParsedDocument: Hashable, Sendable {
  package var source: SourceText
  package var tree: Document

  package init(source: SourceText, tree: Document) {
    self.source = source
    self.tree = tree
  }
}
