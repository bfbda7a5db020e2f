public import CDQSyntax

/// A text that is no valid query or schema, with everything that is wrong with it and where.
public struct QueryError: Error, Sendable, CustomStringConvertible {
  /// The findings and the texts they point into; at least one is an error.
  public let report: DiagnosticReport

  /// The findings, in text order.
  public var diagnostics: [Diagnostic] { report.diagnostics }

  /// All findings as a person reads them, with excerpts of the text.
  public var description: String { report.rendered(style: .plain) }

  init(_ diagnostics: [Diagnostic], _ sources: [SourceText]) {
    report = DiagnosticReport(diagnostics: diagnostics, sources: sources)
  }
}
