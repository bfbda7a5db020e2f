import CDQExplanations
import CDQForeignTexts
import CDQJSON
import CDQKit
import CDQRandom
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTestSupport
import CDQTool
import Foundation
import Testing

/// Each fix-it is applied: the text then has fewer findings of its severity, none of another code, and the rest of the text is
/// as it was.
///
/// The texts are the examples of the explanations, the cases of `Tests/Diagnostics`, those of the conformance tests, and
/// conformance texts with random mistakes.
@Suite struct FixItTests {
  /// A text with what it is checked against.
  struct Text: Sendable {
    var name: String
    var bytes: [UInt8]
    var options = ParseOptions()
    /// The findings of a text in the place of this one.
    var findings: @Sendable (_ bytes: [UInt8]) throws -> [Diagnostic]

    var shown: String { String(decoding: bytes, as: UTF8.self) }

    /// A predicate or a query over a schema.
    init(name: String, text: String, entity: String? = nil, schema: String, isStrict: Bool = false) {
      options = ParseOptions(strictNSPredicate: isStrict)
      (self.name, bytes) = ("\(name) \(entity ?? "")", Array(text.utf8))
      findings = { [options] bytes in
        guard let schema = FixItTests.schemas[schema] else { return [] }
        return Pipeline.compile(
          SourceText(name: "<query>", utf8: bytes), entity: entity, schema: schema, parse: options,
          translator: ForeignTexts.translator
        ).diagnostics
      }
    }

    /// A query or predicate over a checked schema.
    init(name: String, text: String, checked schema: CheckedSchema) {
      (self.name, bytes) = (name, Array(text.utf8))
      findings = { bytes in
        Pipeline.compile(SourceText(name: "<query>", utf8: bytes), entity: nil, schema: schema, translator: ForeignTexts.translator)
          .diagnostics
      }
    }

    /// An example; nil for one that is no single text.
    init?(_ name: String, _ example: Explanation.Example, lints: Set<DiagnosticCode>) throws {
      guard let source = try ExampleRun(example, lints: lints).text else { return nil }
      options = ParseOptions(strictNSPredicate: example.form == .strict)
      (self.name, bytes) = (name, source.utf8)
      findings = { bytes in
        var example = example
        example.bytes = bytes
        example.text = String(decoding: bytes, as: UTF8.self)
        return try ExampleRun(example, lints: lints).diagnostics.filter { $0.file == source.name }
      }
    }
  }

  private static let schemas: [String: CheckedSchema] = {
    var result: [String: CheckedSchema] = ["Example": schema(Explanation.schema)]
    for url in Repository.files(below: "Tests/Conformance/Schemas", extension: "cdq") {
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
      result[url.deletingPathExtension().lastPathComponent] = schema(text)
    }
    return result
  }()

  private static func schema(_ text: String) -> CheckedSchema {
    let source = SourceText(name: "Schema.cdq", text)
    return buildSchema(SchemaInputs(documents: [(source, Parser.parseDocument(source).tree)]), reader: NoFiles()).schema
  }

  private static let conformance: [Text] = {
    var texts: [Text] = []
    for url in Repository.files(below: "Tests/Conformance/Cases", extension: "jsonl") {
      let lines = ((try? String(contentsOf: url, encoding: .utf8)) ?? "").split(separator: "\n")
      for line in lines {
        guard let json = try? JSONValue(parsing: String(line)), case .string(let id)? = json["id"], json["args"] == nil else { continue }
        func text(_ key: String) -> String? { if case .string(let text)? = json[key] { text } else { nil } }
        guard let schema = text("schema") ?? text("data"), let query = text("query") ?? text("predicate") else { continue }
        texts.append(Text(name: id, text: query, entity: text("entity"), schema: schema, isStrict: json["strict"] != nil))
      }
    }
    return texts
  }()

  /// Texts whose fix-its once were wrong.
  private static let known: [Text] = [
    .init(name: "entity of the caller", text: "name == 'Paris'", entity: "Cty", schema: "Example"),
    .init(name: "aggregate of SQL", text: "SELECT rank, SUM(area) FROM cities GROUP BY rank", schema: "Example"),
    .init(name: "two aggregates of SQL", text: "SELECT rank, SUM(area), SUM(area) FROM City GROUP BY rank", schema: "Example"),
    .init(name: "operator of an entity", text: "City.@avg.area > 5", entity: "City", schema: "Example"),
    .init(name: "unknown after the entity", text: "City.nmae == 'Paris'", entity: "City", schema: "Example"),
    .init(name: "column", text: "City group by rank select rank, max(area), max(area)", schema: "Example"),
  ]

  /// Files with several mistakes, of which one hides another. A fix-it in a file is not tried before it is shown, since that
  /// would check the file once more for each.
  private static let hiding: Set<String> = ["Rules/5-recovery"]

  /// The examples of the explanations, and the cases of the snapshots.
  private static func examples() throws -> [Text] {
    var texts: [Text?] = []
    for entry in Catalogue.all.entries where entry.explanation.wrong.limits == nil {
      let lints: Set<DiagnosticCode> = entry.explanation.level == .lint ? [entry.code] : []
      texts.append(try Text("\(entry.code)", entry.explanation.wrong, lints: lints))
    }
    for snapshot in Snapshot.all() {
      for item in snapshot.cases.dropFirst(snapshot.name.hasPrefix("Codes/") ? 1 : 0) {
        let lints = item.options.contains("lints") ? SnapshotTests.lints : []
        texts.append(try Text(snapshot.name, item.example, lints: lints))
      }
    }
    return texts.compactMap { $0 }
  }

  @Test func `Every fix-it leaves fewer findings and no other`() throws {
    try FixItTests.test(FixItTests.known + FixItTests.conformance + FixItTests.examples(), atLeast: 350)
  }

  /// What newcomers type. A translation of a whole text has no findings at all.
  @Test func `Every fix-it for first words leaves fewer findings and no other`() throws {
    try FixItTests.test(FirstWordsTests.corrected.map { Text(name: "first words", text: $0.text, checked: FirstWordsTests.schema) }, atLeast: 80)
  }

  /// The predicates that Apple's language accepts and refuses, where their list is present.
  @Test func `Every fix-it of the corpus leaves fewer findings and no other`() throws {
    guard let url = Repository.shared("corpus/accept_reject.tsv") else { return }
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("- ") || $0.hasPrefix("+ ") }
    let texts = lines.compactMap { $0.dropFirst(2).split(separator: "\t").first.map(String.init) }
    try FixItTests.test(texts.flatMap { text in
      [false, true].map { Text(name: "corpus", text: text, entity: "City", schema: "Example", isStrict: $0) }
    }, atLeast: 20)
  }

  /// A random mistake may be followed by another, which only its correction shows.
  @Test func `Fix-its of texts with random mistakes leave the rest as it was`() throws {
    try FixItTests.test(FixItTests.mistaken(FixItTests.conformance), atLeast: 400)
  }

  private static func test(_ texts: [Text], atLeast minimum: Int) throws {
    var count = 0
    var failures: [String: [String]] = [:]
    for text in texts {
      let before = try text.findings(text.bytes)
      for finding in before {
        for fixIt in finding.fixIts {
          count += 1
          if FixItTests.hiding.contains(text.name), text.shown.contains("query ") { continue }
          guard let reason = try fault(of: fixIt, of: finding, in: text, before) else { continue }
          failures["\(finding.code): \(fixIt.message.prefix { $0 != "'" })", default: []].append(
            "\(text.name): \(text.shown)\n    \(fixIt.message): \(reason)")
        }
      }
    }
    for (kind, examples) in failures.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(examples.count) × \(kind)\n  \(examples.prefix(6).joined(separator: "\n  "))")
    }
    #expect(count > minimum)
  }

  /// What is wrong with a fix-it; nil if nothing is.
  private static func fault(of fixIt: FixIt, of finding: Diagnostic, in text: Text, _ before: [Diagnostic]) throws -> String? {
    var fixed = text.bytes
    var end: UInt32 = 0
    for edit in fixIt.edits {
      guard edit.span.start >= end, Int(edit.span.end) <= fixed.count else { return "the edits overlap, or are beyond the text" }
      end = edit.span.end
    }
    for edit in fixIt.edits.reversed() {
      fixed.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.newText.utf8))
    }
    let after = try text.findings(fixed)
    func codes(_ findings: [Diagnostic], _ severity: Diagnostic.Severity) -> [DiagnosticCode] {
      findings.filter { $0.severity == severity }.map(\.code)
    }
    let shown = "\(String(decoding: fixed, as: UTF8.self)) → \(after.map { "\($0.code)" })"
    if codes(after, finding.severity).count >= codes(before, finding.severity).count { return "not fewer findings: \(shown)" }
    for severity in [Diagnostic.Severity.error, .warning] {
      if severity == .warning, finding.severity == .error { continue }
      if !Set(codes(after, severity)).isSubset(of: codes(before, severity)) { return "new findings: \(shown)" }
    }
    if let lost = changed(fixIt, of: finding, text, fixed) { return "\(lost) changed: \(shown)" }
    return nil
  }

  /// The first comment that a fix-it loses, or token outside of its edits that is not in the fixed text; nil if there is none.
  private static func changed(_ fixIt: FixIt, of finding: Diagnostic, _ text: Text, _ fixed: [UInt8]) -> String? {
    let old = SourceText(name: "<query>", utf8: text.bytes)
    let new = SourceText(name: "<query>", utf8: fixed)
    func comments(_ lexed: LexedText) -> [SourceSpan] {
      lexed.trivia.filter { [.lineComment, .documentation, .blockComment].contains($0.kind) }
        .map { SourceSpan($0.start, $0.start + $0.length) }
    }
    let (before, after) = (Lexer.lex(old, options: text.options), Lexer.lex(new, options: text.options))
    let kept = comments(after).map { String(new.text($0)) }
    // A finding about a comment may change it.
    let others = comments(before).filter { $0.end <= finding.span.start || $0.start >= finding.span.end }
    if let lost = others.first(where: { !kept.contains(String(old.text($0))) }) { return "'\(old.text(lost))'" }
    let present = Set(after.tokens.map { "\($0.start) \(new.text($0.span))" })
    for token in before.tokens where token.kind != .endOfText && !token.flags.contains(.malformed) {
      // What is written directly before or after a token may become a part of it, such as the dollar of a parameter.
      if fixIt.edits.contains(where: { $0.span.start <= token.end && $0.span.end >= token.start }) { continue }
      let shift = fixIt.edits.filter { $0.span.end < token.start }
        .reduce(0) { $0 + $1.newText.utf8.count - Int($1.span.end - $1.span.start) }
      if !present.contains("\(Int(token.start) + shift) \(old.text(token.span))") { return "'\(old.text(token.span))'" }
    }
    return nil
  }

  /// Texts with one letter of a name or one token too few, or two letters exchanged.
  private static func mistaken(_ texts: [Text]) throws -> [Text] {
    var random = SplitMix(seed: 35)
    return try texts.filter { try $0.findings($0.bytes).allSatisfy { $0.severity != .error } }.shuffled(using: &random).prefix(1500).map { text in
      let source = SourceText(name: "<query>", utf8: text.bytes)
      let tokens = Lexer.lex(source, options: ParseOptions()).tokens.filter { $0.kind != .endOfText }
      guard let token = tokens.randomElement(using: &random) else { return text }
      var letters = Array(source.text(token.span))
      if token.kind.isWord, letters.count > 3, Bool.random(using: &random) {
        let index = Int.random(in: 1..<(letters.count - 1), using: &random)
        if Bool.random(using: &random) { letters.remove(at: index) } else { letters.swapAt(index, index + 1) }
      } else if token.kind.isWord, Bool.random(using: &random) {
        letters = Array(String(letters).uppercased())
      } else {
        letters = []
      }
      var result = text
      result.bytes.replaceSubrange(Int(token.start)..<Int(token.span.end), with: Array(String(letters).utf8))
      result.name += " with a mistake"
      return result
    }
  }
}
