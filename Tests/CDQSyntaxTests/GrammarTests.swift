import CDQSyntax
import Foundation
import Testing

/// The grammar in `Grammar/` agrees with the parser and the lexer.
@Suite struct GrammarTests {
  @Test func productionsAreThoseOfTheParser() throws {
    let sources = try swiftFiles("Sources/Compiler/CDQSyntax").flatMap { try documentedProductions($0) }
    let grammar = try ["cdq", "predicate", "lexical"].flatMap { try productions("Grammar/\($0).ebnf") }
    #expect(sources.count > 60)
    let documented = Dictionary(sources, uniquingKeysWith: { first, _ in first })
    let written = Dictionary(grammar, uniquingKeysWith: { first, _ in first })
    #expect(documented.count == sources.count, "a production is documented twice")
    #expect(written.count == grammar.count, "a production is written twice")
    for name in Set(documented.keys).union(written.keys).sorted() {
      #expect(documented[name] == written[name], "\(name)")
    }
  }

  /// Reads the productions in doc comments of the form ``/// `name` = … ;``, which may continue on the lines below.
  private func documentedProductions(_ file: URL) throws -> [(String, String)] {
    var found: [(String, String)] = []
    var open: (name: String, body: String)?
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.trimmingCharacters(in: .whitespaces)
      guard text.hasPrefix("/// ") else {
        open = nil
        continue
      }
      let body = String(text.dropFirst(4))
      if var pending = open {
        pending.body += " " + body
        open = pending
      } else if body.hasPrefix("`"), let end = body.range(of: "` = ") {
        open = (String(body[body.index(after: body.startIndex)..<end.lowerBound]), String(body[end.upperBound...]))
      }
      if let complete = open, complete.body.hasSuffix(";") {
        found.append((complete.name, normalized(complete.body)))
        open = nil
      }
    }
    return found
  }

  private func productions(_ path: String) throws -> [(String, String)] {
    let text = try String(contentsOf: repositoryFile(path), encoding: .utf8)
      .replacing(/\(\*.*?\*\)/.dotMatchesNewlines(), with: "")
    var found: [(String, String)] = []
    var pending = ""
    for line in text.split(separator: "\n") {
      pending += " " + line
      guard line.hasSuffix(";") else { continue }
      let parts = pending.split(separator: " = ", maxSplits: 1).map(String.init)
      found.append((parts[0].trimmingCharacters(in: .whitespaces), normalized(parts[1])))
      pending = ""
    }
    return found
  }

  private func normalized(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func swiftFiles(_ folder: String) throws -> [URL] {
    let walker = FileManager.default.enumerator(at: repositoryFile(folder), includingPropertiesForKeys: nil)
    return (walker?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
  }
}
