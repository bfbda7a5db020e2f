extension Parser {
  /// `sort` = "sort" ( sortKeys | variable "in" "(" sortKeys ")" ) ;
  mutating func parseSort() -> QueryNode.Sort {
    skipMistakenBy()
    note(.sortVariable)
    guard at(.variable) else { return .keys(parseSortKeys()) }
    let start = current.start
    let variable = parseVariable()
    note(.word(.in))
    guard atWord(.in) else {
      emitHere(.unexpected(found: describe(current), expected: "'in' and the keys to choose from"))
      return .choice(variable, [], span(from: start))
    }
    advance()
    let opener = current
    guard expect(.leftParenthesis, "'(' and the keys to choose from") else {
      return .choice(variable, [], span(from: start))
    }
    openBrackets += 1
    let keys = parseSortKeys()
    close(.rightParenthesis, opener: opener)
    return .choice(variable, keys, span(from: start))
  }

  /// Reports and skips the `by` of `sort by name`; in `sort by` alone, `by` is a property.
  private mutating func skipMistakenBy() {
    guard atWord(.by), peek().kind.isWord else { return }
    let next = peek()
    if next.flags.contains(.lowercase), clause(of: next) != nil || isSortWord(next) { return }
    if context == .document, next.flags.contains(.startsLine) { return }
    emitHere(.sortBy(until: next.start))
    advance()
  }

  private func isSortWord(_ token: Token) -> Bool {
    token.keyword == .asc || token.keyword == .desc || token.keyword == .nulls
  }

  /// `sortKeys` = sortKey { "," sortKey } ;
  mutating func parseSortKeys() -> [SortKey] {
    var keys: [SortKey] = []
    repeat { keys.append(parseSortKey()) } while consume(if: .comma)
    return keys
  }

  /// `sortKey` = ( path | call | selectorCall ) [ options ] [ "asc" | "desc" ] [ "nulls" ( "first" | "last" ) ] ;
  private mutating func parseSortKey() -> SortKey {
    let start = current.start
    let isNegated = at(.minus) && peek().kind.isWord
    if isNegated {
      emitHere(.negatedSortKey(source.text(peek().span)))
      advance()
    }
    var key = SortKey(expression: parseSortExpression(), span: SourceSpan(at: start))
    if at(.leftBracket) {
      key.options = parseOptions()
      if key.options == nil {
        emitHere(.unexpected(found: describe(current), expected: "the options of a sort key, such as [cd]"))
        advance()
        skipBrackets()
      }
    }
    note(.direction)
    key.direction = parseDirection()
    note(.nulls)
    key.nulls = parseNulls()
    key.span = span(from: start)
    return key
  }

  private mutating func parseSortExpression() -> ExpressionNode {
    let first = index
    let primary = parsePrimary()
    var operand = at(.dot) ? parsePathTail(primary, allowsIndex: false) : primary
    if [.plus, .minus, .star, .doubleStar, .slash].contains(current.kind) {
      // `altitude * 2` is reported as a whole.
      index = first
      operand = parseValue()
    }
    let value = expression(operand)
    switch value {
    case .path, .call, .invalid:
      return value
    case .chain, .unary, .ternary:
      emit(.computedSortKey(source.text(operand.span)), at: operand.span)
      return .invalid(operand.span)
    case .literal, .variable, .argument, .aggregate, .subquery, .enumCase:
      emit(.notAKey("a sort key is a key path, an alias or an aggregate"), at: operand.span)
      return .invalid(operand.span)
    }
  }

  private mutating func parseDirection() -> SortKey.Direction? {
    guard at(.word) else { return nil }
    let text = source.text(current.span)
    let direction: SortKey.Direction
    switch text.lowercased() {
    case "asc", "ascending", "ascend", "up", "increasing": direction = .ascending
    case "desc", "descending", "descend", "dsc", "dec", "down", "decreasing", "reverse", "reversed": direction = .descending
    default:
      // `desending`; a shorter word may be anything else.
      guard text.utf8.count > 5, clauseGuess(index) == nil,
        let meant = Suggestions.nearest(to: text, among: ["ascending", "descending"])
      else { return nil }
      direction = meant == "ascending" ? .ascending : .descending
    }
    let word = direction == .ascending ? "asc" : "desc"
    if text != word { emitHere(.wordCase(text, replacement: word)) }
    advance()
    return direction
  }

  private mutating func parseNulls() -> SortKey.Nulls? {
    guard consume(anyCase: .nulls) else { return nil }
    note(.nullsPlace)
    guard atWord(.first) || atWord(.last) else {
      emitHere(.unexpected(found: describe(current), expected: "'first' or 'last'"))
      return nil
    }
    let place: SortKey.Nulls = atWord(.first) ? .first : .last
    if !current.flags.contains(.lowercase) {
      emitHere(.wordCase(source.text(current.span), replacement: place.rawValue))
    }
    advance()
    return place
  }
}
