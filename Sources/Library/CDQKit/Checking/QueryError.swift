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

  /// An error about the whole of a text, such as a name that a program passes.
  init(
    _ code: DiagnosticCode, _ message: String, stage: Diagnostic.Stage = .check, in source: SourceText,
    label: String? = nil, help: [String] = []
  ) {
    let span = SourceSpan(0, UInt32(truncatingIfNeeded: source.utf8.count))
    let finding = Diagnostic(
      .error, code, stage: stage, message, file: source.name, at: span, label: label, help: help)
    self.init([finding], [source])
  }

  /// The error for a name that is none of those in a list. It suggests a near one and lists them.
  ///
  /// - Parameters:
  ///   - kind: what the names are of, such as `query`.
  ///   - list: what the list is called, such as `queries`.
  init(
    _ code: DiagnosticCode, noneOf names: [String], name: String, kind: String, list: String, file: String
  ) {
    let near = Suggestions.nearest(to: name, among: names)
    self.init(
      code, "there is no \(kind) '\(name)'", stage: .bind, in: SourceText(name: file, name),
      label: near.map { "did you mean '\($0)'?" }, help: ["\(list): \(names.joined(separator: ", "))"])
  }
}
