import CDQExplanations
import CDQSyntax
import CDQTestSupport
import CDQTool
import Foundation
import Testing

/// Every message as users see it, with the source text that causes it.
///
/// `CDQ_REWRITE=1 swift test --filter SnapshotTests` writes the current output into the files, and creates a file for
/// each code that has none; read the difference before committing it.
@Suite struct SnapshotTests {
  static let isRewriting = ProcessInfo.processInfo.environment["CDQ_REWRITE"] != nil
  static let lints = Set(Catalogue.all.entries.filter { $0.explanation.level == .lint }.map(\.code))

  /// Every code has a file, whose first case is the wrong example of its explanation.
  @Test func everyCodeHasASnapshot() throws {
    let folder = Repository.url(Snapshot.folder)
    for entry in Catalogue.all.entries where entry.explanation.wrong.form != .swift {
      let url = folder.appending(path: "Codes/\(entry.code).txt")
      let example = entry.explanation.wrong
      let lints: Set<DiagnosticCode> = entry.explanation.level == .lint ? [entry.code] : []
      let shown = try Snapshot.run(example, lints: lints).shown
      var snapshot = (try? Snapshot(url)) ?? Snapshot(url: url, cases: [])
      let current = Snapshot.Case(form: example.form, options: [], source: example.text, shown: shown)
      if Self.isRewriting {
        snapshot.cases = [current] + snapshot.cases.dropFirst()
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(snapshot.text.utf8).write(to: url)
      }
      let first = try #require(snapshot.cases.first, "\(entry.code) has no snapshot")
      #expect(first.source.trimmed == current.source.trimmed, "\(entry.code)")
      #expect(first.shown.trimmed == shown.trimmed, "\(entry.code)")
    }
    for snapshot in Snapshot.all() where snapshot.name.hasPrefix("Codes/") {
      let code = DiagnosticCode(String(snapshot.name.dropFirst("Codes/".count)))
      #expect(Catalogue.all.entry(of: code) != nil, "no code is called \(code)")
    }
  }

  @Test func messagesAreAsWritten() throws {
    for var snapshot in Snapshot.all() {
      let isOfCode = snapshot.name.hasPrefix("Codes/")
      for (index, item) in snapshot.cases.enumerated() where !(isOfCode && index == 0) {
        let lints = item.options.contains("lints") ? Self.lints : []
        let shown = try Snapshot.run(item.example, lints: lints).shown
        if Self.isRewriting { snapshot.cases[index].shown = shown }
        #expect(Self.isRewriting || item.shown.trimmed == shown.trimmed, "\(snapshot.name)")
      }
      if Self.isRewriting { try Data(snapshot.text.utf8).write(to: snapshot.url) }
    }
  }

  /// Every file about a message that should be improved proposes a better one.
  @Test func whatIsToBeImprovedSaysHow() throws {
    for snapshot in Snapshot.all() where snapshot.name.hasPrefix("Improve/") {
      #expect(snapshot.remark.hasPrefix("Better:"), "\(snapshot.name)")
    }
  }

  /// Rules for the wording of messages: they begin in lower case and have no full stop and no "please".
  @Test func wordingFollowsTheRules() throws {
    for (name, run) in try Self.runs() {
      for finding in run.diagnostics {
        for text in [finding.message] + finding.help + finding.fixIts.map(\.message) + finding.notes.map(\.message) {
          #expect(!text.hasSuffix(".") || text.hasSuffix("..."), "\(name): \(text)")
          #expect(!text.lowercased().contains("please"), "\(name): \(text)")
          #expect(text.first?.isUppercase != true || text.prefix(2).allSatisfy { !$0.isLowercase } || Self.isTypeName(text), "\(name): \(text)")
        }
        #expect(!finding.message.isEmpty, "\(name)")
      }
    }
  }

  /// Whether the first word is the name of a type or class, with which a message may begin in spite of its capital.
  private static func isTypeName(_ text: String) -> Bool {
    let word = text.prefix { $0.isLetter || $0.isNumber }
    return ["Int16", "Int32", "Int64", "Bool", "String", "Double", "Float", "Decimal", "Date", "NSPredicate", "City"]
      .contains(String(word))
  }

  /// Runs every wrong example and every case of the snapshots.
  private static func runs() throws -> [(String, ExampleRun)] {
    var runs: [(String, ExampleRun)] = []
    for entry in Catalogue.all.entries {
      let lints: Set<DiagnosticCode> = entry.explanation.level == .lint ? [entry.code] : []
      runs.append(("\(entry.code)", try ExampleRun(entry.explanation.wrong, lints: lints)))
    }
    for snapshot in Snapshot.all() {
      for item in snapshot.cases.dropFirst(snapshot.name.hasPrefix("Codes/") ? 1 : 0) {
        let lints = item.options.contains("lints") ? Self.lints : []
        runs.append((snapshot.name, try ExampleRun(item.example, lints: lints)))
      }
    }
    return runs
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .newlines) }
}
