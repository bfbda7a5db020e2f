import CDQRuntime
import CDQSyntax
import CDQTestSupport
import Foundation
import Testing

@testable import CDQSemantics

/// Tests that the examples of the language reference are right, and that it mentions every word of the language.
@Suite struct DocumentationTests {
  private static let pages = Repository.files(below: "Sources/Library/CDQKit/CDQKit.docc", extension: "md")

  /// What SQLite refuses: lists of values of an object that is found by its place in a relationship.
  private static let refused = ["twins[LAST].scores.@count == 0"]

  @Test(arguments: [false, true]) func everyExampleHasItsResult(isOnSQLite: Bool) throws {
    let page = Repository.url("Sources/Library/CDQKit/CDQKit.docc/ExampleData.md")
    let folder = FileManager.default.temporaryDirectory.appending(path: "cdq-documentation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let schema = folder.appending(path: "Schema.cdq")
    var data = folder.appending(path: "data.json")
    try write(try #require(try DocumentationExample.blocks("cdq", in: page).first), to: schema)
    try write(try #require(try DocumentationExample.blocks("json", in: page).first), to: data)
    let own = OwnImplementation()
    if isOnSQLite { data = own.database(of: data, schema: schema, at: folder.appending(path: "data.sqlite")) }
    var examples: [DocumentationExample] = []
    for page in DocumentationTests.pages {
      let read = try DocumentationExample.read(page)
      examples += read.examples
      #expect(read.strays.isEmpty, "\(read.strays)")
    }
    #expect(examples.count > 200)
    if isOnSQLite { examples.removeAll { DocumentationTests.refused.contains($0.text) } }
    let lines = examples.map { $0.line(entities: ["City", "Country", "Town"]) }
    let answers = try own.answers(to: lines, schema: schema, data: data)
    #expect(answers.count == examples.count)
    for (example, answer) in zip(examples, answers) {
      let isRight = try example.accepts(try JSONValue(parsing: answer))
      #expect(isRight, "\(example.file): \(example.text) → \(example.result), but: \(answer)")
    }
  }

  /// Every operator, function, collection operator and cast appears as code on a page of the reference.
  @Test func everyWordIsDocumented() throws {
    let reference = try ["Operators", "Strings", "Collections", "Functions", "Literals", "Queries", "StrictMode"]
      .map { try String(contentsOf: Repository.url("Sources/Library/CDQKit/CDQKit.docc/\($0).md"), encoding: .utf8) }
      .joined(separator: "\n")
    var words: [String] = []
    for (name, callee) in CallTable.callees {
      if case .refused = callee { continue }
      let isSelector = name.contains(":")
      words.append(isSelector ? name + ":" : name)
    }
    words += ComparisonOperator.allCases.filter { $0 != .selector }.map(\.rawValue)
    words += ChainOperator.allCases.map(\.rawValue)
    words += Checker.operatorNames.map { "@\($0)" }
    words += CallTable.castTargets.keys
    words += ["ANY", "SOME", "ALL", "NONE", "SUBQUERY", "TERNARY", "CAST", "FIRST", "LAST", "SIZE", "SELF"]
    for word in Set(words).sorted() {
      let escaped = word.replacingOccurrences(of: "|", with: "\\|")
      let isThere = ["`\(word)`", "`\(word):`", "`\(escaped)`", "`\(word)(", "`\(word).", "[\(word)]", " \(escaped) "]
        .contains { reference.contains($0) }
      #expect(isThere, "'\(word)' is not documented")
    }
    for refused in CallTable.callees.keys.sorted() {
      guard case .refused? = CallTable.callees[refused], !refused.contains(":") else { continue }
      #expect(reference.contains("`\(refused)"), "'\(refused)' is not among the differences")
    }
  }

  private func write(_ lines: [String], to file: URL) throws {
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
  }
}
