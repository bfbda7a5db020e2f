extension Parser {
  /// `call` = ( identifier | "CAST" | "FUNCTION" | "FETCH" ) "(" [ [ "distinct" ] value { "," value } ] ")" ;
  mutating func parseCall() -> ParsedOperand {
    var name = identifier(current)
    switch current.keyword {
    case .cast, .function, .fetch: name.text = current.keyword.spelling
    default: break
    }
    advance()
    return parseCallArguments(name)
  }

  /// `selectorCall` = word ":" { word ":" } "(" [ value { "," value } ] ")" ;
  ///
  /// No space is allowed before the last `:`.
  mutating func parseSelectorCall(_ parts: Int) -> ParsedOperand {
    let start = current.start
    index += parts
    let span = SourceSpan(start, previousEnd)
    return parseCallArguments(Identifier(source.text(span), span))
  }

  /// Number of tokens of the selector at the current token; nil when no `(` follows the selector.
  func selectorLength() -> Int? {
    var length = 0
    while peek(length).kind == .word, peek(length + 1).kind == .colon, touches(peek(length), peek(length + 1)),
      length == 0 || touches(peek(length - 1), peek(length))
    {
      length += 2
    }
    return length > 0 && peek(length).kind == .leftParenthesis ? length : nil
  }

  private mutating func parseCallArguments(_ name: Identifier) -> ParsedOperand {
    let opener = current
    guard enter() else { return .invalid(name.span) }
    advance()
    openBrackets += 1
    let distinct = parseDistinct()
    var list = ElementList()
    if !at(.rightParenthesis) { parseElements(into: &list) }
    let isClosed = close(.rightParenthesis, opener: opener)
    leave()
    let span = span(from: name.span.start)
    guard isClosed else {
      noteOpen(.call(name.text, argument: max(0, list.nodes.count - 1)))
      return .invalid(span)
    }
    let node = CallNode(name: name, distinct: distinct, arguments: list.nodes, span: span)
    return bounded(ParsedOperand(ExpressionNode.call(node), span, height: list.height + 1))
  }

  /// Consumes `distinct` if it is the keyword, that is, if the start of another value follows; else it is a property.
  mutating func parseDistinct() -> SourceSpan? {
    note(.word(.distinct))
    guard atWord(.distinct) else { return nil }
    let next = peek()
    if !atLowercase(.distinct) {
      // It may be a property; then a keyword follows, of a clause or a declaration.
      guard next.kind.isWord, next.keyword == .none else { return nil }
      emitHere(.wordCase(source.text(current.span), replacement: Keyword.distinct.spelling))
    }
    switch next.kind {
    case .word:
      switch next.keyword {
      case .asWord: if next.flags.contains(.lowercase) { return nil }
      case .union, .intersect, .minus: return nil
      default: break
      }
    case .escapedWord, .number, .string, .variable, .leftParenthesis, .leftBrace: break
    case .endOfText where state.expectations != nil: break
    default: return nil
    }
    let span = current.span
    if options.strictNSPredicate { emitHere(.strictSugar("'distinct'")) }
    advance()
    return span
  }

  /// `subquery` = "SUBQUERY" "(" value "," variable "," or ")" ;
  mutating func parseSubquery() -> ParsedOperand {
    let start = current.start
    advance()
    let opener = current
    guard enter(.subquery) else { return .invalid(opener.span) }
    advance()
    openBrackets += 1
    let collection = parseValue()
    var argument = expectComma("the variable, as in SUBQUERY(items, $item, $item.price > 5)") ? 1 : 0
    let variable = parseSubqueryVariable()
    if expectComma("a condition") { argument += 1 }
    let condition = parseConnectives()
    let isClosed = close(.rightParenthesis, opener: opener)
    leave(.subquery)
    guard isClosed else {
      if case .expression(let value) = collection.node {
        noteOpen(.subquery(value, variable: variable?.name, argument: argument))
      }
      return .invalid(span(from: start))
    }
    return bounded(subquery(start, collection, variable, condition))
  }

  private mutating func subquery(
    _ start: UInt32, _ collection: ParsedOperand, _ variable: VariableNode?, _ condition: ParsedOperand
  ) -> ParsedOperand {
    let span = span(from: start)
    let collectionNode = expression(collection)
    let predicateNode = predicate(condition)
    guard let variable else { return .invalid(span) }
    let node = SubqueryNode(collection: collectionNode, variable: variable, predicate: predicateNode, span: span)
    return ParsedOperand(ExpressionNode.subquery(node), span, height: max(collection.height, condition.height) + 1)
  }

  /// The places of a name in the rest of a SUBQUERY, where it stands for the variable.
  private func uses(of name: Token) -> [UInt32] {
    let text = source.text(name.span)
    var depth = 0
    var result: [UInt32] = []
    for position in (index + 1)..<min(tokens.count, index + 200) {
      let token = tokens[position]
      switch token.kind {
      case .leftParenthesis: depth += 1
      case .rightParenthesis: depth -= 1
      case .word where tokens[position - 1].kind != .dot && source.text(token.span) == text: result.append(token.start)
      default: break
      }
      if depth < 0 { break }
    }
    return result
  }

  private mutating func parseSubqueryVariable() -> VariableNode? {
    if at(.variable) {
      let variable = parseVariable()
      state.expectations?.bind(variable.name)
      if variable.isOptional, !options.strictNSPredicate { emit(.optionalSubqueryVariable, at: variable.span) }
      return variable
    }
    if at(.word), peek().kind == .comma {
      emitHere(.missingDollar(source.text(current.span), uses: uses(of: current)))
      let node = VariableNode(name: source.text(current.span), isOptional: false, span: current.span)
      advance()
      return node
    }
    emitHere(
      .expectedName("the variable of the SUBQUERY", found: describe(current), help: "a variable is written $name"))
    skipToComma()
    return nil
  }

  /// `ternary` = "TERNARY" "(" or "," value "," value ")" ;
  mutating func parseTernary() -> ParsedOperand {
    let start = current.start
    advance()
    let opener = current
    guard enter(.compound) else { return .invalid(opener.span) }
    advance()
    openBrackets += 1
    let condition = parseConnectives()
    var argument = expectComma("the value when it is true, as in TERNARY(a > 1, b, c)") ? 1 : 0
    let then = parseValue()
    if expectComma("the value when it is false") { argument += 1 }
    let otherwise = parseValue()
    let isClosed = close(.rightParenthesis, opener: opener)
    leave(.compound)
    guard isClosed else {
      noteOpen(.ternary(argument: argument))
      return .invalid(span(from: start))
    }
    return bounded(ternary(start, condition, then, otherwise))
  }

  private mutating func ternary(
    _ start: UInt32, _ condition: ParsedOperand, _ then: ParsedOperand, _ otherwise: ParsedOperand
  ) -> ParsedOperand {
    let span = span(from: start)
    let node = TernaryNode(
      condition: predicate(condition), then: expression(then), otherwise: expression(otherwise), span: span)
    let height = max(condition.height, max(then.height, otherwise.height)) + 1
    return ParsedOperand(ExpressionNode.ternary(node), span, height: height)
  }

  /// Consumes a comma, or reports that it is missing and looks for the next one; false when there is none.
  private mutating func expectComma(_ what: String) -> Bool {
    if consume(if: .comma) { return true }
    emitHere(.unexpected(found: describe(current), expected: "',' and \(what)"))
    skipToComma()
    return consume(if: .comma)
  }

  private mutating func skipToComma() {
    skipToConnective()
    while atConnective() {
      advance()
      skipToConnective()
    }
  }
}
