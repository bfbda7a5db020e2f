extension Parser {
  /// Parses values joined by operators with an operator stack: one frame for all levels of precedence.
  ///
  /// `value` = unary { valueOperator unary } ;
  mutating func parseValue() -> ParsedOperand {
    let first = parseUnary()
    if atValueOperator() { return parseChain(first) }
    note(.setOperator, after: first)
    return first
  }

  private mutating func parseChain(_ first: ParsedOperand) -> ParsedOperand {
    let chain = ChainBuilder(first)
    while consumeValueOperator(into: chain) { chain.append(parseUnary()) }
    let whole = chain.finish(parser: &self)
    note(.setOperator, after: whole)
    noteOpen(chainAfter: first)
    return bounded(whole)
  }

  /// `valueOperator` = "UNION" | "INTERSECT" | "MINUS" | "|" | "^" | "&" | "<<" | ">>" | "+" | "-" | "*" | "/" | "**" ;
  private func valueOperator() -> ChainOperator? {
    switch current.kind {
    case .plus: .add
    case .minus: .subtract
    case .star, .percent: .multiply
    case .slash: .divide
    case .doubleStar: .power
    case .bar: .bitwiseOr
    case .caret: .bitwiseXor
    case .ampersand: .bitwiseAnd
    case .shiftLeft: .shiftLeft
    case .shiftRight: .shiftRight
    case .word: setOperator(current.keyword)
    default: nil
    }
  }

  private func setOperator(_ keyword: Keyword) -> ChainOperator? {
    if keyword == .union { return .union }
    if keyword == .intersect { return .intersect }
    return keyword == .minus ? .minus : nil
  }

  private func atValueOperator() -> Bool {
    valueOperator() != nil || isRemainder()
  }

  /// `a %d`: a remainder that the lexer read as a format argument.
  private func isRemainder() -> Bool { at(.argument) && !options.strictNSPredicate }

  /// Pushes the operator at the current token onto the stack; false when there is none.
  private mutating func consumeValueOperator(into chain: ChainBuilder) -> Bool {
    if isRemainder() {
      emitHere(.remainder)
      skipToConnective()
      return false
    }
    guard let kind = valueOperator() else { return false }
    if at(.percent) { emitHere(.remainder) }
    chain.push(ChainNode.Operator(kind, current.span), parser: &self)
    advance()
    return true
  }

  /// `unary` = { "-" | "~" } postfix ;
  mutating func parseUnary() -> ParsedOperand {
    at(.minus) || at(.tilde) ? parsePrefixed() : parsePostfix()
  }

  private mutating func parsePrefixed() -> ParsedOperand {
    let first = index
    while at(.minus) || at(.tilde) { advance() }
    let count = index - first
    guard enter(count, from: first) else { return .invalid(tokens[first].span) }
    let operand = parsePostfix()
    nesting -= count
    return bounded(applyPrefixes(operand, first: first, count: count))
  }

  private mutating func applyPrefixes(_ operand: ParsedOperand, first: Int, count: Int) -> ParsedOperand {
    var node = expression(operand)
    var span = operand.span
    for position in stride(from: first + count - 1, through: first, by: -1) {
      let sign = tokens[position]
      span = SourceSpan(sign.start, max(span.end, sign.end))
      let kind: UnaryNode.Kind = sign.kind == .minus ? .negate : .complement
      node = .unary(UnaryNode(kind, operatorSpan: sign.span, operand: node, span: span))
    }
    return ParsedOperand(node, span, height: operand.height + Int32(count))
  }
}

extension ChainOperator {
  /// The binding strength: higher levels bind tighter. Operators of one level form one chain.
  package var precedence: Int {
    switch self {
    case .union, .intersect, .minus: 1
    case .bitwiseOr: 2
    case .bitwiseXor: 3
    case .bitwiseAnd: 4
    case .shiftLeft, .shiftRight: 5
    case .add, .subtract: 6
    case .multiply, .divide: 7
    case .power: 8
    }
  }
}

/// The operator stack of one value: `a + b - c * d` becomes one chain of `a`, `b` and the chain `c * d`. Any number of
/// operands of one precedence level becomes one n-ary node.
final class ChainBuilder {
  private var operands: [ParsedOperand]
  private var operators: [ChainNode.Operator] = []

  init(_ first: ParsedOperand) {
    operands = [first]
  }

  func append(_ operand: ParsedOperand) {
    operands.append(operand)
  }

  /// Reduces every chain that binds tighter than `written`, then pushes `written`.
  func push(_ written: ChainNode.Operator, parser: inout Parser) {
    while let last = operators.last, last.kind.precedence > written.kind.precedence { reduce(parser: &parser) }
    operators.append(written)
  }

  func finish(parser: inout Parser) -> ParsedOperand {
    while !operators.isEmpty { reduce(parser: &parser) }
    return operands[0]
  }

  /// Joins the operands of the highest precedence level on the stack into one chain.
  private func reduce(parser: inout Parser) {
    guard let level = operators.last?.kind.precedence else { return }
    var count = 0
    while count < operators.count, operators[operators.count - 1 - count].kind.precedence == level { count += 1 }
    // No slice of `operands` may live while it shrinks, or each reduction would copy the whole stack.
    let chainOperators = Array(operators[(operators.count - count)...])
    let chainOperands = Array(operands[(operands.count - count - 1)...])
    operators.removeLast(count)
    operands.removeLast(count + 1)
    if level == ChainOperator.power.precedence { parser.checkPower(chainOperators, chainOperands) }
    var nodes: [ExpressionNode] = []
    nodes.reserveCapacity(count + 1)
    var height: Int32 = 0
    var span = chainOperands[0].span
    for operand in chainOperands {
      span = span.union(operand.span)
      nodes.append(parser.expression(operand))
      height = max(height, operand.height)
    }
    let node = ExpressionNode.chain(ChainNode(operands: nodes, operators: chainOperators, span: span))
    // Later stages turn a chain of set operations into nested pairs; all other chains stay one node.
    let isSetChain = level == ChainOperator.union.precedence
    operands.append(ParsedOperand(node, span, height: height + (isSetChain ? ParsedOperand.height(ofSteps: count) : 1)))
  }
}

extension Parser {
  /// Reports `a ** b ** c` and `-a ** b`. Readers disagree about their meaning, so they need parentheses.
  fileprivate mutating func checkPower(_ operators: [ChainNode.Operator], _ operands: [ParsedOperand]) {
    if operators.count > 1, operands.count > 2 {
      let count = operands.count
      emit(
        .powerChain(
          left: operands[0].span.union(operands[count - 2].span),
          right: operands[1].span.union(operands[count - 1].span)),
        at: operands[0].span.union(operands[count - 1].span))
      return
    }
    guard let first = operands.first, let last = operands.last, !first.isParenthesized,
      case .expression(.unary(let unary)) = first.node, unary.kind == .negate
    else { return }
    emit(
      .powerOfNegative(
        negated: first.span, power: SourceSpan(unary.operatorSpan.end, last.span.end)),
      at: first.span.union(last.span))
  }
}
