import CDQIR
import CDQSchema
import CDQSyntax

/// Fetch-request templates and fetched properties of Core Data models are queries like any other: checked against their
/// model, with errors at their place in the XML.
extension Compilation {
  /// - Parameter source: the XML of the model, for the number of the line.
  mutating func add(_ template: FetchTemplate, source: SourceText?, _ schema: CheckedSchema) {
    // Not the model's name, so that what points into the predicate is told from what points into the model.
    let decoded = SourceText(name: Compilation.predicateName, template.predicate ?? "TRUEPREDICATE")
    let parsed = Parser.parsePredicate(decoded, options: ParseOptions(strictNSPredicate: true))
    var findings = parsed.diagnostics
    if !findings.contains(where: { $0.severity == .error }) {
      let entity = Identifier(template.entity, SourceSpan(at: 0))
      let result = check(
        parsed.tree, entity: entity, source: decoded, schema: schema,
        options: CheckOptions(strictNSPredicate: true, lints: options.lints))
      findings += result.diagnostics
      if let typed = result.query { queries.append(compiled(typed, template, source)) }
    }
    diagnostics += findings.map { Compilation.placed($0, template) }
  }

  private static let predicateName = "<predicate>"

  private func compiled(_ typed: TypedQuery, _ template: FetchTemplate, _ source: SourceText?) -> CompiledQuery {
    let query = TemplateQuery(template)
    var ir = Lowering.lower(typed)
    for index in ir.parameters.indices {
      ir.parameters[index].name = query.parameterNames[ir.parameters[index].name] ?? ir.parameters[index].name
    }
    ir.includesSubentities = template.includesSubentities
    if let limit = template.fetchLimit { ir.limit = .constant(limit) }
    return CompiledQuery(
      name: template.queryName, nameSpan: template.nameLocation.span, documentation: nil, text: query.text,
      file: template.location.file, line: source.map { $0.line(at: template.location.span.start) + 1 } ?? 1, ir: ir,
      parameterUses: typed.parameters.map(\.use))
  }

  /// The finding with its places in the XML; replacements are escaped as attribute text.
  private static func placed(_ finding: Diagnostic, _ template: FetchTemplate) -> Diagnostic {
    func place(_ span: SourceSpan) -> SourceSpan { template.location(of: span).span }
    var result = finding
    result.query = template.queryName
    result.file = template.location.file
    // Without a predicate there is nothing to point into but the name.
    guard template.predicate != nil else {
      result.span = template.nameLocation.span
      result.notes = finding.notes.filter { $0.file != Compilation.predicateName }
      result.point = nil
      result.labels = []
      result.fixIts = []
      return result
    }
    result.span = place(finding.span)
    result.point = finding.point.map(place)
    result.labels = finding.labels.map { Diagnostic.Label(place($0.span), $0.text) }
    result.notes = finding.notes.map { note in
      guard note.file == Compilation.predicateName, let span = note.span else { return note }
      return Diagnostic.Note(note.message, file: template.location.file, at: place(span))
    }
    result.fixIts = finding.fixIts.map { fixIt in
      FixIt(
        fixIt.message, fixIt.applicability, fixIt.edits.map { FixIt.Edit(place($0.span), escaped($0.newText)) })
    }
    return result
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
