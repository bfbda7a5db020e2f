/// Mistakes in and before the braces of a shape, which come from SQL and GraphQL.
extension Parser {
  /// Reports what begins no column where one has to stand in braces. Returns whether a column may follow.
  mutating func beginsColumn(isFirst: Bool) -> Bool {
    let next = peek()
    if at(.ellipsis), next.kind == .word {
      let start = current.start
      index += 2
      emit(.shapeClause("..."), at: span(from: start))
      return false
    }
    // After a property that is named like a clause stands an operator, a comma, braces or its name; `limit(x)` is a call
    // and `order.id` a path.
    guard current.flags.contains(.lowercase), startsOperand(next), next.start > current.end, next.keyword != .asWord,
      next.kind != .minus, next.kind != .leftBrace
    else { return true }
    if current.keyword == .distinct {
      emitHere(.shapeClause("distinct"))
      advance()
      return true
    }
    guard at(.word), let clause = clause(of: current) else { return true }
    if clause == .selection {
      emitHere(.needlessWord("select", until: next.start))
      advance()
      return true
    }
    guard Clause.related.contains(clause) else { return true }
    if isFirst {
      let help = "columns stand first in the braces: { name \(clause.words) … }"
      emitHere(.expectedName("a column", found: describe(current), help: help))
    } else {
      emit(.surplusComma(before: clause), at: tokens[index - 1].span)
    }
    return false
  }

  /// `largest: cities { … }` of GraphQL: the name before a column.
  mutating func parseColumnLabel() -> Identifier? {
    guard at(.word), peek().kind == .colon, peek(2).kind.isWord, [.leftBrace, .dot].contains(peek(3).kind) else {
      return nil
    }
    let name = Identifier(source.text(current.span), current.span)
    index += 2
    return name
  }

  /// `cities(first: 3) { … }` of GraphQL, as the path alone.
  mutating func parsePathWithArguments() -> ExpressionNode? {
    guard at(.word), peek().kind == .leftParenthesis, peek(2).kind == .word, peek(3).kind == .colon,
      peek(5).kind == .rightParenthesis, peek(6).kind == .leftBrace
    else { return nil }
    let name = Identifier(source.text(current.span), current.span)
    let isCount = peek(4).kind == .number && ["first", "limit", "top", "take"].contains(source.text(peek(2).span))
    let clause = isCount ? "limit \(source.text(peek(4).span))" : "where …"
    emit(.shapeArguments("\(name.text) { … \(clause) }"), at: SourceSpan(peek().start, peek(5).end))
    index += 6
    return .path(PathNode(base: .implicit, components: [.property(name)], span: name.span))
  }

  /// The brace after `select { name, code }`, where the columns of the query itself have braces around them, with the
  /// space before it.
  var braceAfterColumns: SourceSpan? {
    guard at(.leftBrace), state.shapeDepth == 0 else { return nil }
    var place = 1
    while peek(place).kind.isWord || [.comma, .dot].contains(peek(place).kind) { place += 1 }
    let (brace, next) = (peek(place), peek(place + 1))
    guard brace.kind == .rightBrace, place > 1, next.kind == .endOfText || clause(of: next) != nil else { return nil }
    return SourceSpan(peek(place - 1).end, brace.end)
  }
}
