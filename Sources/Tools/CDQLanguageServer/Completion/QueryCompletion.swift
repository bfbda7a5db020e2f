package import CDQIR
import CDQSemantics
package import CDQSyntax

/// The completions at a place in a query or predicate: the REPL, the shell and the language server offer the same.
package struct QueryCompletion {
  /// The text to be replaced: the part of a word before the cursor.
  package var replaced: SourceSpan
  /// The choices, those that fit best first.
  package var items: [CompletionItem]

  /// The completions at the end of a line that is a query, or a predicate about an entity.
  ///
  /// - Parameter parameters: names of parameters that have a value already.
  package static func atEnd(
    of text: String, schema: Schema, entity: String?, parameters: [String] = []
  ) -> QueryCompletion {
    let source = SourceText(name: "", text)
    let lexed = Lexer.lex(source)
    let end = UInt32(truncatingIfNeeded: source.utf8.count)
    guard let place = TokenPlace(at: end, lexed, source) else {
      return QueryCompletion(replaced: SourceSpan(at: end), items: [])
    }
    let tokens = lexed.tokens[..<place.index]
    let names = tokens.prefix(2).contains { schema.hasEntity(named: source.text($0.span)) }
    func items(_ entity: String?) -> [CompletionItem] {
      let expectations = Parser.expectations(
        after: tokens, end: place.word.start, in: source, as: entity == nil ? .query : .predicate)
      var choices = CompletionChoices(expectations, schema, entity: entity, parameters: parameters)
      choices.collect(first: source.utf8.dropFirst(Int(place.word.start)).first)
      return choices.items
    }
    // A line can begin with a query as well.
    return QueryCompletion(
      replaced: place.word, items: items(names ? nil : entity) + (tokens.isEmpty && entity != nil ? items(nil) : []))
  }

  init(replaced: SourceSpan, items: [CompletionItem]) {
    self.replaced = replaced
    self.items = items
  }
}

/// The place of the cursor among the tokens of a text.
struct TokenPlace {
  /// The index of the first token that does not end before the cursor's word.
  var index: Int
  /// The part of a word before the cursor.
  var word: SourceSpan

  /// nil inside a comment or a string.
  init?(at offset: UInt32, _ lexed: LexedText, _ source: SourceText) {
    var low = 0
    var high = lexed.tokens.count - 1
    while low < high {
      let middle = (low + high) / 2
      if lexed.tokens[middle].end < offset { low = middle + 1 } else { high = middle }
    }
    for piece in lexed.trivia.reversed() where piece.start < offset {
      switch piece.kind {
      case .lineComment, .documentation: if offset <= piece.end { return nil }
      case .blockComment: if offset < piece.end || !source.utf8.prefix(Int(piece.end)).hasSuffix("*/") { return nil }
      case .byteOrderMark, .whitespace, .unexpected: break
      }
      break
    }
    let token = lexed.tokens[low]
    index = low
    word = SourceSpan(at: offset)
    guard token.start < offset, offset <= token.end else {
      // A sign alone is no token, but begins the name of a parameter or of an operator on collections.
      if offset > 0, let sign = source.utf8.dropFirst(Int(offset) - 1).first, sign == 0x24 || sign == 0x40 {
        word = SourceSpan(offset - 1, offset)
      }
      return
    }
    switch token.kind {
    case .word, .escapedWord, .atWord, .doubleAtWord, .variable: word = SourceSpan(token.start, offset)
    case .string:
      let isClosed = token.length > 1 && !token.flags.contains(.malformed)
      if offset < token.end || !isClosed { return nil }
      index = low + 1
    case .number: return nil
    default: index = low + 1
    }
  }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  fileprivate func hasSuffix(_ text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
