import CDQCodegen
import CDQIR
import CDQKit
import CDQSchema
import CDQSemantics
import CDQSyntax

/// Decides about each predicate of one source file.
struct SiteJudge {
  let file: CodeFile
  let settings: ScanSettings
  private let finder: SiteFinder
  private var resolver: TextResolver
  private var inference: EntityInference
  private let constants: ConstantTable

  init(_ file: CodeFile, _ settings: ScanSettings) {
    self.file = file
    self.settings = settings
    finder = SiteFinder(file)
    constants = ConstantTable(file)
    resolver = TextResolver(constants)
    resolver.main = file
    inference = EntityInference(file, resolver)
  }

  /// The results for all places, in the order of the file.
  mutating func results() -> [ScannedSite] {
    let found = finder.sites.map { judged($0) }
    guard !file.disabled.isEmpty else { return found }
    return (found + file.disabled.flatMap { disabled($0) }).sorted { $0.span.start < $1.span.start }
  }

  /// The places in a comment, which are reported so that nothing seems to be missing, and not checked.
  private func disabled(_ span: SourceSpan) -> [ScannedSite] {
    let inside = CodeFile(file.source, file.language, span: span)
    return SiteFinder(inside, like: finder).sites.map { site in
      var result = ScannedSite(
        kind: site.kind, file: file.source.name, span: inside.span(site.range),
        text: SiteJudge.shortened(inside.text(of: site.range)))
      result.span = SourceSpan(inside.tokens[site.token].start, max(inside.tokens[site.token].end, result.span.end))
      result.reason = "it is in a comment"
      return result
    }
  }

  private mutating func judged(_ site: CodeSite) -> ScannedSite {
    var result = ScannedSite(
      kind: site.kind, file: file.source.name, span: file.span(site.range),
      text: SiteJudge.shortened(file.text(of: site.range)))
    result.span = SourceSpan(file.tokens[site.token].start, max(file.tokens[site.token].end, result.span.end))
    result.entity = inference.entity(of: site)
    switch site.content {
    case .format(let format, let arguments): judgeFormat(format, arguments, site, &result)
    case .keyPath(let range): judgeKeyPath(range, site, &result)
    case .swiftKeyPath(let range): judgeSwiftKeyPath(range, site, &result)
    case .macro(let body):
      MacroCheck(file: file, settings: settings, constants: constants, usesSwiftData: finder.usesSwiftData).judge(
        site, body, &result)
    case .plain(let reason):
      result.reason = reason
      // What is inside of the call has results of its own; the compiler checks the rest.
      if reason == nil { result.depth = .grammar }
    }
    return result
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count <= 2000 ? text : String(text.prefix(1999)) + "…"
  }

  // MARK: formats

  private mutating func judgeFormat(
    _ range: Range<Int>, _ arguments: [Range<Int>]?, _ site: CodeSite, _ result: inout ScannedSite
  ) {
    if let (first, second) = choices(range) {
      return judgeChoice(first, second, arguments, site, &result)
    }
    guard let text = resolver.text(range, of: file) else {
      result.reason = SiteJudge.reason(range, file)
      return
    }
    result.text = SiteJudge.shortened(text.shown(in: file.source))
    guard !text.isTooLong else {
      result.reason = "the format is too long"
      return
    }
    guard !SiteJudge.hasNumbers(text.bytes) else {
      result.reason = "cdq does not read conversions with numbers, such as %1$@ and %.2f"
      return
    }
    let injection = InjectionCheck(file: file, text: text)
    let positions = injection.positions()
    let (found, isWhole) = injection.findings(positions, site, arguments: arguments)
    result.diagnostics += found
    guard isWhole else {
      result.reason = "a part of the format is made at run time"
      return
    }
    let (filled, hidden, check) = filledFormat(text, positions)
    var facts: [ArgumentFact] = []
    if let arguments {
      var rest = arguments[...]
      for index in check.conversions.indices {
        if hidden.contains(index) {
          facts.append(.unknown)
        } else if let next = rest.popFirst() {
          facts.append(ArgumentFact(next, of: file, &resolver))
        }
      }
      if let problem = check.countProblem(arguments.count, hidden: hidden) {
        result.diagnostics.append(placed(problem, filled))
        result.depth = .grammar
        return
      }
    } else {
      facts = [ArgumentFact](repeating: .unknown, count: check.conversions.count)
    }
    decide(check, filled, facts, hasGaps: !text.gaps.isEmpty, arguments ?? [], &result)
  }

  /// Whether a text has a conversion such as `%1$@` or `%.2f`.
  private static func hasNumbers(_ bytes: [UInt8]) -> Bool {
    bytes.indices.dropLast().contains { index in
      let next = bytes[index + 1]
      return bytes[index] == UInt8(ascii: "%")
        && (next == UInt8(ascii: ".") || (next >= UInt8(ascii: "0") && next <= UInt8(ascii: "9")))
    }
  }

  /// The two branches of `a ? b : c`.
  private func choices(_ range: Range<Int>) -> (Range<Int>, Range<Int>)? {
    var question: Int?
    var index = range.lowerBound
    while index < range.upperBound {
      if file.holds(index, "?"), question == nil { question = index }
      if let start = question, file.holds(index, ":") { return ((start + 1)..<index, (index + 1)..<range.upperBound) }
      index = file.after(index)
    }
    return nil
  }

  private mutating func judgeChoice(
    _ first: Range<Int>, _ second: Range<Int>, _ arguments: [Range<Int>]?, _ site: CodeSite, _ result: inout ScannedSite
  ) {
    var other = result
    judgeFormat(first, arguments, site, &result)
    judgeFormat(second, arguments, site, &other)
    result.diagnostics += other.diagnostics
    result.text += " : " + other.text
    if other.depth == .nothing || result.depth == .nothing {
      result.depth = .nothing
    } else if other.depth == .grammar {
      result.depth = .grammar
    }
    result.reason = result.reason ?? other.reason
    result.query = nil
  }

  /// The format with its gaps as conversions, and the numbers of the conversions that stand for gaps.
  private func filledFormat(
    _ text: BuiltText, _ positions: [InjectionCheck.Position]
  ) -> (text: BuiltText, hidden: Set<Int>, check: FormatCheck) {
    var next = 0
    let (filled, places) = text.filled { _ in
      defer { next += 1 }
      // In quotes the rest of the text stays; else the value is an argument.
      if case .quoted = positions[next] { return "" }
      return "%@"
    }
    let check = FormatCheck(filled.string)
    var starts: Set<UInt32> = []
    for (place, position) in zip(places, positions) {
      if case .quoted = position { continue }
      starts.insert(UInt32(truncatingIfNeeded: place))
    }
    let hidden = Set(check.conversions.indices.filter { starts.contains(check.conversions[$0].start) })
    return (filled, hidden, check)
  }

  private mutating func decide(
    _ check: FormatCheck, _ text: BuiltText, _ facts: [ArgumentFact], hasGaps: Bool, _ arguments: [Range<Int>],
    _ result: inout ScannedSite
  ) {
    if result.kind == .expressionFormat {
      let parsed = check.parsedExpression()
      return take(parsed, text, &result, depth: .grammar)
    }
    let (tree, parsed) = check.parsed()
    take(parsed, text, &result, depth: .grammar)
    guard result.depth == .grammar, !parsed.findings.contains(where: { $0.severity == .error }) else { return }
    guard let name = result.entity else {
      result.reason = "the entity is not known here"
      return
    }
    let candidates = settings.schemas(for: name, of: result.kind, near: file.source.name)
    guard !candidates.isEmpty else {
      result.reason = settings.hasSchemas ? "no model has '\(name)'" : "there is no model"
      return
    }
    var first: (FormatCheck.Result, ScanSchema, String)?
    for (schema, entity) in candidates {
      let checked = check.checked(tree, entity, schema.checked, arguments: facts, lints: settings.lints)
      let isClean = checked.reason == nil && !checked.findings.contains { $0.severity == .error }
      if first == nil || isClean { first = (checked, schema, entity) }
      if isClean { break }
    }
    guard let (checked, schema, entity) = first else { return }
    result.entity = entity
    var whole = checked
    // What stands for a gap is not the text that the program has.
    if hasGaps { whole.findings.removeAll { $0.severity != .error } }
    take(whole, text, &result, depth: .schema)
    guard let typed = checked.typed else { return }
    let advice = AppleStoreAdvice(schema: schema.checked.schema, settings: settings)
    let isStored = result.kind == .predicateFormat && !settings.classes.isModel(entity)
    if isStored {
      let all = SourceSpan(0, UInt32(truncatingIfNeeded: text.bytes.count))
      result.diagnostics += advice.findings(typed, file: file.source.name, at: text.place(all) ?? result.span)
    }
    if !hasGaps, result.verdict != .error {
      result.query = ScannedQuery.make(check, entity, arguments.map { file.text(of: $0) }, facts, schema.checked)
      result.query?.schemaPath = schema.path
    }
  }

  private func take(
    _ found: FormatCheck.Result, _ text: BuiltText, _ result: inout ScannedSite, depth: ScannedSite.Depth
  ) {
    if let reason = found.reason {
      result.reason = reason
      if depth == .grammar { result.depth = .nothing }
      return
    }
    result.depth = depth
    result.diagnostics += found.findings.map { placed($0, text) }
  }

  /// A finding in the format's text, moved to the literal in the file.
  private func placed(_ finding: Diagnostic, _ text: BuiltText) -> Diagnostic {
    let fallback = SourceSpan(at: 0)
    func place(_ span: SourceSpan) -> SourceSpan { text.place(span) ?? fallback }
    var result = finding
    result.file = file.source.name
    result.query = nil
    result.span = place(finding.span)
    result.point = finding.point.map(place)
    result.labels = finding.labels.map { Diagnostic.Label(place($0.span), $0.text) }
    result.notes = finding.notes.map { note in
      guard note.file == FormatCheck.name, let span = note.span else { return note }
      return Diagnostic.Note(note.message, file: file.source.name, at: place(span))
    }
    result.fixIts = finding.fixIts.compactMap { fixIt in
      var edits: [FixIt.Edit] = []
      for edit in fixIt.edits {
        guard let span = text.plainPlace(edit.span), !edit.newText.contains(where: { "\"\\\n".contains($0) }) else {
          return nil
        }
        edits.append(FixIt.Edit(span, edit.newText))
      }
      return FixIt(fixIt.message, fixIt.applicability, edits)
    }
    return result
  }

  /// Why the text of an expression is not known.
  static func reason(_ range: Range<Int>, _ file: CodeFile) -> String {
    guard let first = range.first else { return "there is no text" }
    let text = file.text(of: range)
    let shown = text.count > 40 ? String(text.prefix(39)) + "…" : text
    if range.allSatisfy({ file.isWord($0) || file.holds($0, ".") }) {
      return "'\(shown)' is not a constant of this file"
    }
    if file.kind(first) == .string { return "the text is not a plain literal" }
    return "the text is the result of '\(shown)'"
  }

  // MARK: key paths

  private mutating func judgeKeyPath(_ range: Range<Int>, _ site: CodeSite, _ result: inout ScannedSite) {
    guard let text = resolver.text(range, of: file), text.gaps.isEmpty else {
      result.reason = SiteJudge.reason(range, file)
      return
    }
    result.text = SiteJudge.shortened(text.string)
    result.depth = .grammar
    guard let (candidates, name) = keyPathCandidates(&result) else { return }
    // The sections of a fetched results controller, and key-value coding, may use any property of the class.
    let first = file.text(site.range.lowerBound)
    let takesAny =
      first == "NSFetchedResultsController" || first == "value" || file.language == .objectiveC && site.kind == .keyPath
    let check = KeyPathCheck(text.string, isSort: site.kind == .sort)
    let whole = result.span
    decide(check, candidates, name, takesAny: takesAny, &result) {
      text.place($0) ?? whole
    } plain: {
      text.plainPlace($0)
    }
  }

  private mutating func judgeSwiftKeyPath(_ range: Range<Int>, _ site: CodeSite, _ result: inout ScannedSite) {
    // `\Town.name`, `\.name`
    var names: [Int] = []
    for index in range where file.isWord(index) { names.append(index) }
    let isRooted = range.first.map { file.isWord($0 + 1) } ?? false
    if isRooted, !names.isEmpty { names.removeFirst() }
    result.text = file.text(of: range)
    result.depth = .grammar
    let isPlain = range.allSatisfy { file.isWord($0) || file.kind($0) == .mark }
    guard isPlain, !names.isEmpty, result.kind == .sort, let fetched = inference.fetchedEntity(of: site) else {
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
    if takesAny || problem.isDoubtful {
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
