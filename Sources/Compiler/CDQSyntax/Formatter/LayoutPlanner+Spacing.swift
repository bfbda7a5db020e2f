/// The number of spaces between tokens on a line.
extension LayoutPlanner {
  /// True for the opening parenthesis of a call, a parameter list or the arguments of an annotation.
  func isCall(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    switch roles.tokens[index - 1].kind {
    case .word:
      let keyword = roles.keyword(index - 1)
      return roles.has(index - 1, .name) || keyword == .subquery || keyword == .ternary
    case .escapedWord, .atWord, .doubleAtWord: return true
    case .colon: return roles.has(index - 1, .selectorPart)
    default: return false
    }
  }

  func spaces(before index: Int) -> Int {
    guard index > 0 else { return 0 }
    let token = roles.tokens[index].kind
    let previous = roles.tokens[index - 1].kind
    if roles.has(index, .selectorPart) { return 0 }
    switch token {
    case .comma, .rightParenthesis, .rightBracket, .colon, .question: return 0
    case .rightBrace: return closesAggregate(index) || previous == .leftBrace ? 0 : 1
    case .leftParenthesis: if isCall(index) { return 0 }
    case .leftBracket: return spacesBeforeBracket(index)
    case .dot:
      if roles.has(index, .enumCaseDot) { break }
      // `5 .x` and `5.x` are different tokens.
      return previous == .number ? 1 : 0
    case .ellipsis: return previous == .number && roles.texts[index - 1].hasSuffix(".") ? 1 : 0
    default: break
    }
    return spacesBehind(previous, index - 1)
  }

  private func spacesBehind(_ kind: TokenKind, _ index: Int) -> Int {
    switch kind {
    case .leftParenthesis, .leftBracket, .dot, .ellipsis: 0
    case .leftBrace: roles.has(index, .aggregate) ? 0 : 1
    case .minus, .tilde: roles.has(index, .prefixOperator) ? 0 : 1
    default: 1
    }
  }

  private func spacesBeforeBracket(_ index: Int) -> Int {
    if roles.has(index, .sortOptions) { return 1 }
    switch roles.tokens[index - 1].kind {
    case .colon: return 1
    case .word where roles.keyword(index - 1) == .ordered: return 1
    default: return 0
    }
  }

  private func closesAggregate(_ index: Int) -> Bool {
    guard let level = levels.last else { return false }
    if case .aggregate = level.kind { return true }
    return false
  }
}
