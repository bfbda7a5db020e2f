import CDQTestSupport
import Foundation
import Testing

/// Names of functions, members and properties that pages mention in their sentences exist. Code blocks are compiled or run
/// by other tests, so that a name in one of them is one that exists.
@Suite struct PageNameTests {
  /// Names of Apple's frameworks, SQL and other tools, and names in examples that pages invent in a sentence.
  static let foreign: Set<String> = [
    "batchSize", "coalesce", "row_number",
    "fetchPredicateFormat", "isDeleted", "keyDecodingStrategy", "localizedStandardContains", "moodRawValue", "myApp",
    "myLib",
  ]

  /// The names that the sources declare publicly, with argument labels and the cases of enums, among which are the
  /// functions of the language.
  static let declared: Set<String> = {
    var names: Set<String> = []
    for url in Repository.files(below: "Sources", extension: "swift") {
      for line in ((try? String(contentsOf: url, encoding: .utf8)) ?? "").split(separator: "\n") {
        let text = line.drop { $0 == " " }
        if text.hasPrefix("//") { continue }
        if text.hasPrefix("case ") || text.hasPrefix("indirect case ") { names.formUnion(words(in: text)) }
        guard text.contains("public ") else { continue }
        names.formUnion(words(in: text))
      }
    }
    return names
  }()

  private static func words(in text: Substring) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
  }

  /// The pages, with their prose and the words of their code blocks.
  private static let pages: [(name: String, prose: String, code: String)] = {
    let urls = Repository.files(below: "Sources", extension: "md").filter { $0.path.contains(".docc/") } + [Repository.url("README.md")]
    return urls.compactMap { url in
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
      let parts = text.components(separatedBy: "```")
      let prose = stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined(separator: "\n")
      let code = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }.joined(separator: "\n")
      return (url.lastPathComponent, prose, code)
    }
  }()

  /// The names between backticks of a text: those before `(`, those after a point, and those that are all between the
  /// backticks and have a capital in them, which no word of the language or of English has.
  static func names(in prose: String) -> Set<String> {
    var names: Set<String> = []
    // Links to symbols, which have two backticks, are tested with the links.
    for match in prose.replacing(/``[^`]*``/, with: "").matches(of: /`([^`\n]+)`/) {
      let span = String(match.output.1)
      for name in span.matches(of: /(?:^|[^A-Za-z0-9_$@"\/#-])([a-z][A-Za-z0-9_]*)\(/) { names.insert(String(name.output.1)) }
      for name in span.matches(of: /\.([a-z][A-Za-z0-9_]*)/) where name.output.1.contains(where: { $0.isUppercase }) {
        names.insert(String(name.output.1))
      }
      if span.wholeMatch(of: /[a-z][A-Za-z0-9_]*/) != nil, span.contains(where: { $0.isUppercase }) { names.insert(span) }
    }
    return names
  }

  @Test func `Names that pages mention exist`() {
    let code = Set(PageNameTests.pages.flatMap { PageNameTests.words(in: $0.code[...]) })
    var used: Set<String> = []
    for page in PageNameTests.pages {
      for name in PageNameTests.names(in: page.prose) where !PageNameTests.declared.contains(name) && !code.contains(name) {
        used.insert(name)
        #expect(PageNameTests.foreign.contains(name), "\(page.name) mentions '\(name)', which nothing declares")
      }
    }
    #expect(PageNameTests.foreign.subtracting(used).isEmpty)
    #expect(PageNameTests.declared.count > 1000)
  }

  @Test func `A name that does not exist is found`() {
    #expect(PageNameTests.names(in: "`startOfDay`, `page.nextPage`, `close(at:)` and `year`") == ["startOfDay", "nextPage", "close"])
  }
}
