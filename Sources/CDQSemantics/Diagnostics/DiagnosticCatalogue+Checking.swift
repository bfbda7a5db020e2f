import CDQSchema
package import CDQSyntax

extension DiagnosticCatalogue {
  /// The codes of parsing, of building a schema and of checking.
  package static let checking = DiagnosticCatalogue(
    SyntaxCode.allCases.map { (DiagnosticCode($0), $0.level) }
      + SchemaCode.allCases.map { (DiagnosticCode($0), $0.level) }
      + ModelCode.allCases.map { (DiagnosticCode($0), $0.level) }
      + CheckCode.allCases.map { (DiagnosticCode($0), .error) }
      + WarningCode.allCases.map { (DiagnosticCode($0), $0.level) })
}
