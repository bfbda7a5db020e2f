extension Parser {
  /// `limit` = "limit" ( number | variable ) [ "per" limitKey { "," limitKey } ] ;
  ///
  /// Parses the keys after the number: `limit 3 per country`.
  mutating func parseLimitKeys() -> [ExpressionNode] {
    note(.word(.per))
    guard consume(anyCase: .per) || consumeForeignPer() else { return [] }
    var keys: [ExpressionNode] = []
    repeat { keys.append(parseLimitKey()) } while consume(if: .comma)
    noteOpen(.limitKeys)
    return keys
  }

  /// `limitKey` = path | "(" value ")" ;
  private mutating func parseLimitKey() -> ExpressionNode {
    let operand = parseValue()
    let key = expression(operand)
    switch key {
    case .path, .invalid: break
    case .literal, .variable, .argument, .aggregate, .chain, .unary, .call, .subquery, .ternary, .enumCase:
      if !operand.isParenthesized { emit(.bareLimitKey(source.text(operand.span)), at: operand.span) }
    }
    return key
  }

  /// Reports and skips the words with which others name the keys: `limit 1 by country`, `limit 1 for each country`.
  private mutating func consumeForeignPer() -> Bool {
    guard at(.word), !atClause() else { return false }
    let words = [current, peek()].map { source.text($0.span).lowercased() }
    let count: Int
    switch words[0] {
    case "for" where words[1] == "each" || words[1] == "every", "partition" where words[1] == "by": count = 2
    case "by", "each", "every", "foreach": count = 1
    default: return false
    }
    guard startsOperand(peek(count)) else { return false }
    let written = SourceSpan(current.start, token(index + count - 1).end)
    emit(.wordCase(source.text(written), replacement: Keyword.per.spelling), at: written)
    index += count
    return true
  }
}
