extension Parser {
  // MARK: Looking

  /// The token at an absolute index; beyond the last one the end of the text.
  func token(_ position: Int) -> Token {
    position < tokens.count ? tokens[position] : tokens[tokens.count - 1]
  }

  /// The token `distance` behind the current one.
  func peek(_ distance: Int = 1) -> Token { token(index + distance) }

  func at(_ kind: TokenKind) -> Bool { state.current.kind == kind }

  /// At a word of NSPredicate, in any case.
  func atWord(_ keyword: Keyword) -> Bool { state.current.keyword == keyword }

  /// At a word that cdq adds, which is lower case.
  func atLowercase(_ keyword: Keyword) -> Bool {
    state.current.keyword == keyword && state.current.flags.contains(.lowercase)
  }

  /// End of the token before the current one.
  var previousEnd: UInt32 { index > 0 ? tokens[index - 1].end : 0 }

  /// From a start to the end of the last consumed token.
  func span(from start: UInt32) -> SourceSpan { SourceSpan(start, max(start, previousEnd)) }

  /// The name that a word spells; `#` is no part of it.
  func identifier(_ token: Token) -> Identifier {
    let isEscaped = token.kind == .escapedWord || token.kind == .atWord || token.kind == .variable
    let skipped: UInt32 = token.kind == .doubleAtWord ? 2 : isEscaped ? 1 : 0
    return Identifier(source.text(SourceSpan(token.start + skipped, token.end)), token.span)
  }

  /// True when no character stands between the two tokens.
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

  /// A word in any spelling, for places where every word is a name.
  mutating func parseAnyName() -> Identifier? {
    guard current.kind.isWord else { return nil }
    let name = identifier(current)
    advance()
    return name
  }

  /// The token `kind`, or an error that says what was expected.
  @discardableResult
  mutating func expect(_ kind: TokenKind, _ what: String) -> Bool {
    if consume(if: kind) { return true }
    emitHere(.unexpected(found: describe(current), expected: what))
    return false
  }

  // MARK: Nesting

  /// What a construct counts as against the nesting limit: about the stack that it takes behind the parser.
  enum Weight: Int {
    case bracket = 1
    /// An index, a list in braces or a TERNARY.
    case compound = 2
    case subquery = 3
  }

  /// Counts a level of nesting; false when there are too many, and then the rest is skipped.
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

  /// Reports that a limit is reached, the nesting limit unless said, and skips to the next declaration.
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

  /// Counts the node of the tree that starts here; false when there are too many, and then the rest is skipped.
  mutating func countNode() -> Bool {
    state.nodes += 1
    if state.nodes <= options.limits.nodes { return true }
    abort(.tooManyNodes(options.limits.nodes), at: current.span)
    return false
  }

  /// The operand, or an invalid one when its tree is too high.
  mutating func bounded(_ operand: Operand) -> Operand {
    guard Int(operand.height) > maximumHeight else { return operand }
    abort(at: operand.span)
    return .invalid(operand.span)
  }

  // MARK: Reporting

  /// Reports an error at a place of its own.
  mutating func emit(_ error: SyntaxError, at span: SourceSpan) {
    guard !isAborted else { return }
    state.bag.add(error.diagnostic(file: source.name, at: span, query: queryName))
  }

  /// Reports that the current token does not fit. One token is one error, and text that the lexer has refused is not
  /// refused again.
  ///
  /// What is missing at the end of a line is reported there, not at the next line's first word; what is too much
  /// (`isSurplus`) is reported where it stands.
  mutating func emitHere(_ error: SyntaxError, isSurplus: Bool = false) {
    guard lastErrorIndex != index else { return }
    lastErrorIndex = index
    let token = current
    guard !token.flags.contains(.afterUnexpected) else { return }
    let isBehind = token.kind == .endOfText || (!isSurplus && token.flags.contains(.startsLine) && index > 0)
    emit(error, at: isBehind ? SourceSpan(at: previousEnd) : token.span)
  }

  /// How a message names a token.
  func describe(_ token: Token) -> String {
    switch token.kind {
    case .endOfText: return "the end of the text"
    case .string: return "a string"
    default:
      let text = source.text(token.span)
      return "'\(text.count > 40 ? text.prefix(39) + "…" : text[...])'"
    }
  }

  /// Reports what stands behind a complete text.
  mutating func expectEnd() {
    guard !at(.endOfText) else { return }
    emitHere(.unexpected(found: describe(current), expected: "the end of the text"), isSurplus: true)
  }
}
