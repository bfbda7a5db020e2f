public import CDQSyntax

/// The error of a text that is no valid query, predicate, mapping or schema, with every mistake and its place.
public struct QueryError: Error, Sendable, CustomStringConvertible {
  /// The findings, at least one of which is an error, with the texts that they are about.
  public let report: DiagnosticReport

  /// The findings, sorted by file and place, at most 100.
  public var diagnostics: [Diagnostic] { report.diagnostics }

  /// All findings as readable text, with excerpts of the source.
  public var description: String { report.rendered(style: .plain) }

  init(_ diagnostics: [Diagnostic], _ sources: [SourceText]) {
    report = DiagnosticReport(diagnostics: diagnostics, sources: sources)
  }
}
