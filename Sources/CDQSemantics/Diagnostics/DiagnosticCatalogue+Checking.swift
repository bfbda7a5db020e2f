import CDQSchema
package import CDQSyntax

extension DiagnosticCatalogue {
  /// What reading and checking texts can find.
  package static let checking = DiagnosticCatalogue(
    SyntaxCode.allCases.map { (DiagnosticCode($0), $0.level) }
      + SchemaCode.allCases.map { (DiagnosticCode($0), $0.level) }
      + ModelCode.allCases.map { (DiagnosticCode($0), $0.level) }
      + CheckCode.allCases.map { (DiagnosticCode($0), .error) }
      + WarningCode.allCases.map { (DiagnosticCode($0), $0.level) })
}
