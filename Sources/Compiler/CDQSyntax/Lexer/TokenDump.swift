/// Lists the tokens of a text, one a line: position, kind, text. Comments are listed too, whitespace is not. This is
/// the output of `cdq dump --stage tokens`.
package func dumpTokens(_ source: SourceText, options: ParseOptions = ParseOptions()) -> String {
  let lexed = Lexer.lex(source, options: options)
  var pieces: [(start: UInt32, text: String)] = []
  for token in lexed.tokens {
    let isBroken = token.flags.contains(.malformed)
    let text = token.kind == .endOfText ? "" : " \(source.text(token.span))"
    let keyword = token.keyword == .none ? "" : " (\(token.keyword.spelling))"
    pieces.append((token.start, "\(token.kind.name)\(isBroken ? " malformed" : "")\(text)\(keyword)"))
  }
  for piece in lexed.trivia where piece.kind != .whitespace {
    let text = source.text(piece.span)
    let shown = text.split(whereSeparator: \.isNewline).joined(separator: "\\n")
    pieces.append((piece.start, "\(piece.kind.name) \(shown)"))
  }
  pieces.sort { $0.start < $1.start }
  return pieces.map { piece in
    let position = source.position(at: piece.start)
    return "\(position.line):\(position.column) \(piece.text)\n"
  }.joined()
}
