extension Parser {
  /// `annotation` = "@" word [ annotationArguments ] ;
  /// `compoundAnnotation` = "@@" word [ annotationArguments ] ;
  mutating func parseAnnotation(isCompound: Bool) -> Annotation {
    let token = current
    let name = identifier(token)
    advance()
    let arguments = at(.leftParenthesis) ? parseAnnotationArguments(of: name.text) : nil
    return Annotation(name: name, isCompound: isCompound, arguments: arguments, span: span(from: token.start))
  }

  /// `annotationArguments` = "(" [ annotationArgument { "," annotationArgument } ] ")" ;
  private mutating func parseAnnotationArguments(of annotation: String) -> [Annotation.Argument] {
    let opener = current
    advance()
    openBrackets += 1
    var arguments: [Annotation.Argument] = []
    if !at(.rightParenthesis) {
      repeat {
        note(.annotationArgument, name: annotation)
        arguments.append(parseAnnotationArgument())
      } while consume(if: .comma)
    }
    close(.rightParenthesis, opener: opener)
    return arguments
  }

  /// `annotationArgument` = [ anyWord ":" ] annotationValue ;
  private mutating func parseAnnotationArgument() -> Annotation.Argument {
    let start = current.start
    var label: Identifier?
    if current.kind.isWord, peek().kind == .colon {
      label = parseAnyName()
      advance()
    }
    let value = parseAnnotationValue()
    return Annotation.Argument(label: label, value: value, span: span(from: start))
  }

  /// `annotationValue` = default | anyWord [ "asc" | "desc" ] | [ default ] "..." [ default ] ;
  private mutating func parseAnnotationValue() -> Annotation.Value {
    if consume(if: .ellipsis) { return .range(nil, parseRangeEnd()) }
    if current.kind.isWord, peek().kind != .leftParenthesis, !isLiteralWord(current) {
      let word = identifier(current)
      advance()
      let isDescending = atLowercase(.desc)
      if isDescending || atLowercase(.asc) { advance() }
      return .word(word, descending: isDescending)
    }
    let low = parseAnnotationOperand()
    let value = annotationLiteral(low)
    guard consumeRangeOperator() else { return .literal(value) }
    return .range(value, parseRangeEnd())
  }

  /// Parses a literal without a path after it, so that `0..5` is recognized as a range.
  private mutating func parseAnnotationOperand() -> ParsedOperand {
    at(.minus) ? parseUnary() : parsePrimary()
  }

  private mutating func consumeRangeOperator() -> Bool {
    if consume(if: .ellipsis) { return true }
    guard at(.dot), peek().kind == .dot else { return false }
    emitHere(.rangeDots(until: peek().end))
    advance()
    advance()
    _ = consume(if: .less)
    return true
  }

  func isLiteralWord(_ token: Token) -> Bool {
    token.kind == .word && token.keyword.isLiteral
  }

  private mutating func parseRangeEnd() -> ExpressionNode? {
    if at(.rightParenthesis) || at(.comma) { return nil }
    let operand = parseAnnotationOperand()
    return annotationLiteral(operand)
  }

  private mutating func annotationLiteral(_ operand: ParsedOperand) -> ExpressionNode {
    let value = expression(operand)
    if Parser.isLiteral(value) { return value }
    emit(.notALiteral("an argument of an annotation is a literal, a word or a range"), at: operand.span)
    return .invalid(operand.span)
  }
}
