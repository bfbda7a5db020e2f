import CDQExplanations
import CDQKit
import CDQLoading
import CDQRandom
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTestSupport
import Foundation
import Testing

/// Each fix-it of an error is applied: the text then has fewer errors, none of another kind, and the rest is as it was.
///
/// The texts are those of the conformance cases, with their mistakes and with random ones.
@Suite struct FixItTests {
  /// A text with what it is checked against.
  struct Text: Hashable {
    var name: String
    var text: String
    var entity: String?
    var schema: String
    var isStrict = false

    /// The findings of the text.
    var errors: [Diagnostic] {
      let source = SourceText(name: "<query>", text)
      guard let schema = FixItTests.schemas[schema] else { return [] }
      let found = Pipeline.compile(
        source, entity: entity, schema: schema, parse: ParseOptions(strictNSPredicate: isStrict), check: CheckOptions())
      return found.diagnostics.filter { $0.severity == .error }
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

  @Test func `Every fix-it leaves fewer errors and no other`() {
    let texts = FixItTests.known + FixItTests.conformance + FixItTests.mistaken(FixItTests.conformance)
    var count = 0
    var failures: [String: [String]] = [:]
    for text in texts {
      let before = text.errors
      for finding in before {
        for fixIt in finding.fixIts {
          count += 1
          let kind = "\(finding.code): \(fixIt.message.prefix { $0 != "'" })"
          let isKnown = FixItTests.known.contains(text)
          if finding.stage != .parse, !isKnown, FixItTests.hiding.contains(kind) { continue }
          if let reason = FixItTests.fault(of: fixIt, of: finding, in: text, before, isStrict: isKnown) {
            failures[kind, default: []].append(
              "\(text.name) \(text.entity ?? ""): \(text.text)\n    \(fixIt.message): \(reason)")
          }
        }
      }
    }
    for (kind, examples) in failures.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(examples.count) × \(kind)\n  \(examples.prefix(3).joined(separator: "\n  "))")
    }
    #expect(count > 500)
  }

  /// Kinds of fix-its after which random texts may have another error: the text has two mistakes, of which the first hid
  /// the second, such as the type of a value.
  private static let hiding: Set<String> = [
    "list-needs-braces: write braces", "to-many-without-quantifier: add ANY", "to-many-without-quantifier: add ALL",
    "unknown-collection-operator: replace with ", "unknown-function: replace ", "unknown-property: replace ", "unquoted-text: quote ",
  ]

  /// What is wrong with a fix-it; nil if nothing is.
  private static func fault(
    of fixIt: FixIt, of finding: Diagnostic, in text: Text, _ before: [Diagnostic], isStrict: Bool
  ) -> String? {
    var bytes = Array(text.text.utf8)
    var end: UInt32 = 0
    for edit in fixIt.edits {
      guard edit.span.start >= end, Int(edit.span.end) <= bytes.count else { return "the edits overlap, or are beyond the text" }
      end = edit.span.end
    }
    for edit in fixIt.edits.reversed() {
      bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.newText.utf8))
    }
    var fixed = text
    fixed.text = String(decoding: bytes, as: UTF8.self)
    let after = fixed.errors
    // The checker has not seen a text with an error of the parser, and the parser nothing after its first error.
    if finding.stage == .parse, !isStrict {
      let next = after.first { $0.stage == .parse }
      let isSame = next.map { $0.code == finding.code && $0.span.start == finding.span.start } ?? false
      return isSame ? "\(fixed.text) is as wrong as before" : nil
    }
    guard after.count >= before.count || !Set(after.map(\.code)).isSubset(of: before.map(\.code)) else { return nil }
    return "\(fixed.text) → \(after.map { "\($0.code)" })"
  }

  /// Texts with one letter of a name or one token too few, or two letters exchanged.
  private static func mistaken(_ texts: [Text]) -> [Text] {
    var random = SplitMix(seed: 35)
    return texts.filter { $0.errors.isEmpty }.shuffled(using: &random).prefix(1500).map { text in
      let source = SourceText(name: "<query>", text.text)
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
      var bytes = source.utf8
      bytes.replaceSubrange(Int(token.start)..<Int(token.span.end), with: Array(String(letters).utf8))
      var result = text
      result.text = String(decoding: bytes, as: UTF8.self)
      result.name += " with a mistake"
      return result
    }
  }
}
