extension Parser {
  /// True where a declaration of a file starts, such as `query name =` or `entity Name {`, even in the middle of an
  /// operand.
  func startsDeclaration(_ position: Int) -> Bool {
    guard context == .document else { return false }
    let word = token(position)
    guard word.kind == .word, word.flags.contains(.lowercase) else { return false }
    let next = token(position + 1)
    let second = token(position + 2).kind
    switch word.keyword {
    case .query:
      return next.kind.isWord && (second == .equal || second == .leftParenthesis)
    case .entity, .enumWord:
      guard next.kind.isWord else { return false }
      return second == .leftBrace
        || (second == .colon && token(position + 3).kind.isWord && token(position + 4).kind == .leftBrace)
    case .abstract:
      return next.keyword == .entity && token(position + 2).kind.isWord
    case .mapping:
      guard next.kind.isWord, second == .colon, token(position + 3).kind.isWord else { return false }
      return startsMappingHeader(position + 4)
    case .schema:
      return next.kind == .string
    default:
      return false
    }
  }

  /// True when the tokens after `mapping Name: Entity` belong to a mapping. In an entity, a property named `mapping`
  /// could be followed by the next property.
  private func startsMappingHeader(_ position: Int) -> Bool {
    if token(position).kind == .leftBrace { return true }
    guard token(position).kind == .word, token(position + 1).kind != .colon else { return false }
    return ["at", "where", "scope"].contains(source.text(token(position).span))
  }

  /// True where a declaration starts after a complete construct: `query` with a word is enough, since no word can
  /// follow there. At the start of a line a misspelt keyword counts too.
  func atDeclarationWord() -> Bool {
    guard context == .document, at(.word) else { return false }
    let word = current
    if word.flags.contains(.lowercase) {
      switch word.keyword {
      case .query:
        if peek().kind.isWord || (word.flags.contains(.startsLine) && peek().kind == .equal) { return true }
      case .entity, .enumWord, .abstract:
        if peek().kind.isWord || startsDeclaration(index) { return true }
      case .mapping:
        if peek().kind.isWord && peek(2).kind == .colon { return true }
      case .schema:
        if peek().kind == .string { return true }
      default: break
      }
    }
    guard word.flags.contains(.startsLine), !word.keyword.isReserved, clause(of: word) == nil else { return false }
    return meantDeclaration(index) != .none
  }

  /// True where a complete predicate may end.
  func atPredicateEnd() -> Bool {
    switch current.kind {
    case .endOfText: true
    case .rightParenthesis, .rightBracket, .rightBrace, .comma: openBrackets > 0
    case .word: atClause() || atDeclarationWord() || atMappingMember() || atMappingHeaderEnd()
    case .leftBrace: atMappingHeaderEnd()
    case .escapedWord, .atWord: atMappingMember()
    default: false
    }
  }

  /// Whether the current token is the keyword of a clause.
  func atClause() -> Bool {
    context != .predicate && current.flags.contains(.lowercase) && clause(of: current) != nil
  }

  /// The clause that a word starts here; nil where it is a name, as `set` is outside of an `update`.
  func clause(of word: Token) -> Clause? {
    word.keyword == .set && !state.isUpdate ? nil : word.keyword.clause
  }

  func atConnective() -> Bool {
    switch current.kind {
    case .doubleAmpersand, .doubleBar: true
    case .word: current.keyword == .and || current.keyword == .or
    default: false
    }
  }

  /// Skips text that cannot be parsed, up to a token where parsing can resume: a connective, the closing bracket of a
  /// caller, a clause, a declaration or the end. Text in brackets is skipped as a whole.
  mutating func skipToConnective() {
    var depth = 0
    while !at(.endOfText), !startsDeclaration(index) {
      switch current.kind {
      case .leftParenthesis, .leftBracket, .leftBrace:
        if depth == 0, atMappingHeaderEnd() { return }
        depth += 1
      case .rightParenthesis, .rightBracket, .rightBrace:
        if depth == 0, openBrackets > 0 { return }
        depth = max(0, depth - 1)
      case .comma:
        if depth == 0, openBrackets > 0 { return }
      case .word, .doubleAmpersand, .doubleBar:
        if depth == 0, atConnective() || atPredicateEnd() { return }
      case .escapedWord, .atWord:
        if depth == 0, atMappingMember() { return }
      default:
        break
      }
      advance()
    }
  }

  /// Skips to the closing bracket of an opener that has been consumed, and consumes the closing bracket.
  mutating func skipBrackets() {
    var depth = 1
    while depth > 0, !at(.endOfText), !startsDeclaration(index) {
      switch current.kind {
      case .leftParenthesis, .leftBracket, .leftBrace: depth += 1
      case .rightParenthesis, .rightBracket, .rightBrace: depth -= 1
      default: break
      }
      advance()
    }
  }

  /// Consumes the closing bracket of `opener`, or reports why it is missing and returns false.
  @discardableResult
  mutating func close(_ kind: TokenKind, opener: Token) -> Bool {
    openBrackets -= 1
    if consume(if: kind) { return true }
    settle()
    reportUnclosed(kind, opener: opener)
    return false
  }

  private mutating func reportUnclosed(_ kind: TokenKind, opener: Token) {
    let open = source.text(opener.span)
    let closing = kind == .rightParenthesis ? ")" : kind == .rightBracket ? "]" : "}"
    switch current.kind {
    case .rightParenthesis, .rightBracket, .rightBrace:
      emitHere(.mismatchedBracket(found: source.text(current.span), expected: closing, opener: opener.span))
      // A bracket that closes a caller's opener is kept: the caller would report it again. Others are consumed.
      if openBrackets == 0 { advance() }
      return
    default:
      guard lastErrorIndex != index, !current.flags.contains(.afterUnexpected) else { break }
      if at(.endOfText) || atClause() || atDeclarationWord() {
        lastErrorIndex = index
        emit(.unclosedBracket(open, closing: closing, at: placesForClosing(opener)), at: opener.span)
      } else {
        emitHere(.unexpected(found: describe(current), expected: "'\(closing)'"))
      }
    }
    // Text between here and the bracket belongs to the mistake.
    if !atPredicateEnd() || at(.comma) { skipToClosing(kind) }
  }

  /// The places where the bracket of an opener may have been meant to close: in front of the AND that binds more than an OR
  /// before it, where parentheses change the meaning, and here, where those of a whole condition change nothing.
  private func placesForClosing(_ opener: Token) -> [UInt32] {
    guard opener.kind == .leftParenthesis, let start = tokens[..<index].lastIndex(where: { $0.start == opener.start }),
      index - start < 200
    else { return [previousEnd] }
    var (depth, hasOr) = (0, false)
    for position in (start + 1)..<index {
      switch tokens[position].kind {
      case .leftParenthesis, .leftBrace, .leftBracket: depth += 1
      case .rightParenthesis, .rightBrace, .rightBracket: depth -= 1
      default: break
      }
      guard depth == 0 else { continue }
      if tokens[position].keyword == .or { hasOr = true }
      if tokens[position].keyword == .and, hasOr { return [tokens[position - 1].end, previousEnd] }
    }
    return [previousEnd]
  }

  private mutating func skipToClosing(_ kind: TokenKind) {
    var depth = 0
    while !at(.endOfText), !atClause(), !atDeclarationWord(), !startsDeclaration(index) {
      switch current.kind {
      case .leftParenthesis, .leftBracket, .leftBrace:
        depth += 1
      case .rightParenthesis, .rightBracket, .rightBrace:
        if depth == 0 {
          if at(kind) { advance() }
          return
        }
        depth -= 1
      default:
        break
      }
      advance()
    }
  }
}
