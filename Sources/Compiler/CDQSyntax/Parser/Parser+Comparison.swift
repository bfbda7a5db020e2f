/// A comparison operator with its options, as read from the text.
final class ComparisonSyntax {
  /// The operator; nil for a word that resembles no operator, for which an error has been reported.
  let kind: ComparisonOperator?
  let span: SourceSpan
  let options: OptionsNode?
  /// The span of the NOT in `x NOT IN y`, for the fix-it; the comparison is negated.
  let negation: SourceSpan?

  init(kind: ComparisonOperator?, span: SourceSpan, options: OptionsNode?, negation: SourceSpan? = nil) {
    self.kind = kind
    self.span = span
    self.options = options
    self.negation = negation
  }
}

extension Parser {
  /// `comparison` = [ quantifier ] value [ comparisonOperator [ options ] value ] ;
  mutating func parseComparison() -> ParsedOperand {
    note(.condition)
    return atQuantifier() ? parseQuantified() : parseComparison(nil)
  }

  private mutating func parseQuantified() -> ParsedOperand {
    let quantifier = parseQuantifier()
    return parseComparison(quantifier)
  }

  private mutating func parseComparison(_ quantifier: QuantifierNode?) -> ParsedOperand {
    let left = parseValue()
    guard let written = parseComparisonOperator(left) else {
      note(.comparison, after: left, isQuantified: quantifier != nil)
      return withoutOperator(quantifier, left)
    }
    guard countNode() else { return .invalid(written.span) }
    let right = parseRightOperand(written)
    noteOpen(left, written, isQuantified: quantifier != nil)
    return comparison(quantifier, left, written, right)
  }

  /// Parses the right operand. Comparisons cannot be chained, so a further operator is reported and skipped.
  private mutating func parseRightOperand(_ written: ComparisonSyntax) -> ParsedOperand {
    likeOperator = written.kind == .like ? written.span : nil
    let right = parseValue()
    likeOperator = nil
    if written.kind == .between, recoversBetween(right) { return .invalid(span(from: right.span.start)) }
    if atComparisonSymbol() { parseRestOfChain(right) }
    return right
  }

  private mutating func parseRestOfChain(_ right: ParsedOperand) {
    reportChain(right)
    while atComparisonSymbol() {
      advance()
      _ = parseOptions()
      _ = parseValue()
    }
  }

  private func atQuantifier() -> Bool {
    at(.word) && current.keyword.quantifier != nil && !namesProperty(index)
  }

  /// `quantifier` = "ANY" | "SOME" | "ALL" | "NONE" ;
  private mutating func parseQuantifier() -> QuantifierNode? {
    guard let kind = current.keyword.quantifier else { return nil }
    let node = QuantifierNode(kind, current.span)
    advance()
    return node
  }

  /// Makes an operand of a value without a comparison operator. With a quantifier it must be a key path:
  /// `ANY cities.isCapital`.
  private mutating func withoutOperator(_ quantifier: QuantifierNode?, _ left: ParsedOperand) -> ParsedOperand {
    guard let quantifier else { return left }
    let span = quantifier.span.union(left.span)
    switch left.node {
    case .predicate(.invalid), .expression(.invalid):
      return .invalid(span)
    case .predicate:
      emit(.quantifiedPredicate(quantifier.kind, inner: left.span, isParenthesized: left.isParenthesized), at: span)
      return .invalid(span)
    case .expression(let value):
      guard !options.strictNSPredicate, Parser.mayStandAlone(value) else {
        emit(.quantifierWithoutComparison(quantifier.kind), at: span)
        return .invalid(span)
      }
      return ParsedOperand(
        PredicateNode.bare(BarePredicate(quantifier: quantifier, expression: value, span: span)), span,
        height: left.height + 1)
    }
  }

  private mutating func comparison(
    _ quantifier: QuantifierNode?, _ left: ParsedOperand, _ written: ComparisonSyntax, _ right: ParsedOperand
  ) -> ParsedOperand {
    let span = SourceSpan(quantifier?.span.start ?? left.span.start, max(right.span.end, written.span.end))
    let height = max(left.height, right.height) + 1
    if let quantifier, case .predicate = left.node, !left.isInvalid {
      emit(
        .quantifiedPredicate(quantifier.kind, inner: left.span, isParenthesized: left.isParenthesized), at: left.span)
      return .invalid(span)
    }
    let (leftNode, rightNode) = (expression(left), expression(right))
    guard let kind = written.kind else { return .invalid(span) }
    let node = ComparisonPredicate(
      quantifier: quantifier, left: leftNode, operator: kind, operatorSpan: written.span,
      options: written.options, right: rightNode, selector: kind == .selector ? source.text(written.span) : nil,
      span: span)
    guard let negation = written.negation else {
      return bounded(ParsedOperand(PredicateNode.comparison(node), span, height: height))
    }
    emit(
      .negatedOperator(kind, negation: negation, operatorSpan: written.span, whole: span),
      at: negation.union(written.span))
    let negated = PredicateNode.not(NotPredicate(.comparison(node), span: span))
    return bounded(ParsedOperand(negated, span, height: height + 1))
  }

  /// Reports `a == b == c`, and `a == 1 & b == 2`, where `&` was meant to be AND.
  private mutating func reportChain(_ middle: ParsedOperand) {
    if case .expression(.chain(let chain)) = middle.node, !chain.isParenthesized,
      let bitwise = chain.operators.last(where: { $0.kind == .bitwiseAnd || $0.kind == .bitwiseOr })
    {
      lastErrorIndex = index
      emit(.bitwiseConnective(bitwise.kind), at: bitwise.span)
      return
    }
    emitHere(.comparisonChain(middle: source.text(middle.span), insertAt: middle.span.end))
  }

  /// Reports `x BETWEEN 1 AND 10`, the syntax of SQL; true when it was found and skipped.
  private mutating func recoversBetween(_ low: ParsedOperand) -> Bool {
    guard atWord(.and), !low.isInvalid else { return false }
    if case .expression(.aggregate) = low.node { return false }
    let first = peek().kind == .minus ? 2 : 1
    switch peek(first).kind {
    case .number, .string, .variable: break
    case .word where !peek(first).keyword.isReserved: break
    default: return false
    }
    let and = current.span
    let start = index
    index += first + 1
    guard atConnective() || atPredicateEnd() else {
      index = start
      return false
    }
    let high = SourceSpan(tokens[start + 1].start, previousEnd)
    emit(.betweenAnd(low: low.span, and: and, high: high), at: low.span.union(high))
    return true
  }
}
