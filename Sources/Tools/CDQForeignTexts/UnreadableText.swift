import CDQIR
import CDQKit
import CDQSyntax

/// A text that names no entity where a query does, and that no condition could be: `help`, `bob`, a filter of jq.
struct UnreadableText {
  private let source: SourceText
  private let vocabulary: TextVocabulary
  private let words: [String]

  init(_ source: SourceText, _ tokens: [Token], _ vocabulary: TextVocabulary) {
    (self.source, self.vocabulary) = (source, vocabulary)
    words = tokens.filter { $0.kind == .word }.map { source.text($0.span) }
  }

  /// nil for a text about which the parser knows more.
  init?(_ source: SourceText, _ tokens: [Token], _ vocabulary: TextVocabulary, _ parsed: ParseResult<Pipeline.Tree>) {
    guard let schema = vocabulary.schema, vocabulary.entity == nil, case .predicate = parsed.tree, tokens.count <= 200
    else {
      return nil
    }
    self.init(source, tokens, vocabulary)
    guard !words.isEmpty else { return nil }
    let names = Set(schema.entities.flatMap { schema.allProperties(of: $0.name).map { $0.name.lowercased() } })
    // The parser says what is wrong with a condition, unless it finds one mistake after the other.
    let isCondition = words.contains { names.contains($0.lowercased()) }
    if isCondition, parsed.diagnostics.count(where: { $0.severity == .error }) < 2 { return nil }
    // A comparison without errors is one, whatever it is about.
    if !parsed.hasErrors, tokens.count > 2 { return nil }
  }

  func diagnostic(_ span: SourceSpan) -> Diagnostic {
    let entity = words.lazy.compactMap { word in vocabulary.entities.first { SchemaWords.isNumber(word, of: $0) } }
      .first
    var help: [String] = []
    if words.contains(where: { ["help", "usage"].contains($0.lowercased()) }) {
      help.append("'cdq eval --help' lists the options")
    }
    if let entity {
      help.append(vocabulary.properties(of: entity))
    } else {
      let names = vocabulary.entities
      help.append(
        "entities: \(names.prefix(8).joined(separator: ", "))\(names.count > 8 ? " (+\(names.count - 8))" : "")")
    }
    let isWord = words.count == 1 && source.text(span) == words[0]
    return Diagnostic(
      .error, DiagnosticCode(SyntaxCode.foreignSyntax), stage: .parse,
      isWord
        ? "'\(words[0])' is no entity, and a query starts with one"
        : "this is no query: a query starts with its entity",
      file: source.name, at: span,
      help: help + ["a query: \(entity.map { vocabulary.example(of: $0) } ?? vocabulary.example)"])
  }
}
