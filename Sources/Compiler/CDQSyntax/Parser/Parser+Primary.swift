extension Parser {
  /// `postfix` = primary { "." component | index } ;
  mutating func parsePostfix() -> ParsedOperand {
    let primary = parsePrimary()
    guard at(.dot) || at(.leftBracket) || at(.question) else { return primary }
    return parsePathTail(primary)
  }

  /// `primary` = literal | pathStart | variable | argument | aggregate | parenthesized | enumCase
  ///   | call | selectorCall | subquery | ternary | "ANYKEY" | "TRUEPREDICATE" | "FALSEPREDICATE" ;
  mutating func parsePrimary() -> ParsedOperand {
    guard countNode() else { return .invalid(SourceSpan(at: previousEnd)) }
    return switch current.kind {
    case .word: parseWord()
    case .escapedWord: parseName()
    case .variable: parseVariableOperand()
    case .number, .string: parseLiteral()
    case .leftParenthesis: parseParenthesized()
    case .leftBrace: parseAggregate()
    case .atWord: parseCollectionOperator()
    case .argument: parseArgument()
    case .dot: parseEnumCase()
    default: parseMissingValue()
    }
  }

  /// Reads a word as a literal, a keyword of this place, or the name of a property or function.
  private mutating func parseWord() -> ParsedOperand {
    let keyword = current.keyword
    if keyword == .none { return parseName() }
    if keyword.isReserved { return parseReservedWord() }
    if peek().kind == .leftParenthesis {
      if keyword == .subquery { return parseSubquery() }
      if keyword == .ternary { return parseTernary() }
    }
    return parseName()
  }

  /// Parses a call when `(` or a selector follows the name, else the first component of a path.
  private mutating func parseName() -> ParsedOperand {
    if startsDeclaration(index) { return parseMissingValue() }
    let word = current
    if peek().kind == .leftParenthesis { return parseCall() }
    if peek().kind == .colon, touches(word, peek()), let parts = selectorLength() { return parseSelectorCall(parts) }
    return parsePathStart()
  }

  /// `pathStart` = identifier | "SELF" | "@" word ;
  private mutating func parsePathStart() -> ParsedOperand {
    let name = identifier(current)
    advance()
    return ParsedOperand(
      ExpressionNode.path(PathNode(base: .implicit, components: [.property(name)], span: name.span)), name.span)
  }

  private mutating func parseReservedWord() -> ParsedOperand {
    let span = current.span
    let kind: LiteralNode.Kind
    switch current.keyword {
    case .null, .nilWord: kind = .null
    case .trueWord, .yes: kind = .boolean(true)
    case .falseWord, .no: kind = .boolean(false)
    case .selfWord:
      advance()
      return ParsedOperand(ExpressionNode.path(PathNode(base: .selfObject(span), components: [], span: span)), span)
    case .truePredicate, .falsePredicate:
      let value = current.keyword == .truePredicate
      advance()
      return ParsedOperand(PredicateNode.constant(ConstantPredicate(value, span)), span)
    case .anyKey:
      advance()
      return ParsedOperand(ExpressionNode.call(CallNode(name: Identifier("ANYKEY", span), arguments: [], span: span)), span)
    default:
      return parseMissingValue()
    }
    advance()
    return ParsedOperand(ExpressionNode.literal(LiteralNode(kind, span)), span)
  }

  /// `variable` = "$" word [ "?" ] ;
  private mutating func parseVariableOperand() -> ParsedOperand {
    let node = parseVariable()
    return ParsedOperand(ExpressionNode.variable(node), node.span)
  }

  mutating func parseVariable() -> VariableNode {
    let token = current
    let name = identifier(token).text
    state.expectations?.use(name)
    advance()
    guard at(.question), touches(token, current) else {
      return VariableNode(name: name, isOptional: false, span: token.span)
    }
    let span = SourceSpan(token.start, current.end)
    if options.strictNSPredicate { emitHere(.strictSugar("an optional parameter")) }
    advance()
    return VariableNode(name: name, isOptional: true, span: span)
  }

  /// `argument` = "%@" | "%K" | printfConversion ;
  ///
  /// In strict mode only.
  private mutating func parseArgument() -> ParsedOperand {
    let token = current
    guard options.strictNSPredicate else {
      emitHere(.formatArgument(source.text(token.span)))
      advance()
      return .invalid(token.span)
    }
    let node = argumentNode(token)
    advance()
    return ParsedOperand(ExpressionNode.argument(node), token.span)
  }

  mutating func argumentNode(_ token: Token) -> ArgumentNode {
    let kind: ArgumentNode.Kind
    switch source.utf8[Int(token.end) - 1] {
    case UInt8(ascii: "@"): kind = .value
    case UInt8(ascii: "K"): kind = .keyPath
    case UInt8(ascii: "s"), UInt8(ascii: "S"): kind = .string
    case UInt8(ascii: "c"), UInt8(ascii: "C"): kind = .character
    case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "g"),
      UInt8(ascii: "G"), UInt8(ascii: "a"), UInt8(ascii: "A"):
      kind = .double
    default: kind = .integer
    }
    argumentCount += 1
    return ArgumentNode(kind: kind, index: argumentCount - 1, span: token.span)
  }

  /// `enumCase` = "." anyWord ;
  private mutating func parseEnumCase() -> ParsedOperand {
    guard peek().kind.isWord, !options.strictNSPredicate else {
      note(.enumCase, afterSign: .dot)
      return parseMissingValue()
    }
    let start = current.start
    advance()
    var name = identifier(current)
    advance()
    name.span = SourceSpan(start, previousEnd)
    return ParsedOperand(ExpressionNode.enumCase(name), name.span)
  }

  /// `aggregate` = "{" [ value { "," value } ] "}" ;
  private mutating func parseAggregate() -> ParsedOperand {
    let opener = current
    guard enter(.compound) else { return .invalid(opener.span) }
    advance()
    openBrackets += 1
    var list = ElementList()
    if !at(.rightBrace) { parseElements(into: &list) }
    let isClosed = close(.rightBrace, opener: opener)
    leave(.compound)
    let span = span(from: opener.start)
    guard isClosed else {
      noteOpen(.list)
      return .invalid(span)
    }
    return ParsedOperand(
      ExpressionNode.aggregate(AggregateNode(list.nodes, span: span)), span, height: list.height + 1)
  }

  /// Parses `value { "," value }`, up to the closing bracket, which it leaves.
  mutating func parseElements(into list: inout ElementList) {
    repeat {
      let operand = parseValue()
      list.append(expression(operand), operand.height)
    } while consume(if: .comma)
  }

  /// `parenthesized` = "(" or ")" ;
  ///
  /// It is what is inside: a predicate or a value.
  private mutating func parseParenthesized() -> ParsedOperand {
    let opener = current
    guard enter() else { return .invalid(opener.span) }
    advance()
    openBrackets += 1
    if at(.rightParenthesis) { return emptyParentheses(opener) }
    let inner = parseConnectives()
    if at(.comma) { return parseMistakenList(opener, inner) }
    let isClosed = close(.rightParenthesis, opener: opener)
    leave()
    if !isClosed { noteOpen(.parenthesis) }
    if !isClosed, case .expression = inner.node { return .invalid(span(from: opener.start)) }
    inner.parenthesize(span(from: opener.start))
    return inner
  }

  private mutating func emptyParentheses(_ opener: Token) -> ParsedOperand {
    emitHere(.expectedValue(found: "')'", after: "'('"))
    openBrackets -= 1
    leave()
    advance()
    return .invalid(span(from: opener.start))
  }

  /// Reads `IN (1, 2)`, a list as SQL writes it, and reports its parentheses. The first element has been parsed.
  private mutating func parseMistakenList(_ opener: Token, _ first: ParsedOperand) -> ParsedOperand {
    var list = ElementList()
    list.append(expression(first), first.height)
    advance()
    parseElements(into: &list)
    let closer = current
    let isClosed = close(.rightParenthesis, opener: opener)
    leave()
    let span = span(from: opener.start)
    guard isClosed else { return .invalid(span) }
    emit(.listInParentheses(open: opener.span, close: closer.span), at: span)
    return ParsedOperand(
      ExpressionNode.aggregate(AggregateNode(list.nodes, span: span)), span, height: list.height + 1)
  }

  /// Reads `IN [1, 2]`, a list as Swift writes it, and reports its brackets.
  private mutating func parseBracketList() -> ParsedOperand {
    let opener = current
    guard enter(.compound) else { return .invalid(opener.span) }
    advance()
    openBrackets += 1
    var list = ElementList()
    if !at(.rightBracket) { parseElements(into: &list) }
    let closer = current
    let isClosed = close(.rightBracket, opener: opener)
    leave(.compound)
    let span = span(from: opener.start)
    guard isClosed else { return .invalid(span) }
    emit(.listInBrackets(open: opener.span, close: closer.span), at: span)
    return ParsedOperand(
      ExpressionNode.aggregate(AggregateNode(list.nodes, span: span)), span, height: list.height + 1)
  }

  // MARK: Nothing that starts a value

  /// Reports that a value is missing, or the wrong token in its place, and recovers as well as possible.
  private mutating func parseMissingValue() -> ParsedOperand {
    let token = current
    note(.operand)
    if namesProperty(index) {
      emitHere(.reservedWord(source.text(token.span)))
      return parsePathStart()
    }
    switch token.kind {
    case .plus:
      emitHere(.unaryPlus)
      while at(.plus) { advance() }
      return startsOperand(current) ? parseAfterMistake() : .invalid(token.span)
    case .leftBracket:
      return parseBracketList()
    case .word where token.keyword.quantifier != nil && (startsOperand(peek()) || peek().keyword.quantifier != nil):
      emitHere(.quantifierPosition(source.text(token.span)))
      while current.keyword.quantifier != nil { advance() }
      return startsOperand(current) ? parseAfterMistake() : .invalid(token.span)
    default:
      break
    }
    reportMissingValue(token)
    return .invalid(SourceSpan(at: token.kind == .endOfText ? previousEnd : token.start))
  }

  /// Parses the value after a word or sign that was reported as wrong. It counts as a level of nesting, since it
  /// recurses.
  private mutating func parseAfterMistake() -> ParsedOperand {
    guard enter() else { return .invalid(current.span) }
    let operand = parsePrimary()
    leave()
    return operand
  }

  private mutating func reportMissingValue(_ token: Token) {
    let previous = index > 0 ? tokens[index - 1] : nil
    if let likeOperator, let previous, previous.kind == .star {
      if lastErrorIndex != index { emit(.wildcardOutsidePattern(likeOperator), at: previous.span) }
      lastErrorIndex = index
    } else if let kind = previous?.keyword.quantifier, token.keyword == .not {
      emitHere(.quantifiedPredicate(kind, inner: token.span, isParenthesized: false))
    } else if index == 0 {
      emitHere(.unexpected(found: describe(token), expected: "a condition"))
    } else {
      emitHere(.expectedValue(found: describe(token), after: previous.map(describe)))
    }
    // A sign that has no meaning here is skipped. An operator is kept, as its right operand may follow.
    switch token.kind {
    case .question, .colon, .ellipsis, .doubleAtWord: advance()
    case .bang, .dot:
      advance()
      if current.kind.isWord { advance() }
    default: break
    }
  }

  /// True for a reserved word that is used as a property name, as in `any == 1`: a comparison operator or `.name`
  /// follows it. For an operator word, the end of the comparison may follow too, as in `a == like`.
  func namesProperty(_ position: Int) -> Bool {
    let word = token(position)
    guard word.kind == .word, word.keyword.isReserved, word.keyword != .and, word.keyword != .or else { return false }
    let next = token(position + 1)
    switch next.kind {
    case .equal, .doubleEqual, .notEqual, .lessGreater, .less, .lessEqual, .equalLess, .greater, .greaterEqual,
      .equalGreater, .tripleEqual:
      return true
    case .dot:
      return touches(word, next) && token(position + 2).kind.isWord
    case .word:
      guard word.keyword.comparisonOperator != nil else { return false }
      return next.keyword.comparisonOperator != nil || next.keyword == .and || next.keyword == .or
    case .endOfText, .rightParenthesis, .rightBrace, .rightBracket, .comma, .doubleAmpersand, .doubleBar:
      return word.keyword.comparisonOperator != nil
    default:
      return false
    }
  }
}

/// The expressions between two brackets, with the height of the highest one.
struct ElementList {
  private(set) var nodes: [ExpressionNode] = []
  private(set) var height: Int32 = 0

  mutating func append(_ node: ExpressionNode, _ height: Int32) {
    nodes.append(node)
    self.height = max(self.height, height)
  }
}
