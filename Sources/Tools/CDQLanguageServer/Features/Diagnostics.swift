import CDQJSON
import CDQSyntax

/// Findings in the form of the protocol.
struct PublishedDiagnostics {
  let workspace: Workspace
  let encoding: PositionEncoding
  let client: ClientCapabilities
  /// More findings than these say nothing more, and take long to show.
  private static let most = 500

  func json(_ findings: [Diagnostic], in source: SourceText) -> JSONValue {
    let positions = TextPositions(source, encoding)
    return .array(findings.prefix(PublishedDiagnostics.most).map { json($0, positions) })
  }

  func json(_ finding: Diagnostic, _ positions: TextPositions) -> JSONValue {
    let severity: Int =
      switch finding.severity {
      case .error: 1
      case .warning: 2
      case .note: 3
      }
    var message = finding.message
    for help in finding.help { message += "\nhelp: \(help)" }
    for note in finding.notes where note.span == nil { message += "\nnote: \(note.message)" }
    let isUnused = finding.code.rawValue.contains("unused")
    return .fields([
      "range": positions.range(of: finding.span).json, "severity": .int(severity),
      "code": .string(finding.code.rawValue), "source": .string("cdq"), "message": .string(message),
      "tags": isUnused ? .array([.int(1)]) : nil,
      "relatedInformation": client.relatedInformation ? related(finding, positions) : nil,
    ])
  }

  private func related(_ finding: Diagnostic, _ positions: TextPositions) -> JSONValue? {
    var places: [(file: String, span: SourceSpan, message: String)] = finding.labels.filter { !$0.text.isEmpty }.map {
      (finding.file, $0.span, $0.text)
    }
    for note in finding.notes {
      if let file = note.file, let span = note.span { places.append((file, span, note.message)) }
    }
    let values = places.compactMap { place -> JSONValue? in
      guard let source = workspace.source(place.file) else { return nil }
      let positions = place.file == positions.source.name ? positions : TextPositions(source, encoding)
      let uri = workspace.documents[place.file]?.uri ?? DocumentURI.uri(place.file)
      return .fields([
        "location": .fields(["uri": .string(uri), "range": positions.range(of: place.span).json]),
        "message": .string(place.message),
      ])
    }
    return values.isEmpty ? nil : .array(values)
  }
}
