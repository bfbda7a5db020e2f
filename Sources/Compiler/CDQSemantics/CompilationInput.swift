package import CDQSchema
package import CDQSyntax

/// What a compilation starts from: parsed `.cdq` files, and the schema against which they are checked.
package struct CompilationInput: Sendable {
  package var schema: CheckedSchema
  /// The files whose queries and mappings are compiled, without those that only add to the schema.
  package var documents: [ParsedDocument]
  /// Every text that was read, for excerpts in diagnostics.
  package var sources: [SourceText]
  /// The findings of parsing and of building the schema, as they are reported before levels are applied.
  package var diagnostics: [Diagnostic]

  package init(
    schema: CheckedSchema, documents: [ParsedDocument], sources: [SourceText], diagnostics: [Diagnostic]
  ) {
    self.schema = schema
    self.documents = documents
    self.sources = sources
    self.diagnostics = diagnostics
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
