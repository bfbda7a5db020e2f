package import CDQIR
package import CDQSyntax

/// A checked and lowered query declaration, with all that a back end needs to generate a function for it.
package struct CompiledQuery: Hashable, Sendable {
  /// Name of the declaration.
  package var name: String
  /// Place of the name, for errors about clashes.
  package var nameSpan: SourceSpan
  /// Documentation comment, without its `///`.
  package var documentation: String?
  /// The declaration as written, from `query` on.
  package var text: String
  /// `SourceText.name` of its file.
  package var file: String
  /// 1-based line of the declaration.
  package var line: Int
  /// The IR, which describes the parameters and the result too.
  package var ir: QueryIR
  /// For each parameter the first property that it is compared with, such as `City.name`; nil when there is none.
  package var parameterUses: [String?]
  /// The typed tree, for errors about a part of the query; nil for a query of a Core Data model, which has no place in
  /// `file`.
  package var typed: TypedQuery?

  package init(
    name: String, nameSpan: SourceSpan, documentation: String?, text: String, file: String, line: Int, ir: QueryIR,
    parameterUses: [String?], typed: TypedQuery? = nil
  ) {
    self.name = name
    self.nameSpan = nameSpan
    self.documentation = documentation
    self.text = text
    self.file = file
    self.line = line
    self.ir = ir
    self.parameterUses = parameterUses
    self.typed = typed
  }
}
