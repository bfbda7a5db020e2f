import CDQSchema
package import CDQSyntax

extension DiagnosticCatalogue {
  /// What reading and checking texts can find.
  package static let checking = DiagnosticCatalogue(
    SyntaxCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + SchemaCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + ModelCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + CheckCode.allCases.map { (DiagnosticCode($0), $0.explanation) }
      + WarningCode.allCases.map { (DiagnosticCode($0), $0.explanation) })
}
