import CDQIR
import CDQSyntax

/// The completions at a place in a `.cdq` file.
struct DocumentCompletion {
  let source: SourceText
  let tokens: [Token]
  let schema: Schema
  /// The names of the mappings of the target.
  let mappings: [String]

  /// nil where nothing can be completed: in comments and strings.
  func completion(at offset: UInt32, _ lexed: LexedText) -> QueryCompletion? {
    guard let place = TokenPlace(at: offset, lexed, source) else { return nil }
    let start = declarationStart(before: place.index)
    let expectations = Parser.expectations(
      after: tokens[start..<place.index], end: place.word.start, in: source, as: .document)
    var choices = CompletionChoices(expectations, schema, entity: nil, mappings: mappings)
    choices.collect(first: source.utf8.dropFirst(Int(place.word.start)).first)
    var result = QueryCompletion(replaced: place.word, items: choices.items)
    // A word that begins a line can begin a declaration.
    if place.index == start || startsLine(place), expectations.places.contains(where: { $0.kind == .declaration }) {
      result.items += DeclarationChoices.declarations
    }
    return result
  }

  private func startsLine(_ place: TokenPlace) -> Bool {
    let line = source.lineSpan(source.line(at: place.word.start))
    return source.utf8[Int(line.start)..<Int(place.word.start)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// The index of the token that begins the declaration around a place, so that the parser reads no more than that.
  private func declarationStart(before index: Int) -> Int {
    var position = min(index, tokens.count) - 1
    while position >= 0 {
      let token = tokens[position]
      if token.flags.contains(.startsLine), token.kind == .word, token.flags.contains(.lowercase),
        token.keyword.role == .declaration, position + 1 < tokens.count,
        tokens[position + 1].kind.isWord || position + 1 >= index
      {
        return position
      }
      position -= 1
    }
    return 0
  }
}
