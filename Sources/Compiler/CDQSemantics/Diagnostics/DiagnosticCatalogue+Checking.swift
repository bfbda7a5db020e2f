import CDQSchema
package import CDQSyntax

extension DiagnosticCatalogue {
  /// The codes of parsing, of building a schema and of checking.
  package static let checking = DiagnosticCatalogue(
    SyntaxCode.allCases.map { (DiagnosticCode($0), $0.level) }
      + SchemaCode.allCases.map { (DiagnosticCode($0), $0.level) }
      + ModelCode.allCases.map { (DiagnosticCode($0), $0.level) }
      + CheckCode.allCases.map { (DiagnosticCode($0), .error) }
      + WarningCode.allCases.map { (DiagnosticCode($0), $0.level) }
      // Off here, since a build does not look for them; `cdq check` and the language server always do.
      + ReasoningCode.allCases.map { (DiagnosticCode($0), .lint) })
}
