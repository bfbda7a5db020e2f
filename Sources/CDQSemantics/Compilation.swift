package import CDQSchema
package import CDQSyntax

/// The queries of a target, checked together: every file against one schema, names unique across files.
package struct Compilation: Sendable {
  /// The queries without errors, in the order of the files and of each file's text.
  package var queries: [CompiledQuery]
  /// What was found in the queries; the schema's own findings are with whoever built it.
  package var diagnostics: [Diagnostic]

  /// Checks and lowers the queries of parsed files.
  package init(_ documents: [ParsedDocument], schema: CheckedSchema) {
    queries = []
    diagnostics = []
    var declared: [String: (file: String, span: SourceSpan)] = [:]
    for document in documents {
      for case .query(let declaration) in document.tree.items {
        let name = declaration.name
        if let earlier = declared[name.text] {
          diagnostics.append(
            Diagnostic(
              .error, CheckError.duplicateQuery(name.text).code, stage: .check,
              CheckError.duplicateQuery(name.text).message, file: document.source.name, at: name.span,
              notes: [.init("'\(name.text)' is declared here first", file: earlier.file, at: earlier.span)],
              query: name.text))
        } else {
          declared[name.text] = (document.source.name, name.span)
        }
        add(declaration, of: document, schema)
      }
    }
  }

  private mutating func add(_ declaration: QueryDeclaration, of document: ParsedDocument, _ schema: CheckedSchema) {
    let source = document.source
    let result = check(declaration, source: source, schema: schema)
    diagnostics += result.diagnostics
    guard let typed = result.query else { return }
    queries.append(
      CompiledQuery(
        name: declaration.name.text, nameSpan: declaration.name.span, documentation: declaration.documentation,
        text: source.text(declaration.span), file: source.name, line: source.line(at: declaration.span.start) + 1,
        ir: Lowering.lower(typed), parameterUses: typed.parameters.map(\.use)))
  }
}

/// A `.cdq` file and its tree.
package struct ParsedDocument: Hashable, Sendable {
  package var source: SourceText
  package var tree: Document

  package init(source: SourceText, tree: Document) {
    self.source = source
    self.tree = tree
  }
}
