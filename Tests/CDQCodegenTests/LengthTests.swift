import CDQCodegen
import CDQComparison
import CDQIR
import CDQPrinting
import CDQRandom
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTestSupport
import Foundation
import Testing

/// Each construct of the grammar many times in a row, from the text to the code of every back end: the work grows no
/// faster than the length, and no stack is used by it.
@Suite(.serialized, .enabled(if: Work.isCounted)) struct LengthTests {
  static let names = LongText.all.map(\.name)

  @Test(arguments: names) func `Parser, formatter and printers`(_ name: String) async {
    await #expect(processExitsWith: .success) { [name] in
      let text = try #require(LongText.named(name))
      let growth = Growth(from: 250) { count in
        let source = SourceText(name: "F.cdq", text.file(count))
        let parsed = Parser.parseDocument(source)
        _ = dump(parsed.tree)
        _ = DiagnosticReport(diagnostics: parsed.diagnostics, sources: [source])
        _ = SourceFormatter.format(source, as: .document)
        if !parsed.diagnostics.contains(where: { $0.severity == .error }) { _ = printed(parsed.tree) }
      }
      #expect(growth.problem == nil)
    }
  }

  @Test(arguments: names) func `Schema, checker and lowering`(_ name: String) async {
    await #expect(processExitsWith: .success) { [name] in
      let text = try #require(LongText.named(name))
      let growth = Growth(from: 250) { count in
        let corpus = CodegenCorpus(texts: [("F.cdq", text.file(count))])
        for query in corpus.queries { _ = try? QueryIR(json: query.ir.json) }
        let schema = corpus.schema.schema
        _ = [SchemaPrinter.text(schema), SchemaDump.text(schema), SchemaMermaid.text(schema)]
        _ = SchemaDiff(from: Schema(entities: []), to: schema).changes
      }
      #expect(growth.problem == nil)
    }
  }

  @Test(arguments: BackEndName.allCases) func `Back ends`(_ backend: BackEndName) async {
    await #expect(processExitsWith: .success) { [word = backend.rawValue as String] in
      let backend = try #require(BackEndName(rawValue: word))
      for text in LongText.all {
        let growth = Growth(from: 200) { count in
          let corpus = CodegenCorpus(texts: [("F.cdq", text.file(count))])
          if corpus.diagnostics.contains(where: { $0.severity == .error }) { return }
          _ = corpus.generate(GenerateOptions(backend: backend)).files.count
        }
        #expect(growth.problem == nil, "\(text.name)")
      }
    }
  }

  /// Each repetition that the grammar has is one of the constructs.
  @Test func `The constructs cover the grammar`() throws {
    var missing: [String] = []
    let covered = Set(LongText.all.map(\.production))
    for file in ["cdq", "predicate", "lexical"] {
      let text = try String(contentsOf: Repository.url("Grammar/\(file).ebnf"), encoding: .utf8)
        .replacing(/\(\*.*?\*\)/.dotMatchesNewlines(), with: "").replacing(/"[^"]*"|'[^']*'/, with: "_")
      for production in text.split(separator: ";") {
        let parts = production.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { continue }
        let name = parts[0].trimmingCharacters(in: .whitespacesAndNewlines)
        for number in 0..<parts[1].count(where: { $0 == "{" }) where !covered.contains("\(name) \(number + 1)") {
          missing.append("\(name) \(number + 1)")
        }
      }
    }
    #expect(missing == [])
  }
}
