import CDQSyntax
import Foundation
import Testing

/// Predicates of public tests and applications, from the folder `shared` beside the repository, if it exists.
@Suite struct CorpusTests {
  @Test func strictModeAcceptsWhatAppleAccepts() throws {
    let file = repositoryFile("../shared/corpus/accept_reject.tsv").standardizedFileURL
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return }
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let predicate = String(line.dropFirst(2).prefix { $0 != "\t" })
      let result = Parser.parsePredicate(
        SourceText(name: "t", predicate), options: ParseOptions(strictNSPredicate: true))
      let isAccepted = !result.diagnostics.contains { $0.severity == .error && $0.stage == .parse }
      #expect(isAccepted == line.hasPrefix("+"), "\(line) \(result.diagnostics.map(\.message))")
      if !line.hasPrefix("+") { #expect(result.diagnostics.count <= 2, "\(line)") }
    }
  }
}
