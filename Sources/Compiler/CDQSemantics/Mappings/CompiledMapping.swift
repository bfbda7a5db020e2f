package import CDQIR
import CDQSchema
package import CDQSyntax

/// A `mapping` declaration that passed the checker.
package struct CompiledMapping: Hashable, Sendable {
  /// Name of the declaration.
  package var name: String
  /// Place of the name, for errors about clashes.
  package var nameSpan: SourceSpan
  /// Documentation comment, without its `///`.
  package var documentation: String?
  /// `SourceText.name` of its file.
  package var file: String
  /// 1-based line of the declaration.
  package var line: Int
  /// The IR that the runtime applies.
  package var ir: MappingIR
}

extension Compilation {
  /// Checks the mappings of all files together, since they refer to each other.
  mutating func addMappings(_ documents: [ParsedDocument], _ schema: CheckedSchema) {
    var checker = MappingChecker(documents, schema: schema, options: options)
    mappings = checker.check()
    diagnostics += checker.diagnostics
  }
}
