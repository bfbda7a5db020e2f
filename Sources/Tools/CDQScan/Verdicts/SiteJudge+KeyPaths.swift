import CDQSchema
import CDQSyntax

/// Decides about key paths: those written as a text, and those of Swift.
extension SiteJudge {
  mutating func judgeKeyPath(_ range: Range<Int>, _ site: CodeSite, _ result: inout ScannedSite) {
    guard let text = resolver.text(range, of: file), text.gaps.isEmpty else {
      result.reason = SiteJudge.reason(range, file)
      return
    }
    result.text = SiteJudge.shortened(text.string)
    result.depth = .grammar
    guard let (candidates, name) = keyPathCandidates(&result) else { return }
    // The sections of a fetched results controller, and key-value coding, may use any property of the class.
    let first = file.text(site.range.lowerBound)
    let isMessage = file.language == .objectiveC && site.kind == .keyPath && file.kind(site.token) == .word
    let takesAny = first == "NSFetchedResultsController" || first == "value" || isMessage
    let check = KeyPathCheck(text.string, isSort: site.kind == .sort)
    let whole = result.span
    decide(check, candidates, name, takesAny: takesAny, &result) {
      text.place($0) ?? whole
    } plain: {
      text.plainPlace($0)
    }
  }

  mutating func judgeSwiftKeyPath(_ range: Range<Int>, _ site: CodeSite, _ result: inout ScannedSite) {
    // `\Town.name`, `\.name`
    var names: [Int] = []
    for index in range where file.isWord(index) { names.append(index) }
    let isRooted = range.first.map { file.isWord($0 + 1) } ?? false
    if isRooted, !names.isEmpty { names.removeFirst() }
    result.text = file.text(of: range)
    result.depth = .grammar
    let isPlain = range.allSatisfy { file.isWord($0) || file.kind($0) == .mark }
    guard isPlain, !names.isEmpty, result.kind == .sort, let fetched = inference.fetchedEntity(of: site),
      // A root of its own says what the key path is about, whatever is fetched around it.
      !isRooted || fetched == range.first.map({ file.text($0 + 1) })
    else {
      result.reason = "the compiler checks a key path of Swift"
      return
    }
    result.entity = fetched
    guard let (candidates, name) = keyPathCandidates(&result) else { return }
    let places = names.map { file.tokens[$0] }
    let check = KeyPathCheck(names.map { file.text($0) }.joined(separator: "."), isSort: true)
    let ends = check.ends
    let isModel = settings.classes.isModel(name)
    // A class may have computed properties that the compiler accepts; a class of SwiftData may have some that are not read.
    if isModel, let last = names.last, settings.classes.isDoubtful(file.text(last), of: name) {
      result.reason = "'\(file.text(last))' is not a property that cdq reads"
      return
    }
    let whole = result.span
    if isModel, let last = names.last, names.count == 1, settings.classes.isComputed(file.text(last), of: name) {
      result.depth = .schema
      result.diagnostics.append(
        .scan(
          .predicateCrashes, "'\(file.text(last))' is computed, and a store cannot sort by it", file: file.source.name,
          at: file.span(last..<(last + 1)), help: ["sort by stored properties, or sort the objects after the fetch"]))
      return
    }
    decide(check, candidates, name, takesAny: false, &result) { span in
      let index = ends.firstIndex { span.end <= $0 } ?? 0
      return places.indices.contains(index) ? SourceSpan(places[index].start, places[index].end) : whole
    } plain: { _ in
      nil
    }
  }

  private func keyPathCandidates(_ result: inout ScannedSite) -> ([(schema: ScanSchema, entity: String)], String)? {
    guard let name = result.entity else {
      result.reason = "the entity is not known here"
      return nil
    }
    let candidates = settings.schemas(for: name, of: result.kind, near: file.source.name)
    guard !candidates.isEmpty else {
      result.reason = settings.hasSchemas ? "no model has '\(name)'" : "there is no model"
      return nil
    }
    return (candidates, name)
  }

  private func decide(
    _ check: KeyPathCheck, _ candidates: [(schema: ScanSchema, entity: String)], _ name: String, takesAny: Bool,
    _ result: inout ScannedSite, place: (SourceSpan) -> SourceSpan, plain: (SourceSpan) -> SourceSpan?
  ) {
    let outcomes = candidates.map { check.problem($0.entity, $0.schema.checked) }
    if outcomes.contains(where: { $0 == nil }) {
      result.depth = .schema
      return
    }
    guard case .some(.some(var problem)) = outcomes.first else { return }
    if takesAny || problem.isDoubtful || isDeclared(problem.finding, in: candidates[0].schema.checked.schema) {
      result.reason = "it may be a property of the class that no model has"
      return
    }
    result.depth = .schema
    problem.finding.file = file.source.name
    let span = problem.finding.span
    problem.finding.span = place(span)
    problem.finding.fixIts = problem.finding.fixIts.compactMap { fixIt in
      guard let edit = fixIt.edits.onlyElement, let target = plain(edit.span) else { return nil }
      return FixIt(fixIt.message, fixIt.applicability, [.init(target, edit.newText)])
    }
    result.diagnostics.append(problem.finding)
  }
}
