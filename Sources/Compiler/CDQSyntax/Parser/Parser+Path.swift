extension Parser {
  /// `path` = pathStart { "." component | index } ;
  ///
  /// Parses the components after a value: `.name`, `.@count`, `[0]`, in a loop without recursion. In a sort key a `[`
  /// opens the options and is no index.
  mutating func parsePathTail(_ primary: ParsedOperand, allowsIndex: Bool = true) -> ParsedOperand {
    if at(.question) {
      reportQuestion()
      return primary
    }
    let builder = PathBuilder(primary, parser: &self)
    while true {
      guard !(at(.dot) || at(.leftBracket)) || countNode() else {
        builder.isBroken = true
        break
      }
      if at(.dot) {
        let dot = current
        advance()
        guard parseComponent(dot, into: builder) else { break }
      } else if allowsIndex, at(.leftBracket) {
        parseIndex(into: builder)
      } else {
        break
      }
    }
    if at(.question) { reportQuestion() }
    if builder.isBroken { return .invalid(span(from: builder.start)) }
    return bounded(builder.finish(end: previousEnd))
  }

  /// `component` = anyWord | "@" word | variable | "%K" ;
  private mutating func parseComponent(_ dot: Token, into builder: PathBuilder) -> Bool {
    let token = current
    switch token.kind {
    case .word, .escapedWord:
      // A word on the next line may start a declaration; then it does not belong to the dot.
      if startsDeclaration(index) { break }
      builder.components.append(.property(identifier(token)))
      advance()
      if at(.leftParenthesis), touches(token, current) { return parseMethodCall(token, dot, builder) }
      return true
    case .atWord:
      builder.components.append(.collectionOperator(identifier(token)))
      advance()
      return true
    case .variable:
      builder.components.append(.variable(parseVariable()))
      return true
    case .argument where options.strictNSPredicate && source.utf8[Int(token.end) - 1] == UInt8(ascii: "K"):
      builder.components.append(.argument(argumentNode(token)))
      advance()
      return true
    default:
      break
    }
    noteComponent(of: builder)
    emitHere(.expectedName("a property", found: describe(token), help: nil))
    builder.isBroken = true
    // `a..b` is one mistake, reported once.
    while at(.dot) { advance() }
    if current.kind.isWord, touches(tokens[index - 1], current), !startsDeclaration(index) { advance() }
    return true
  }

  /// Reports `name.hasPrefix("x")`: the language has no methods.
  @inline(never)
  private mutating func parseMethodCall(_ name: Token, _ dot: Token, _ builder: PathBuilder) -> Bool {
    lastErrorIndex = index
    let opener = index
    advance()
    skipBrackets()
    let isClosed = index - 1 > opener && tokens[index - 1].kind == .rightParenthesis
    let inner = tokens[(opener + 1)..<(isClosed ? index - 1 : opener + 1)]
    let hasOneArgument = !inner.isEmpty && !inner.contains { $0.kind == .comma || $0.kind == .colon }
    let argument = hasOneArgument ? source.text(SourceSpan(inner[opener + 1].start, tokens[index - 2].end)) : nil
    emit(
      .methodCall(
        ForeignMethod(
          name: source.text(name.span), receiver: source.text(SourceSpan(builder.start, dot.start)), argument: argument,
          hasNoArguments: isClosed && inner.isEmpty, span: SourceSpan(builder.start, previousEnd))), at: name.span)
    builder.isBroken = true
    return true
  }

  private mutating func reportQuestion() {
    emitHere(.strayQuestion)
    advance()
    // The rest of `condition ? a : b` is not parsed.
    skipToConnective()
  }

  /// `index` = "[" ( "FIRST" | "LAST" | "SIZE" | value ) "]" ;
  private mutating func parseIndex(into builder: PathBuilder) {
    let opener = current
    guard enter(.compound) else { return }
    advance()
    openBrackets += 1
    var height: Int32 = 0
    let kind: IndexNode.Kind
    if let word = indexWord() {
      kind = word
      advance()
    } else {
      note(.indexWord)
      let operand = parseValue()
      height = operand.height
      kind = .expression(expression(operand))
    }
    if !close(.rightBracket, opener: opener) {
      noteOpen(.index)
      builder.isBroken = true
    }
    leave(.compound)
    builder.height = max(builder.height, height + 1)
    builder.components.append(.index(IndexNode(kind, span(from: opener.start))))
  }

  /// Reads `FIRST`, `LAST` and `SIZE`, which are keywords only when alone in the brackets.
  private func indexWord() -> IndexNode.Kind? {
    guard peek().kind == .rightBracket else { return nil }
    if atWord(.first) { return .first }
    if atWord(.last) { return .last }
    return atWord(.size) ? .size : nil
  }

  /// `@count`, `@sum.items.price`: a collection operator applied to the object itself.
  mutating func parseCollectionOperator() -> ParsedOperand {
    let name = identifier(current)
    advance()
    let node = PathNode(base: .implicit, components: [.collectionOperator(name)], span: name.span)
    return ParsedOperand(ExpressionNode.path(node), name.span)
  }
}

/// The builder of a key path. An unparenthesised path is extended; any other value becomes the base.
final class PathBuilder {
  let base: PathNode.Base
  var components: [PathComponent] = []
  let start: UInt32
  var height: Int32
  /// Set when an error has been reported for a component; the whole path then becomes an invalid node.
  var isBroken = false

  init(_ primary: ParsedOperand, parser: inout Parser) {
    start = primary.span.start
    if !primary.isParenthesized, case .expression(.path(let path)) = primary.node {
      base = path.base
      components = path.components
      height = primary.height
    } else if !primary.isParenthesized, case .expression(.variable(let variable)) = primary.node {
      base = .variable(variable)
      height = primary.height
    } else {
      base = .expression(parser.expression(primary))
      height = primary.height + 1
    }
    if case .expression(.invalid) = base { isBroken = true }
  }

  func finish(end: UInt32) -> ParsedOperand {
    let span = SourceSpan(start, end)
    return ParsedOperand(
      ExpressionNode.path(PathNode(base: base, components: components, span: span)), span,
      height: height + ParsedOperand.height(ofSteps: components.count))
  }
}
