import CDQRuntime
public import CDQSyntax

extension DiagnosticReport {
  /// The findings as one JSON object, which `Grammar/diagnostics.schema.json` describes: for the answer of a server to a
  /// text that it refuses.
  ///
  ///     catch let error as QueryError { return Response(status: 400, json: error.report.json) }
  public var json: String { ReportJSON(report: self, queries: 1, mappings: 0).text }
}

/// Report of diagnostics as one JSON object. Its member `version` is the version of this format.
package struct ReportJSON {
  let report: DiagnosticReport
  /// Number of queries that were checked.
  let queries: Int
  /// Number of mappings that were checked.
  let mappings: Int

  static let version: Int64 = 1

  package init(report: DiagnosticReport, queries: Int, mappings: Int) {
    (self.report, self.queries, self.mappings) = (report, queries, mappings)
  }

  /// The object on one line, with a line break at the end.
  package var text: String {
    let value = JSONValue.members([
      ("version", .integer(ReportJSON.version)),
      ("tool", .members([("name", .string("cdq")), ("version", .string(Version.current))])),
      ("diagnostics", .array(report.diagnostics.map(finding))),
      (
        "summary",
        .members([
          ("errors", .integer(Int64(report.count(.error)))), ("warnings", .integer(Int64(report.count(.warning)))),
          ("queries", .integer(Int64(queries))), ("mappings", .integer(Int64(mappings))),
          ("omitted", .integer(Int64(report.omitted))),
        ])
      ),
    ])
    return value.text + "\n"
  }

  /// A finding as a JSON object.
  package func finding(_ finding: Diagnostic) -> JSONValue {
    var labels = finding.labels
    if let label = finding.label { labels.insert(.init(finding.span, label), at: 0) }
    return .members([
      ("severity", .string(finding.severity.rawValue)), ("stage", .string(finding.stage.rawValue)),
      ("code", .string(finding.code.rawValue)), ("message", .string(finding.message)), ("file", .string(finding.file)),
      ("range", range(finding.span, finding.file)),
      (
        "labels",
        .array(labels.map { .members([("range", range($0.span, finding.file)), ("text", .string($0.text))]) })
      ),
      ("help", .array(finding.help.map { .string($0) })),
      ("notes", .array(finding.notes.map(note))),
      ("fixits", .array(finding.fixIts.map { fixIt($0, finding.file) })),
      ("query", finding.query.map { .string($0) } ?? .null),
    ])
  }

  private func note(_ note: Diagnostic.Note) -> JSONValue {
    var members: [(String, JSONValue)] = [("message", .string(note.message))]
    if let file = note.file {
      members.append(("file", .string(file)))
      if let span = note.span { members.append(("range", range(span, file))) }
    }
    return .members(members)
  }

  private func fixIt(_ fixIt: FixIt, _ file: String) -> JSONValue {
    .members([
      ("message", .string(fixIt.message)), ("applicability", .string(fixIt.applicability.rawValue)),
      (
        "edits",
        .array(fixIt.edits.map { .members([("range", range($0.span, file)), ("newText", .string($0.newText))]) })
      ),
    ])
  }

  private func range(_ span: SourceSpan, _ file: String) -> JSONValue {
    guard let source = report.sources[file] else { return .null }
    return .members([("start", position(span.start, source)), ("end", position(span.end, source))])
  }

  private func position(_ offset: UInt32, _ source: SourceText) -> JSONValue {
    let position = source.position(at: offset)
    return .members([
      ("line", .integer(Int64(position.line))), ("column", .integer(Int64(position.column))),
      ("utf8", .integer(Int64(position.utf8))), ("utf16", .integer(Int64(position.utf16))),
    ])
  }
}
