extension Parser {
  // MARK: Looking

  /// The token at an absolute index; the `endOfText` token for indexes past the end.
  func token(_ position: Int) -> Token {
    position < tokens.count ? tokens[position] : tokens[tokens.count - 1]
  }

  /// The token `distance` tokens after the current one.
  func peek(_ distance: Int = 1) -> Token { token(index + distance) }

  func at(_ kind: TokenKind) -> Bool { state.current.kind == kind }

  /// Whether the current token is a word of NSPredicate, in upper or lower case.
  func atWord(_ keyword: Keyword) -> Bool { state.current.keyword == keyword }

  /// Whether the current token is a word that cdq adds, which must be lower case.
  func atLowercase(_ keyword: Keyword) -> Bool {
    state.current.keyword == keyword && state.current.flags.contains(.lowercase)
  }

  /// End offset of the token before the current one.
  var previousEnd: UInt32 { index > 0 ? tokens[index - 1].end : 0 }

  /// The span from `start` to the end of the last consumed token.
  func span(from start: UInt32) -> SourceSpan { SourceSpan(start, max(start, previousEnd)) }

  /// The name that a token spells, without its `#`, `@`, `@@` or `$`.
  func identifier(_ token: Token) -> Identifier {
    let isEscaped = token.kind == .escapedWord || token.kind == .atWord || token.kind == .variable
    let skipped: UInt32 = token.kind == .doubleAtWord ? 2 : isEscaped ? 1 : 0
    return Identifier(source.text(SourceSpan(token.start + skipped, token.end)), token.span)
  }

  /// True when there is nothing between two tokens.
  func touches(_ left: Token, _ right: Token) -> Bool { left.end == right.start }

  // MARK: Consuming

  mutating func advance() {
    state.move(to: state.index + 1)
  }

  mutating func consume(if kind: TokenKind) -> Bool {
    guard state.current.kind == kind else { return false }
    advance()
    return true
  }

  mutating func consume(ifLowercase keyword: Keyword) -> Bool {
    guard atLowercase(keyword) else { return false }
    advance()
    return true
  }

  /// Consumes a word that cdq adds where no property can stand, and reports one that is not in lower case.
  mutating func consume(anyCase keyword: Keyword) -> Bool {
    guard atWord(keyword) else { return false }
    if !atLowercase(keyword) { emitHere(.wordCase(source.text(current.span), replacement: keyword.spelling)) }
    advance()
    return true
  }

  /// Consumes a word as a name, even if it spells a keyword, escaped or not; nil at other tokens.
  mutating func parseAnyName() -> Identifier? {
    guard current.kind.isWord else { return nil }
    let name = identifier(current)
    advance()
    return name
  }

  /// Consumes a token of the kind, or reports an error that says what was expected.
  @discardableResult
  mutating func expect(_ kind: TokenKind, _ what: String) -> Bool {
    if consume(if: kind) { return true }
    emitHere(.unexpected(found: describe(current), expected: what))
    return false
  }

  // MARK: Nesting

  /// The number of levels that a construct counts against the nesting limit: roughly the stack that the stages after
  /// the parser take for it.
  enum Weight: Int {
    case bracket = 1
    /// An index, a list in braces or a TERNARY.
    case compound = 2
    case subquery = 3
    /// The braces of a shape, each of which becomes a query.
    case shape = 8
  }

  /// Counts a level of nesting. False when the limit is exceeded; the rest of the declaration is then skipped.
  mutating func enter(_ weight: Weight = .bracket) -> Bool {
    if nesting + weight.rawValue > options.limits.nesting {
      abort(at: current.span)
      return false
    }
    nesting += weight.rawValue
    return true
  }

  mutating func leave(_ weight: Weight = .bracket) { nesting -= weight.rawValue }

  /// Counts the levels of `count` prefix operators, the first of which is the token at `first`.
  mutating func enter(_ count: Int, from first: Int) -> Bool {
    let room = options.limits.nesting - nesting
    if count > room {
      abort(at: tokens[first + max(0, room)].span)
      return false
    }
    nesting += count
    return true
  }

  /// Reports that a limit is exceeded, the nesting limit by default, and skips to the next declaration.
  mutating func abort(_ error: SyntaxError? = nil, at span: SourceSpan) {
    guard !isAborted else { return }
    emit(error ?? .nestingLimit(options.limits.nesting), at: span)
    isAborted = true
    guard context == .document else {
      index = tokens.count - 1
      return
    }
    while !at(.endOfText), !startsDeclaration(index) { advance() }
  }

  /// Counts a node of the tree. False when the limit is exceeded; the rest of the declaration is then skipped.
  mutating func countNode() -> Bool {
    state.nodes += 1
    if state.nodes <= options.limits.nodes { return true }
    abort(.tooManyNodes(options.limits.nodes), at: current.span)
    return false
  }

  /// Returns the operand, or an invalid one with an error when its tree is too high.
  mutating func bounded(_ operand: ParsedOperand) -> ParsedOperand {
    guard Int(operand.height) > maximumHeight else { return operand }
    abort(at: operand.span)
    return .invalid(operand.span)
  }

  // MARK: Reporting

  /// Reports an error at a given place.
  mutating func emit(_ error: SyntaxError, at span: SourceSpan) {
    guard !isAborted else { return }
    state.bag.add(error.diagnostic(file: source.name, at: span, query: queryName))
  }

  /// Reports that the current token is wrong here. Each token gets at most one error, and text that the lexer has
  /// reported gets none.
  ///
  /// An error about something missing at the end of a line is placed there, not at the first word of the next line; an
  /// error about a superfluous token (`isSurplus`) is placed at the token.
  mutating func emitHere(_ error: SyntaxError, isSurplus: Bool = false) {
    settle()
    guard lastErrorIndex != index else { return }
    lastErrorIndex = index
    let token = current
    guard !token.flags.contains(.afterUnexpected) else { return }
    let isBehind = token.kind == .endOfText || (!isSurplus && token.flags.contains(.startsLine) && index > 0)
    emit(error, at: isBehind ? SourceSpan(at: previousEnd) : token.span)
  }

  /// The name of a token in messages.
  func describe(_ token: Token) -> String {
    switch token.kind {
    case .endOfText: return "the end of the text"
    case .string: return "a string"
    default:
      let text = source.text(token.span)
      return "'\(text.count > 40 ? text.prefix(39) + "…" : text[...])'"
    }
  }

  /// Reports tokens after a complete text.
  mutating func expectEnd() {
    guard !at(.endOfText) else { return }
    emitHere(.unexpected(found: describe(current), expected: "the end of the text"), isSurplus: true)
  }
}
