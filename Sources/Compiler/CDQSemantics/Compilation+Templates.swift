import CDQIR
import CDQSchema
import CDQSyntax

/// Fetch-request templates and fetched properties of Core Data models, which become queries: they are checked against
/// their model, with findings at their place in the XML. A template that is wrong is omitted with a warning, since Xcode
/// compiles its model and the rest of it is sound.
extension Compilation {
  /// Checks a template and adds its query, or a warning about its first error.
  ///
  /// - Parameter source: the XML of the model, which gives the line number.
  mutating func add(_ template: FetchTemplate, source: SourceText?, _ schema: CheckedSchema) {
    // Not the name of the model file, so that places in the predicate are distinguished from places in the model.
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
    if var first = findings.first(where: { $0.severity == .error }) {
      first.severity = .warning
      first.help.append("the query '\(template.queryName)' is omitted until the model is corrected in Xcode")
      findings = [first]
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

  /// A finding with its spans moved to the XML and its replacements escaped as attribute text.
  private static func placed(_ finding: Diagnostic, _ template: FetchTemplate) -> Diagnostic {
    func place(_ span: SourceSpan) -> SourceSpan { template.location(of: span).span }
    var result = finding
    result.query = template.queryName
    result.file = template.location.file
    // Without a predicate only the name has a place in the XML.
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
        fixIt.message, fixIt.applicability, fixIt.edits.map { FixIt.Edit(place($0.span), XMLText.escaped($0.newText)) })
    }
    return result
  }
}
