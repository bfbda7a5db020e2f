extension Parser {
  /// `literal` = number | string | "NULL" | "NIL" | "TRUE" | "YES" | "FALSE" | "NO" ;
  mutating func parseLiteral() -> ParsedOperand {
    let token = current
    advance()
    if token.kind == .string { return stringOperand(token) }
    guard !token.flags.contains(.malformed), let kind = numberKind(token) else { return .invalid(token.span) }
    return ParsedOperand(ExpressionNode.literal(LiteralNode(kind, token.span)), token.span)
  }

  private mutating func stringOperand(_ token: Token) -> ParsedOperand {
    var isBroken = token.flags.contains(.malformed)
    if at(.string) {
      // `'it''s'`: SQL doubles a quote to escape it.
      let quote = SourceSpan(token.start, token.start + 1)
      let isDoubled = touches(token, current) && source.utf8[Int(current.start)] == source.utf8[Int(token.start)]
      let places = isDoubled ? [] : commasBetweenStrings()
      emitHere(isDoubled ? .doubledQuote(source.text(quote), at: token.end - 1) : .adjacentStrings(commas: places))
      while at(.string) { advance() }
      isBroken = true
    }
    // The value of a string with an unknown end would only cause more errors.
    if isBroken { return .invalid(span(from: token.start)) }
    return ParsedOperand(ExpressionNode.literal(LiteralNode(.string(stringValue(token)), token.span)), token.span)
  }

  /// The places for commas in front of the strings from here on, if they are elements of a list; else none.
  private func commasBetweenStrings() -> [UInt32] {
    guard openBrackets > 0 else { return [] }
    var (position, depth) = (index - 1, 0)
    while position >= 0, depth >= 0 {
      switch tokens[position].kind {
      case .rightBrace, .rightParenthesis: depth += 1
      case .leftBrace, .leftParenthesis: depth -= 1
      default: break
      }
      if depth >= 0 { position -= 1 }
    }
    guard position >= 0, tokens[position].kind == .leftBrace || (position > 0 && tokens[position - 1].keyword.comparisonOperator == .in)
    else { return [] }
    var places: [UInt32] = []
    var next = index
    while token(next).kind == .string {
      places.append(tokens[next - 1].end)
      next += 1
    }
    return places
  }

  func stringValue(_ token: Token) -> String {
    if token.flags.contains(.malformed) { return "" }
    return StringEscape.value(
      of: token.span, in: source, hasEscapes: token.flags.contains(.hasEscapes), isStrict: options.strictNSPredicate)
  }

  /// The value of a number: Int64 if it fits, else Double with the exact spelling. nil for a malformed or too large
  /// number, which is reported.
  private mutating func numberKind(_ token: Token) -> LiteralNode.Kind? {
    let text = source.text(token.span)
    var radix = 10
    if text.utf8.count > 2, text.utf8.first == 0x30 {
      switch source.utf8[Int(token.start) + 1] | 0x20 {
      case 0x78: radix = 16
      case 0x6F: radix = 8
      case 0x62: radix = 2
      default: break
      }
    }
    if let value = Int64(radix == 10 ? text : String(text.dropFirst(2)), radix: radix) { return .integer(value) }
    var value: Double? = nil
    if radix == 10 {
      value = Double(text)
    } else {
      value = text.utf8.dropFirst(2).reduce(0.0) { $0 * Double(radix) + Double(ByteClass.hexValue($1) ?? 0) }
    }
    guard let value, value.isFinite else {
      emit(.numberTooLarge(text), at: token.span)
      return nil
    }
    return .number(value, text: text)
  }
}
