extension Parser {
  /// Reports a token that cannot follow a complete operand.
  mutating func reportAfterOperand() {
    let token = current
    let previous = index > 0 ? tokens[index - 1] : token
    switch token.kind {
    case .rightParenthesis, .rightBracket, .rightBrace:
      emitHere(.unmatchedBracket(source.text(token.span)), isSurplus: true)
      advance()
      return
    case .word where previous.kind == .string && touches(previous, token):
      emitHere(
        .wordAfterString(quote: source.text(SourceSpan(previous.start, previous.start + 1)), at: previous.end - 1),
        isSurplus: true)
      advance()
      return
    case .string where previous.kind == .word:
      emitHere(.unexpected(found: describe(token), expected: expectedAfterOperand), isSurplus: true)
      return
    case .question:
      emitHere(.strayQuestion, isSurplus: true)
      return
    case .comma where previous.kind == .number && touches(previous, token) && isNumber(touching: token):
      var groups = [source.text(previous.span)]
      while at(.comma), isNumber(touching: current), touches(tokens[index - 1], current) {
        groups.append(source.text(peek().span))
        advance()
        advance()
      }
      emit(.digitsWithComma(groups), at: SourceSpan(previous.start, previousEnd))
      return
    case .comma:
      emitHere(.commaBetweenConditions, isSurplus: true)
      return
    case .leftParenthesis where previous.kind.isWord:
      emitHere(.unexpected(found: describe(token), expected: expectedAfterOperand), isSurplus: true)
      return
    case .word:
      if context == .predicate, let guess = clauseGuess(index) {
        emitHere(.clauseInPredicate(source.text(token.span), guess.clause), isSurplus: true)
        advance()
        return
      }
      if context != .predicate, openBrackets == 0, let help = foreignClauseHelp() {
        emitHere(.foreignClause(source.text(token.span), help: help), isSurplus: true)
        return
      }
    default:
      break
    }
    emitHere(.unexpected(found: describe(token), expected: expectedAfterOperand), isSurplus: true)
  }

  private func isNumber(touching comma: Token) -> Bool { peek().kind == .number && touches(comma, peek()) }

  private var expectedAfterOperand: String {
    if openBrackets > 0 { return "AND, OR or a closing bracket" }
    return context == .predicate ? "AND, OR or the end of the text" : "AND, OR or a clause"
  }
}
