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
  let finder: SiteFinder
  var resolver: TextResolver
  var inference: EntityInference
  private let constants: ConstantTable
  /// Made when the first argument or interpolation asks for a type.
  private lazy var types = ExpressionTypes(file, settings.module)
  /// Whether the file is a test of an interface, whose predicates are about elements on a screen.
  private let isInterfaceTest: Bool

  init(_ file: CodeFile, _ settings: ScanSettings) {
    self.file = file
    self.settings = settings
    var finder = SiteFinder(file)
    constants = ConstantTable(file)
    resolver = TextResolver(constants, settings.module)
    resolver.main = file
    inference = EntityInference(file, resolver)
    finder.calls(of: settings.module, inference)
    self.finder = finder
    isInterfaceTest = finder.importsTests
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
    case .format(let format, let arguments):
      judgeFormat(format, arguments, site, &result)
      // `.filter("…")` of a value whose type is not known may be of another library.
      if site.kind == .realmFormat, result.entity == nil, !finder.isOfRealm(site) {
        result.diagnostics = SiteJudge.notes(result.diagnostics)
        result.reason = "the type of the receiver is not known, so the text may be of another library"
      }
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

  static func shortened(_ text: String) -> String {
    text.utf8.count <= 2000 ? text : String(text.prefix(1999)) + "…"
  }

  // MARK: formats

  private mutating func judgeFormat(
    _ range: Range<Int>, _ arguments: [Range<Int>]?, _ site: CodeSite, _ result: inout ScannedSite
  ) {
    if let (first, second) = choices(range) {
      return judgeChoice(first, second, arguments, site, &result)
    }
    guard var text = resolver.text(range, of: file) else {
      result.reason = SiteJudge.reason(range, file)
      return
    }
    classify(&text, at: range.lowerBound)
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
    result.diagnostics += isInterfaceTest && result.entity == nil ? SiteJudge.notes(found) : found
    guard isWhole else {
      result.reason = "a part of the format is made at run time"
      return
    }
    let (filled, hidden, check) = filledFormat(text, positions)
    var facts: [ArgumentFact] = []
    var values: [Int: Range<Int>] = [:]
    if let arguments {
      var rest = arguments[...]
      for index in check.conversions.indices {
        if hidden.contains(index) {
          facts.append(.unknown)
        } else if let next = rest.popFirst() {
          facts.append(ArgumentFact(next, of: file, &resolver))
          values[index] = next
        }
      }
      if let problem = check.countProblem(arguments.count, hidden: hidden) {
        var finding = placed(problem, filled)
        // A format in a constant may be right for other calls.
        if finding.severity == .error, finding.span.start < result.span.start || finding.span.end > result.span.end {
          (finding.span, finding.point, finding.labels) = (result.span, nil, [])
        }
        result.diagnostics.append(finding)
        result.depth = .grammar
        return
      }
      result.arguments = values.count
      for (index, value) in values.sorted(by: { $0.key < $1.key }) {
        let type = types.type(value)
        if facts[index].value == nil, ArgumentType(type, settings.module) == nil { result.uncheckedArguments += 1 }
        guard !type.name.isEmpty, let problem = argumentProblem(value, type, check, index, filled, site) else { continue }
        result.diagnostics.append(problem)
        // What the schema would say of the argument follows from this.
        facts[index] = .unknown
      }
    } else {
      facts = [ArgumentFact](repeating: .unknown, count: check.conversions.count)
    }
    decide(check, filled, facts, hasGaps: !text.gaps.isEmpty, values, arguments ?? [], &result)
  }

  /// Gives the interpolations of unknown content the one of their type.
  private mutating func classify(_ text: inout BuiltText, at token: Int) {
    guard text.gaps.contains(where: { $0.content == .unknown }) else { return }
    text.classify { gap in
      switch ArgumentType(types.type(of: gap.span, at: token), settings.module) {
      case .text: .text
      case .integer, .floating, .boolean, .date, .identifier, .number: .number
      case .object, .bytes, .enumeration, .structure, .keyPath, nil: .unknown
      }
    }
  }

  /// The findings as notes.
  private static func notes(_ findings: [Diagnostic]) -> [Diagnostic] {
    findings.map { finding in
      var finding = finding
      finding.severity = .note
      return finding
    }
  }

  private mutating func argumentProblem(
    _ value: Range<Int>, _ type: TypeName, _ check: FormatCheck, _ index: Int, _ text: BuiltText, _ site: CodeSite
  ) -> Diagnostic? {
    let isList = file.parent(value.lowerBound).map { open in
      file.byte(open) == UInt8(ascii: "[") && (file.language == .swift || file.holds(open - 1, "@"))
    }
    let isRealm = site.kind == .realmFormat && file.language == .swift
    let conversion = check.conversions[index].span
    return ArgumentCheck(
      file: file, module: settings.module, passing: isRealm || site.isBoxed || isList ?? false ? .array : .variadic,
      converts: isRealm
    ).problem(
      check.source.text(conversion), at: text.plainPlace(conversion), value, type,
      isRebound: file.isWord(value.lowerBound) && types.locals.isRebound(file.text(value.lowerBound), at: value.lowerBound))
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
    _ check: FormatCheck, _ text: BuiltText, _ facts: [ArgumentFact], hasGaps: Bool,
    _ values: [Int: Range<Int>], _ arguments: [Range<Int>], _ result: inout ScannedSite
  ) {
    if result.kind == .expressionFormat {
      let parsed = check.parsedExpression()
      return take(parsed, text, &result, depth: .grammar)
    }
    let (tree, parsed) = check.parsed()
    take(parsed, text, &result, depth: .grammar)
    guard result.depth == .grammar, !parsed.findings.contains(where: { $0.severity == .error }) else { return }
    if !hasGaps { result.diagnostics += check.brokenPatterns(tree, facts).map { placed($0, text) } }
    guard result.verdict != .error || !result.diagnostics.contains(where: { $0.code == FormatCheck.brokenPattern }) else {
      return
    }
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
    if let doubt = whole.findings.first(where: { isDeclared($0, in: schema.checked.schema) }) {
      whole = FormatCheck.Result(reason: "the sources declare what the model lacks: \(doubt.message)")
    }
    let places = check.conversions.map(\.span)
    let named = whole.findings.map { finding in
      finding.fixIts.flatMap(\.edits).compactMap { edit in places.firstIndex { $0.start == edit.span.start } }.first
    }
    let start = result.diagnostics.count
    take(whole, text, &result, depth: .schema)
    if whole.reason == nil {
      for (offset, conversion) in named.enumerated() {
        guard let conversion else { continue }
        // A name that an argument of '%K' has is corrected there.
        result.diagnostics[start + offset].fixIts = whole.findings[offset].fixIts.compactMap {
          corrected($0, values[conversion])
        }
      }
    }
    guard let typed = checked.typed else { return }
    let advice = AppleStoreAdvice(schema: schema.checked.schema, settings: settings)
    let isStored = result.kind == .predicateFormat && !settings.classes.isModel(entity)
    if isStored {
      let all = SourceSpan(0, UInt32(truncatingIfNeeded: text.bytes.count))
      result.diagnostics += advice.findings(typed, of: check.source, file: file.source.name, at: text.place(all) ?? result.span)
    }
    if settings.makesQueries, !hasGaps, result.verdict != .error {
      result.query = ScannedQuery.make(
        check, entity, arguments.map { file.text(of: $0) }, facts, schema.checked
      ) { index, type in
        let argument = CallArgument(file: file, module: settings.module, schema: schema.checked.schema, wanted: type)
        return argument.written(arguments[index], &types) ?? argument.comment(arguments[index])
      }
      result.query?.schemaPath = schema.path
    }
  }

  /// Whether a class in the sources has a property that the model lacks: the model may be another version.
  func isDeclared(_ finding: Diagnostic, in schema: Schema) -> Bool {
    guard finding.code == DiagnosticCode(CheckCode.unknownProperty) else { return false }
    let words = finding.message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    guard words.count > 3 else { return false }
    let owner = schema.entities.first { $0.name == words[1] }
    return ([words[1]] + (owner?.className.map { [TypeName($0).last] } ?? [])).contains { name in
      settings.module.isManaged(words[3], of: name)
    }
  }

  /// A fix-it that replaces a name by another, in the literal that an argument is; nil for any other argument.
  private func corrected(_ fixIt: FixIt, _ argument: Range<Int>?) -> FixIt? {
    guard let argument, let token = argument.first, argument.count == 1, file.kind(token) == .string,
      let edit = fixIt.edits.onlyElement
    else { return nil }
    let literal = SourceLiteralReader.read(file, token)
    let words = fixIt.message.split(separator: "'", omittingEmptySubsequences: false)
    guard literal.gaps.isEmpty, words.count > 3 else { return nil }
    var start: UInt32 = 0
    var places: [SourceSpan] = []
    for step in literal.string.split(separator: ".", omittingEmptySubsequences: false) {
      let end = start + UInt32(truncatingIfNeeded: step.utf8.count)
      if step == words[1] { places.append(SourceSpan(start, end)) }
      start = end + 1
    }
    guard let place = places.onlyElement.flatMap({ literal.plainPlace($0) }) else { return nil }
    return FixIt(fixIt.message, fixIt.applicability, [.init(place, edit.newText)])
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
}
