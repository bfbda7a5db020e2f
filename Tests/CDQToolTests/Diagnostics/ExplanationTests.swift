import CDQCodegen
import CDQExplanations
import CDQScan
import CDQSemantics
import CDQSyntax
import CDQTestSupport
import CDQTool
import Foundation
import Testing

/// The catalogue of codes: every wrong example reports its code and no other, every right one is clean.
@Suite struct ExplanationTests {
  static let entries = Catalogue.all.entries
  /// The codes of all lints.
  static let lints = Set(entries.filter { $0.explanation.level == .lint }.map(\.code))

  @Test(arguments: entries.indices) func wrongExamplesGiveTheirCode(_ index: Int) throws {
    let (code, explanation) = (Self.entries[index].code, Self.entries[index].explanation)
    guard explanation.wrong.form != .swift else { return }
    let lints: Set<DiagnosticCode> = explanation.level == .lint ? [code] : []
    let run = try ExampleRun(explanation.wrong, lints: lints)
    switch explanation.level {
    case .error, .warning, .lint: #expect(run.codes == [code.rawValue], "\(run.shown)")
    case .note:
      #expect(run.codes.isEmpty, "\(run.shown)")
      #expect(run.diagnostics.map(\.code) == [code], "\(run.shown)")
    }
    if explanation.level == .error, !run.diagnostics.isEmpty {
      #expect(run.diagnostics.filter { $0.severity == .error }.count == 1)
    }
  }

  @Test(arguments: entries.indices) func rightExamplesAreClean(_ index: Int) throws {
    let explanation = Self.entries[index].explanation
    guard explanation.right.form != .swift else { return }
    let run = try ExampleRun(explanation.right, lints: explanation.level == .lint ? [Self.entries[index].code] : [])
    #expect(run.codes.isEmpty, "\(run.shown)")
  }

  /// The stages have the levels of their codes in their own catalogues, because builds do not compile the explanations.
  @Test func stagesAndExplanationsAgreeOnLevels() {
    let compiling = ExplanationCatalogue.compiling.entries
    // A build knows the codes of proofs, but neither finds nor explains them.
    #expect(DiagnosticCatalogue.compiling.levels.count == compiling.count + ReasoningCode.allCases.count)
    for entry in compiling {
      #expect(DiagnosticCatalogue.compiling[entry.code] == entry.explanation.level, "\(entry.code)")
    }
  }

  /// The codes of Swift sources, whose examples `ScanCommandTests.examplesAreTrue` runs.
  static let scanned = Set(ScanCode.allCases.map(\.rawValue)).subtracting([ScanCode.sourceEncoding.rawValue])

  /// Examples that no test here produces: the test elsewhere that does, or the reason why none can.
  enum Elsewhere {
    case test(file: String, function: String)
    case never(String)
  }

  static let shownOnly: [String: Elsewhere] = [
    "schema-mismatch": .test(file: "CDQRuntimeTests/ModelTests", function: "anotherSchemaIsRefused"),
    "wrong-result": .test(
      file: "CDQKitTests/FetchingTests", function: "`A query gives structs, rows of the program's types, and named rows`"),
    "unexpected-null": .test(
      file: "CDQOracleTests/Databases/IndexTests", function: "`NULL in an indexed column that must have a value stops a query`"),
    "too-many-errors": .never("the command says it as a sentence without a code, and the loader as the last of 101 errors"),
    "needs-store": .test(file: "CDQRuntimeTests/StoreQueryTests", function: "followsPathsFromParameters"),
    "newer-snapshot": .test(file: "CDQRuntimeTests/SnapshotFileTests", function: "errorsSayWhatToDo"),
    "source-encoding": .test(file: "CDQToolTests/ScanCommandTests", function: "filesThatAreNoTextAreFindings"),
    // A server must break, or must compute what SQLite computes without an error.
    "connection-lost": .test(
      file: "CDQOracleTests/Databases/PoolTests", function: "`A server that is killed and started again is found again`"),
    "outcome-unknown": .test(
      file: "CDQOracleTests/Databases/WritingTests", function: "`An unanswered COMMIT is never retried`"),
    "value-out-of-range": .test(
      file: "CDQOracleTests/Databases/NestedCallTests", function: "`A length that SQLite cannot take is an error`"),
    "library-missing": .never("the machine has the libraries, and a process cannot lose one that it has opened"),
    "backend-memory": .never("no text within the greatest limit of nesting is too deep for the back end"),
    "internal": .never("it would be a fault of cdq"),
  ]

  @Test(arguments: ProgramExample.all) func examplesOfProgramsGiveTheirCode(_ example: ProgramExample) {
    // Several entities may be too deep.
    #expect(Set(example.codes) == [example.code])
  }

  @Test func everyExampleIsProducedOrSaysWhyNot() throws {
    let shown = Self.entries.filter { $0.explanation.wrong.form == .swift }.map(\.code.rawValue)
    let programs = ProgramExample.all.map(\.code)
    #expect(Set(programs).count == programs.count)
    let known = [Set(programs), Self.scanned, Set(Self.shownOnly.keys)]
    #expect(known.reduce(0) { $0 + $1.count } == shown.count)
    #expect(known.reduce([]) { $0.union($1) } == Set(shown))
    for case (let code, .test(let file, let function)) in Self.shownOnly {
      let text = try String(contentsOf: Repository.url("Tests/\(file).swift"), encoding: .utf8)
      #expect(text.contains("func \(function)("), "\(code)")
    }
  }

  @Test func wordingFollowsTheRules() {
    for entry in Self.entries {
      let explanation = entry.explanation
      #expect(!explanation.title.hasSuffix("."), "\(entry.code)")
      #expect(explanation.text.hasSuffix("."), "\(entry.code)")
      for text in [explanation.title, explanation.text] {
        #expect(!text.lowercased().contains("please"), "\(entry.code)")
        #expect(!text.isEmpty, "\(entry.code)")
      }
      #expect(entry.code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber }, "\(entry.code)")
    }
  }

  /// `CDQ_REWRITE=1` rewrites the pages.
  @Test func thePagesAreMadeFromTheCatalogue() throws {
    let pages = DiagnosticsPage.stages.map { ($0.name, $0.text) } + [("Diagnostics", DiagnosticsPage.index)]
    for (name, text) in pages {
      let url = Repository.url("Sources/Library/CDQKit/CDQKit.docc/\(name).md")
      if ProcessInfo.processInfo.environment["CDQ_REWRITE"] != nil { try Data(text.utf8).write(to: url) }
      let written = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
      #expect(written == text, "CDQ_REWRITE=1 swift test --filter ExplanationTests writes \(name).md anew")
    }
    #expect(DiagnosticsPage.stages.flatMap(\.entries).count == Self.entries.count)
  }

  @Test func thePageOfSymptomsNamesCodesThatExist() throws {
    let page = try String(contentsOf: Repository.url("Sources/Library/CDQKit/CDQKit.docc/ErrorsBySymptom.md"), encoding: .utf8)
    let named = Set(page.matches(of: #/`\[([a-z-]+)\]`/#).map { String($0.output.1) })
    #expect(named.count > 15)
    #expect(named.subtracting(Self.entries.map(\.code.rawValue)).isEmpty)
  }

  @Test func theCommandExplains() throws {
    let text = ToolRun("explain unknown-property").output
    #expect(text.hasPrefix("error [unknown-property]: the entity has no such property\n\n"))
    #expect(text.contains("wrong:\n  nmae == 'Paris'\n\nright:\n  name == 'Paris'\n"))
    #expect(text.contains("  entity City {\n"))
    #expect(ToolRun("explain [like-percent]").output.contains("// cdq:allow like-percent"))
    #expect(ToolRun("explain mixed-connectives").output.contains("--warn mixed-connectives"))
    let list = ToolRun("explain --list").output.split(separator: "\n")
    #expect(list.count == Self.entries.count)
    #expect(list.map { $0.split(separator: " ")[0] } == list.map { $0.split(separator: " ")[0] }.sorted())
    let unknown = ToolRun("explain unknown-propertty")
    #expect(unknown.code == 2)
    #expect(unknown.errors.contains("did you mean 'unknown-property'?"))
    let json = try JSONSerialization.jsonObject(with: Data(ToolRun("explain --list --format json").output.utf8))
    #expect((json as? [[String: Any]])?.count == Self.entries.count)
    let one = try JSONSerialization.jsonObject(with: Data(ToolRun("explain like-percent --format json").output.utf8))
    #expect((one as? [String: Any])?["level"] as? String == "warning")
  }
}
