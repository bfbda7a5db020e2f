import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTestSupport
import Foundation
import Testing

/// The table of the language, and the files of `Grammar/` that have its words.
/// `UPDATE_EXPECT=1 swift test --filter LanguageTableTests` writes them.
@Suite struct LanguageTableTests {
  @Test func `Each keyword has its row`() {
    #expect(Keyword.table.map(\.keyword) == Keyword.allCases)
    let words = Keyword.allCases.dropFirst()
    #expect(words.allSatisfy { !$0.spelling.isEmpty && !$0.help.isEmpty })
    #expect(Set(words.map { $0.spelling.lowercased() }).count == words.count)
    #expect(words.allSatisfy { KeywordTable.shared.keyword(of: $0.spelling) == $0 })
  }

  @Test func `Each operator that is a word has its keyword`() {
    let written = Set(Keyword.allCases.compactMap(\.comparisonOperator))
    #expect(written == Set(ComparisonOperator.allCases.filter { $0.isWord && $0 != .selector }))
    #expect(Set(Keyword.allCases.compactMap(\.clause)) == Set(Clause.allCases))
  }

  @Test func `The text operators are those of the IR`() {
    let texts = ComparisonOperator.allCases.filter { [.text, .containment].contains($0.entry.family) }
    #expect(texts.map(\.rawValue) == TextMatchIR.Operator.allCases.map(\.rawValue))
    let relations = ComparisonOperator.allCases.filter { [.equality, .order].contains($0.entry.family) }
    #expect(relations.compactMap { ComparisonIR.Operator(rawValue: $0.rawValue) }.count == relations.count)
  }

  @Test func `The list of words is that of the table`() throws {
    let path = "Grammar/keywords.txt"
    let text = try String(contentsOf: Repository.url(path), encoding: .utf8)
    let head = text.split(separator: "\n").filter { $0.hasPrefix("#") }.joined(separator: "\n")
    let rows = Keyword.allCases.compactMap { keyword in
      keyword.wordClass.map { "\(keyword.spelling) \($0.rawValue) \(keyword.role.name)\n" }
    }
    try compare(text, head + "\n" + rows.joined(), path)
  }

  // MARK: Grammars for editors

  /// A list of words in a grammar for an editor, which its first three words identify.
  struct WordList: Sendable {
    var words: [String]
    /// Whether they match in any case, which Vim writes in lower case.
    var isAnyCase = false

    init(_ words: [String], anyCase: Bool = false) {
      self.words = words
      isAnyCase = anyCase
    }

    init(anyCase: Bool = false, _ isWanted: (Keyword.Role) -> Bool) {
      self.init(Keyword.words(isWanted).map(\.spelling), anyCase: anyCase)
    }
  }

  static let lists: [WordList] = {
    let operators = WordList(anyCase: true) { role in
      switch role {
      case .connective, .negation, .quantifier, .comparison, .refusedOperator: true
      default: false
      }
    }
    let clauses = Clause.allCases.map(\.keyword.spelling)
    return [
      WordList(operators.words.filter { !$0.contains("-") }, anyCase: true),
      WordList(operators.words.filter { $0.contains("-") }, anyCase: true),
      WordList(anyCase: true) { $0 == .literal || $0 == .condition }, WordList(anyCase: true) { $0 == .object },
      WordList { $0 == .set }, WordList(anyCase: true) { $0 == .call }, WordList(anyCase: true) { $0 == .index },
      WordList(["first"] + Keyword.words { $0 == .cardinality }.map(\.spelling)),
      // The words that cannot follow a cardinality, and those that can follow a sort key.
      WordList(["only"] + clauses), WordList(["nulls"] + clauses),
      // The clauses without a rule of their own.
      WordList(clauses.filter { $0 != "group" && $0 != "sort" }),
      WordList(TypeNames.builtIn.keys.sorted()),
    ]
  }()

  /// Replaces each list of words in a text.
  private static func replaced(_ text: String, separator: String, lowercase: Bool) throws -> String {
    var text = text
    for list in lists {
      let words = list.words.map { lowercase && list.isAnyCase ? $0.lowercased() : $0 }
      let quoted = NSRegularExpression.escapedPattern(for: separator)
      let expression = try NSRegularExpression(
        pattern: "(?<=[(:])\(words.prefix(3).joined(separator: quoted))(?:\(quoted)[A-Za-z0-9-]+)*(?=\\\\?\\))")
      let whole = NSRange(text.startIndex..., in: text)
      #expect(expression.numberOfMatches(in: text, range: whole) > 0, "no list of \(words[0]) and \(words[1])")
      text = expression.stringByReplacingMatches(
        in: text, range: whole,
        withTemplate: NSRegularExpression.escapedTemplate(for: words.joined(separator: separator)))
    }
    return text
  }

  @Test(arguments: [
    ("Grammar/textmate/cdq.tmLanguage.json", "|", false), ("Grammar/vim/syntax/cdq.vim", "\\|", true),
  ]) func `The words of a grammar are those of the table`(path: String, separator: String, lowercase: Bool) throws {
    let text = try String(contentsOf: Repository.url(path), encoding: .utf8)
    try compare(text, Self.replaced(text, separator: separator, lowercase: lowercase), path)
  }

  @Test func `The words that Tree-sitter colours are those of the table`() throws {
    let path = "Grammar/tree-sitter-cdq/queries/highlights.scm"
    let text = try String(contentsOf: Repository.url(path), encoding: .utf8)
    func line(_ words: [String]) -> String {
      "[" + words.map { "\"\($0)\"" }.joined(separator: " ") + "] @keyword"
    }
    // The words of clauses are nodes of their own.
    let modifiers = Keyword.words { $0 == .modifier }.filter { $0 != .by }
    let written = [
      "\"schema\"": line(Keyword.words { $0 == .declaration }.map(\.spelling)),
      "\"at\"": line(["at", "scope", "using"] + modifiers.map(\.spelling)),
    ]
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      written.first { line.hasPrefix("[\($0.key)") }?.value ?? String(line)
    }
    #expect(written.values.allSatisfy(lines.contains))
    try compare(text, lines.joined(separator: "\n"), path)
  }

  private func compare(_ found: String, _ expected: String, _ path: String) throws {
    if ProcessInfo.processInfo.environment["UPDATE_EXPECT"] != nil {
      try expected.write(to: Repository.url(path), atomically: true, encoding: .utf8)
    } else {
      #expect(found == expected, "\(path) lacks words of the table")
    }
  }
}
