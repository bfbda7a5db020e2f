import CDQIR
import CDQSyntax
import CDQTerminal

/// The colours of a text while the user types it. They come from its tokens, so that they are the same in a text that is not
/// finished.
struct Highlighter {
  let schema: Schema

  /// The greatest number of bytes of a text that is coloured.
  private static let limit = 20_000

  func spans(_ text: String) -> [StyledSpan] {
    guard text.utf8.count <= Highlighter.limit else { return [] }
    var spans: [StyledSpan] = []
    var start = 0
    if StatementReader.isDirective(text), let parsed = ReplDirective.parse(text[...]) {
      let head = text.prefix { $0.isWhitespace }.utf8.count
      start = min(head + 1 + parsed.word.utf8.count, text.utf8.count)
      if parsed.directive != nil { spans.append(StyledSpan(range: head..<start, style: .cyan)) }
      guard parsed.directive?.argument == .query || parsed.directive?.argument == .chart else { return spans }
    }
    let source = SourceText(name: "", utf8: Array(text.utf8.dropFirst(start)))
    let lexed = Lexer.lex(source)
    var previous = TokenKind.endOfText
    for token in lexed.tokens {
      if let style = style(token, after: previous, source) {
        spans.append(StyledSpan(range: (start + Int(token.start))..<(start + Int(token.end)), style: style))
      }
      previous = token.kind
    }
    for piece in lexed.trivia {
      switch piece.kind {
      case .lineComment, .documentation, .blockComment:
        spans.append(StyledSpan(range: (start + Int(piece.start))..<(start + Int(piece.end)), style: .dim))
      case .byteOrderMark, .whitespace, .unexpected: break
      }
    }
    return spans.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func style(_ token: Token, after previous: TokenKind, _ source: SourceText) -> TextStyle? {
    switch token.kind {
    case .word:
      if previous == .dot { return nil }
      if schema.hasEntity(named: source.text(token.span)) { return .blue }
      guard token.keyword != .none else { return nil }
      return token.keyword.wordClass != .cdq || token.flags.contains(.lowercase) ? .magenta : nil
    case .atWord, .doubleAtWord: return .cyan
    case .variable, .argument: return .yellow
    case .number: return .cyan
    case .string: return .green
    default: return nil
    }
  }
}
