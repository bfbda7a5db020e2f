import CDQJSON
import CDQSyntax

extension FeatureContext {
  /// `textDocument/codeAction`: the fix-its of findings in a range, all safe fixes of the file, comments that allow a
  /// warning, and the declaration of a query's parameters.
  ///
  /// - Parameter kinds: the kinds that the client asks for; empty for all.
  func codeActions(in range: PositionRange, kinds: [String]) -> JSONValue {
    let span = positions.span(of: range)
    let findings = target?.findings(of: document) ?? document.parseFindings
    let near = findings.filter { $0.span.start <= span.end && span.start <= max($0.span.end, $0.span.start) }
    var actions: [JSONValue] = []
    func wants(_ kind: String) -> Bool { kinds.isEmpty || kinds.contains { kind == $0 || kind.hasPrefix($0 + ".") } }
    if wants("quickfix") {
      for finding in near {
        actions += finding.fixIts.map { action($0, of: finding) }
        if let action = allow(finding) { actions.append(action) }
      }
    }
    if wants("source.fixAll"), let all = fixAll(findings) { actions.append(all) }
    if wants("refactor.rewrite"), let declaration = parameterDeclaration(around: span.start) {
      actions.append(declaration)
    }
    return .array(actions)
  }

  private func edit(_ edits: [FixIt.Edit]) -> JSONValue {
    var changes = WorkspaceEdits(encoding, client)
    for edit in edits { changes.add(document, edit.span, edit.newText) }
    return changes.json
  }

  private func action(_ fixIt: FixIt, of finding: Diagnostic) -> JSONValue {
    .fields([
      "title": .string(fixIt.message.prefix(1).uppercased() + fixIt.message.dropFirst()), "kind": .string("quickfix"),
      "diagnostics": .array([self.finding(finding)]), "isPreferred": .bool(fixIt.applicability == .safe),
      "edit": edit(fixIt.edits),
    ])
  }

  private func finding(_ finding: Diagnostic) -> JSONValue {
    PublishedDiagnostics(workspace: workspace, encoding: encoding, client: client).json(finding, positions)
  }

  /// A comment after the line that allows a warning.
  private func allow(_ finding: Diagnostic) -> JSONValue? {
    guard finding.severity != .error, finding.file == document.path else { return nil }
    let line = document.source.lineSpan(document.source.line(at: finding.span.start))
    let comment = "cdq:allow \(finding.code)"
    let text = document.source.text(line)
    // A comment on the line may be one already.
    guard !text.contains("//") else { return nil }
    return .fields([
      "title": .string("Allow '\(finding.code)' here"), "kind": .string("quickfix"),
      "diagnostics": .array([self.finding(finding)]),
      "edit": edit([FixIt.Edit(SourceSpan(at: line.end), "  // \(comment)")]),
    ])
  }

  private func fixAll(_ findings: [Diagnostic]) -> JSONValue? {
    var edits: [FixIt.Edit] = []
    for finding in findings where finding.file == document.path {
      guard let fixIt = finding.fixIts.first(where: { $0.applicability == .safe }) else { continue }
      let overlaps = fixIt.edits.contains { new in
        edits.contains { $0.span.start <= new.span.end && new.span.start <= $0.span.end }
      }
      if !overlaps { edits += fixIt.edits }
    }
    guard !edits.isEmpty else { return nil }
    return .fields([
      "title": .string("Apply all safe fixes of cdq"), "kind": .string("source.fixAll"),
      "edit": edit(edits.sorted { $0.span.start < $1.span.start }),
    ])
  }

  private func parameterDeclaration(around offset: UInt32) -> JSONValue? {
    guard case .query(let query)? = document.item(at: offset), query.parameters == nil,
      query.name.span.start <= offset, offset <= query.query.entity.span.end,
      let known = document.parameters(of: query), !known.isEmpty, !known.contains(where: \.isOmittable)
    else { return nil }
    let list = known.map { "$\($0.name): \($0.type)" }.joined(separator: ", ")
    return .fields([
      "title": .string("Declare the parameters"), "kind": .string("refactor.rewrite"),
      "edit": edit([FixIt.Edit(SourceSpan(at: query.name.span.end), "(\(list))")]),
    ])
  }
}
