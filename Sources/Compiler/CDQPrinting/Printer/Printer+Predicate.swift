import CDQSyntax

extension Printer {
  func predicate(_ node: PredicateNode) {
    switch node {
    case .constant(let node): word(node.value ? "TRUEPREDICATE" : "FALSEPREDICATE")
    case .compound(let node): compound(node)
    case .not(let node): not(node)
    case .comparison(let node): comparison(node)
    case .bare(let node): bare(node)
    case .invalid(let span): invalid(span)
    }
  }

  /// Reports a node for text that could not be parsed, and prints `…` for it.
  func invalid(_ span: SourceSpan) {
    report(.invalid, at: span)
    word("…")
  }

  private func compound(_ node: CompoundPredicate) {
    for (position, operand) in node.operands.enumerated() {
      if position > 0 { word(node.kind.rawValue) }
      if Printer.needsParentheses(operand, in: node.kind) || node.looksLikeRange(position) {
        parenthesized(operand)
      } else {
        predicate(operand)
      }
    }
  }

  /// Whether an operand needs parentheses: an AND within an OR does not; a compound within one of its own kind does,
  /// since it would become part of that.
  private static func needsParentheses(_ operand: PredicateNode, in kind: CompoundPredicate.Kind) -> Bool {
    guard case .compound(let inner) = operand else { return false }
    return kind == .and || inner.kind == .or
  }

  private func parenthesized(_ node: PredicateNode) {
    opening("(")
    predicate(node)
    attached(")")
  }

  /// Prints a chain of NOTs in a loop; it counts as one level of nesting.
  private func not(_ node: NotPredicate) {
    word("NOT")
    var operand = node.operand
    while case .not(let inner) = operand {
      word("NOT")
      operand = inner.operand
    }
    if case .compound = operand { parenthesized(operand) } else { predicate(operand) }
  }

  private func comparison(_ node: ComparisonPredicate) {
    if style == .nsPredicate { reportJoinedTexts(node) }
    let isNegated = quantifier(node.quantifier)
    expression(node.left)
    comparisonOperator(node)
    expression(node.right)
    if isNegated { attached(")") }
  }

  /// Reports `+` in a comparison with a text, such as `first + last == "ab"`: the types of properties are not known here.
  private func reportJoinedTexts(_ node: ComparisonPredicate) {
    let isOfText = ["BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES"].contains(node.operator.rawValue)
    for (side, other) in [(node.left, node.right), (node.right, node.left)] {
      // `chain` reports a sum with a string literal.
      guard case .chain(let chain) = side, chain.isSum, !chain.joinsText, isOfText || other.hasText else { continue }
      report(.joinedTexts, at: chain.span)
    }
  }

  private func comparisonOperator(_ node: ComparisonPredicate) {
    if node.operator == .selector {
      word(node.selector ?? "")
    } else if node.operator.isWord {
      word(node.operator.rawValue)
    } else {
      symbol(node.operator.rawValue)
    }
    if let options = node.options { attached(options.dumpText) }
  }

  /// Prints a quantifier. In Apple's language SOME becomes ANY, and NONE becomes NOT ANY; cdq keeps the word of the
  /// tree.
  ///
  /// - Returns: true when a parenthesis was opened.
  private func quantifier(_ node: QuantifierNode?) -> Bool {
    guard let node else { return false }
    guard style == .nsPredicate else {
      word(node.kind.rawValue)
      return false
    }
    switch node.kind {
    case .any, .some: word("ANY")
    case .all: word("ALL")
    case .none:
      word("NOT")
      opening("(")
      word("ANY")
      return true
    }
    return false
  }

  /// Prints a Bool used as a condition; Apple's language has none, so there it becomes `x == TRUE`.
  private func bare(_ node: BarePredicate) {
    let isNegated = quantifier(node.quantifier)
    expression(node.expression)
    guard style == .nsPredicate else { return }
    symbol("==")
    word("TRUE")
    if isNegated { attached(")") }
  }
}

extension CompoundPredicate {
  /// Whether an operand needs parentheses since the text would be read as SQL's BETWEEN: `x BETWEEN $range AND isOpen`.
  fileprivate func looksLikeRange(_ position: Int) -> Bool {
    guard kind == .and, position + 1 < operands.count, case .bare = operands[position + 1] else { return false }
    var operand = operands[position]
    while case .not(let inner) = operand { operand = inner.operand }
    guard case .comparison(let comparison) = operand, comparison.operator == .between else { return false }
    if case .aggregate = comparison.right { return false }
    return true
  }
}
