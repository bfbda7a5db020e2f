extension Parser {
  /// Parses a predicate and reports an operand that is none.
  ///
  /// `predicate` = or ;
  mutating func parsePredicate() -> PredicateNode {
    if at(.endOfText) {
      note(.condition)
      note(.operand)
      emitHere(.expectedPredicate)
      return .invalid(SourceSpan(at: previousEnd))
    }
    let operand = parseConnectives()
    return predicate(operand)
  }

  /// Parses `or` and `and` in one frame, since every frame counts against the stack at the nesting limit.
  ///
  /// `or` = and { ( "OR" | "||" ) and } ;
  /// `and` = not { ( "AND" | "&&" ) not } ;
  mutating func parseConnectives() -> ParsedOperand {
    let first = parseNot()
    return continuesWithConnective(after: first) ? parseCompound(first) : first
  }

  private mutating func parseCompound(_ first: ParsedOperand) -> ParsedOperand {
    let builder = CompoundBuilder(predicate(first), span: first.span, height: first.height)
    var last = first
    repeat {
      let isAnd = consumeConnective()
      last = parseNot()
      append(last, to: builder, isAnd: isAnd)
    } while continuesWithConnective(after: last)
    return bounded(builder.finish())
  }

  /// Consumes the connective; true for AND, false for OR.
  private mutating func consumeConnective() -> Bool {
    let isAnd = at(.doubleAmpersand) || atWord(.and)
    advance()
    return isAnd
  }

  private mutating func append(_ operand: ParsedOperand, to builder: CompoundBuilder, isAnd: Bool) {
    builder.append(predicate(operand), isAnd: isAnd, span: operand.span, height: operand.height)
  }

  /// Whether a connective follows. Text before it that does not belong there is reported and skipped.
  private mutating func continuesWithConnective(after operand: ParsedOperand) -> Bool {
    if atConnective() { return true }
    noteConnective(after: operand)
    if isAborted || atPredicateEnd() { return false }
    // Outside predicates the next clause ends the value, even if its keyword is misspelt.
    if context != .predicate, openBrackets == 0, clauseGuess(index) != nil { return false }
    reportAfterOperand()
    skipToConnective()
    return atConnective()
  }

  /// `not` = { "NOT" | "!" } comparison ;
  mutating func parseNot() -> ParsedOperand {
    atNot() ? parseNegation() : parseComparison()
  }

  private func atNot() -> Bool {
    at(.bang) || (atWord(.not) && !namesProperty(index))
  }

  private mutating func parseNegation() -> ParsedOperand {
    let first = index
    while at(.bang) || atWord(.not) { advance() }
    let count = index - first
    guard enter(count, from: first) else { return .invalid(tokens[first].span) }
    let operand = parseComparison()
    nesting -= count
    return bounded(negate(operand, first: first, count: count))
  }

  private mutating func negate(_ operand: ParsedOperand, first: Int, count: Int) -> ParsedOperand {
    var node = predicate(operand)
    var span = operand.span
    for position in stride(from: first + count - 1, through: first, by: -1) {
      span = SourceSpan(tokens[position].start, max(span.end, tokens[position].end))
      node = .not(NotPredicate(node, span: span))
    }
    return ParsedOperand(node, span, height: operand.height + Int32(count))
  }

  // MARK: Kinds

  /// The predicate of an operand. In cdq a key path alone becomes a `.bare` predicate; any other value is an error.
  mutating func predicate(_ operand: ParsedOperand) -> PredicateNode {
    switch operand.node {
    case .predicate(let node): return node
    case .expression(.invalid(let span)): return .invalid(span)
    case .expression(let value):
      if !options.strictNSPredicate, Parser.mayStandAlone(value) {
        return .bare(BarePredicate(quantifier: nil, expression: value, span: operand.span))
      }
      emit(
        .valueNotPredicate(value, text: source.text(operand.span), isStrict: options.strictNSPredicate),
        at: operand.span)
      return .invalid(operand.span)
    }
  }

  /// The expression of an operand; a predicate is an error.
  mutating func expression(_ operand: ParsedOperand) -> ExpressionNode {
    switch operand.node {
    case .expression(let node): return node
    case .predicate(.invalid(let span)): return .invalid(span)
    case .predicate:
      emit(.predicateAsValue, at: operand.span)
      return .invalid(operand.span)
    }
  }

  /// True for a key path or variable, which may be a Bool; the checker tests its type.
  static func mayStandAlone(_ value: ExpressionNode) -> Bool {
    switch value {
    case .variable:
      return true
    case .path(let path):
      if case .expression = path.base { return false }
      return !path.components.contains { component in
        if case .collectionOperator = component { return true }
        return false
      }
    case .literal, .argument, .aggregate, .chain, .unary, .call, .subquery, .ternary, .enumCase, .invalid:
      return false
    }
  }
}

/// Builds one n-ary OR of n-ary ANDs from a run of operands: `a OR b AND c` becomes `a` and `b AND c` in an OR.
final class CompoundBuilder {
  private var alternatives: [PredicateNode] = []
  private var alternativesSpan = SourceSpan(at: 0)
  private var alternativesHeight: Int32 = 0
  private var conjuncts: [PredicateNode]
  private var conjunctsSpan: SourceSpan
  private var conjunctsHeight: Int32

  init(_ first: PredicateNode, span: SourceSpan, height: Int32) {
    conjuncts = [first]
    conjunctsSpan = span
    conjunctsHeight = height
  }

  func append(_ operand: PredicateNode, isAnd: Bool, span: SourceSpan, height: Int32) {
    if isAnd {
      conjuncts.append(operand)
      conjunctsSpan = conjunctsSpan.union(span)
      conjunctsHeight = max(conjunctsHeight, height)
    } else {
      endConjunction()
      conjuncts.append(operand)
      conjunctsSpan = span
      conjunctsHeight = height
    }
  }

  private func endConjunction() {
    var height = conjunctsHeight
    if conjuncts.count > 1 {
      alternatives.append(.compound(CompoundPredicate(.and, conjuncts, span: conjunctsSpan)))
      height += 1
    } else {
      alternatives.append(contentsOf: conjuncts)
    }
    alternativesSpan = alternatives.count == 1 ? conjunctsSpan : alternativesSpan.union(conjunctsSpan)
    alternativesHeight = max(alternativesHeight, height)
    conjuncts.removeAll(keepingCapacity: true)
  }

  func finish() -> ParsedOperand {
    endConjunction()
    if alternatives.count == 1 {
      return ParsedOperand(alternatives[0], alternativesSpan, height: alternativesHeight)
    }
    let node = PredicateNode.compound(CompoundPredicate(.or, alternatives, span: alternativesSpan))
    return ParsedOperand(node, alternativesSpan, height: alternativesHeight + 1)
  }
}
