import CDQTestSupport
import Foundation
import Testing

/// The word list in `.github/CONTRIBUTING.md`: no page has a word of its last column.
@Suite struct WordTests {
  /// The pages of the repository, but for the word list itself and tests that keep wrong texts on purpose.
  static let pages: [String] = {
    let folders = ["Sources", "Samples", "Tests", "Grammar", ".github"]
    let files = [Repository.url("README.md")] + folders.flatMap { Repository.files(below: $0, extension: "md") }
    return files.map { Repository.relativePath($0) }.filter { $0 != ".github/CONTRIBUTING.md" }
  }()

  /// The words of the list's last column.
  static func unwanted() throws -> [String] {
    let text = try String(contentsOf: Repository.url(".github/CONTRIBUTING.md"), encoding: .utf8)
    let start = try #require(text.range(of: "| say | for | not |\n|---|---|---|\n")).upperBound
    return text[start...].split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("|") }
      .flatMap { line in
        line.split(separator: "|", omittingEmptySubsequences: false)[3].split(separator: ",")
          .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      }
  }

  @Test func pagesHaveNoUnwantedWords() throws {
    let unwanted = try Self.unwanted()
    #expect(unwanted.count > 30)
    // At the beginning of a sentence, too.
    let both = unwanted + unwanted.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let words = both.map { NSRegularExpression.escapedPattern(for: $0) }.joined(separator: "|")
    let pattern = try NSRegularExpression(pattern: "(?<![\\w'-])(?:\(words))(?![\\w'-])")
    for page in Self.pages {
      let lines = Self.prose(try String(contentsOf: Repository.url(page), encoding: .utf8))
      for (index, line) in lines.enumerated() {
        for match in pattern.matches(in: line, range: NSRange(line.startIndex..., in: line)) {
          let word = Range(match.range, in: line).map { String(line[$0]) } ?? ""
          #expect(Bool(false), "\(page):\(index + 1) says '\(word)': see the word list in .github/CONTRIBUTING.md")
        }
      }
    }
  }

  /// Nothing in a text stands behind something else; a pooler does, in front of a server.
  @Test func commentsAndMessagesSayAfter() throws {
    let other = #/(?:left|leave|leaves) nothing behind|left behind|look-behind|behind a pooler/#
    for file in Repository.files(below: "Sources", extension: "swift") {
      for (index, line) in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        // Names in code are not prose.
        let prose = line.replacing(other, with: "").matches(of: #/\/\/.*|"[^"]*"/#).map { $0.output }.joined(separator: " ")
        let says = prose.contains(#/\b[Bb]ehind\b/#)
        #expect(!says, "\(Repository.relativePath(file)):\(index + 1) says 'behind'")
      }
    }
  }

  /// The lines of a page without its code.
  ///
  /// - Parameter keepsCode: whether code within a line is kept.
  static func prose(_ text: String, keepsCode: Bool = false) -> [String] {
    var isCode = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.trimmingCharacters(in: .whitespaces).hasPrefix("```") {
        isCode.toggle()
        return ""
      }
      if isCode { return "" }
      return keepsCode ? String(line) : String(line).replacing(/``.+?``|`[^`]*`/, with: "")
    }
  }
}
