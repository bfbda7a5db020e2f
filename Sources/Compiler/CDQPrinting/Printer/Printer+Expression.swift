import CDQSyntax

extension Printer {
  func expression(_ node: ExpressionNode) {
    switch node {
    case .literal(let node): literal(node)
    case .path(let node): path(node)
    case .variable(let node): variable(node)
    case .argument(let node): word(Printer.spelling(of: node.kind))
    case .aggregate(let node): aggregate(node)
    case .chain(let node): chain(node)
    case .unary(let node): unary(node)
    case .call(let node): call(node)
    case .subquery(let node): subquery(node)
    case .ternary(let node): ternary(node)
    case .enumCase(let name): enumCase(name)
    case .invalid(let span): invalid(span)
    }
  }

  func parenthesized(_ node: ExpressionNode) {
    opening("(")
    expression(node)
    attached(")")
  }

  func variable(_ node: VariableNode) {
    if node.isOptional, style == .nsPredicate { report(.optionalParameter(node.name), at: node.span) }
    literal(.variable, node.isOptional ? "$\(node.name)?" : "$\(node.name)")
  }

  private func enumCase(_ name: Identifier) {
    if style == .nsPredicate { report(.enumCase(name.text), at: name.span) }
    opening(".")
    self.name(name)
  }

  private func aggregate(_ node: AggregateNode) {
    opening("{")
    expressions(node.elements)
    attached("}")
  }

  // MARK: Operators

  private func chain(_ node: ChainNode) {
    if style == .nsPredicate, node.joinsText { report(.joinedTexts, at: node.span) }
    var position = 0
    for operand in node.operands {
      if position > 0 { chainOperator(node.operators[position - 1].kind) }
      if node.needsParentheses(around: operand, at: position) {
        parenthesized(operand)
      } else {
        expression(operand)
      }
      position += 1
    }
  }

  private func chainOperator(_ kind: ChainOperator) {
    switch kind {
    case .union, .intersect, .minus: word(kind.rawValue)
    case .bitwiseOr, .bitwiseXor, .bitwiseAnd, .shiftLeft, .shiftRight, .add, .subtract, .multiply, .divide, .power:
      symbol(kind.rawValue)
    }
  }

  /// Prints a chain of signs in a loop. Signs bind tighter than every binary operator.
  private func unary(_ node: UnaryNode) {
    opening(node.kind.rawValue)
    var operand = node.operand
    while case .unary(let inner) = operand {
      opening(inner.kind.rawValue)
      operand = inner.operand
    }
    if case .chain = operand { parenthesized(operand) } else { expression(operand) }
  }

  // MARK: Paths

  private func path(_ node: PathNode) {
    var steps = node.components[...]
    switch node.base {
    case .implicit: firstStep(steps.popFirst())
    case .selfObject: word("SELF")
    case .variable(let node): variable(node)
    case .expression(let node): base(node)
    }
    for step in steps { self.step(step) }
  }

  private func firstStep(_ step: PathComponent?) {
    switch step {
    case .property(let name): self.name(name, isOperand: true)
    case .collectionOperator(let name): word("@\(name.text)")
    case .index, .variable, .argument, nil: break
    }
  }

  /// Prints the base of a path. Parentheses separate a base that is a path or variable from the steps after it, and
  /// keep the dot of the path from being read as the decimal point of a number.
  private func base(_ node: ExpressionNode) {
    switch node {
    case .path, .variable, .chain, .unary: parenthesized(node)
    case .literal(let literal):
      switch literal.kind {
      case .integer, .number: parenthesized(node)
      case .null, .boolean, .string: expression(node)
      }
    case .argument, .aggregate, .call, .subquery, .ternary, .enumCase, .invalid: expression(node)
    }
  }

  private func step(_ step: PathComponent) {
    switch step {
    case .property(let name): member(name)
    case .collectionOperator(let name): attached(".@\(name.text)")
    case .variable(let node):
      opening(".", isAttached: true)
      variable(node)
    case .argument: attached(".%K")
    case .index(let node): index(node)
    }
  }

  private func index(_ node: IndexNode) {
    opening("[", isAttached: true)
    switch node.kind {
    case .first: word("FIRST")
    case .last: word("LAST")
    case .size: word("SIZE")
    case .expression(let node): expression(node)
    }
    attached("]")
  }

  // MARK: Calls

  private func call(_ node: CallNode) {
    if style == .nsPredicate, callOfApple(node) { return }
    if node.name.text == "ANYKEY", node.arguments.isEmpty { return word("ANYKEY") }
    if WordEscape.isReservedFunction(node.name.text) {
      literal(.escapedName, "#" + node.name.text)
    } else {
      literal(node.name.text.hasSuffix(":") ? .word : .name, node.name.text)
    }
    opening("(", isAttached: true)
    if node.distinct != nil, let first = node.arguments.first {
      distinct(first)
      if node.arguments.count > 1 { attached(",") }
      expressions(Array(node.arguments.dropFirst()))
    } else {
      expressions(node.arguments)
    }
    attached(")")
  }

  private func subquery(_ node: SubqueryNode) {
    word("SUBQUERY")
    opening("(", isAttached: true)
    expression(node.collection)
    attached(",")
    variable(node.variable)
    attached(",")
    predicate(node.predicate)
    attached(")")
  }

  private func ternary(_ node: TernaryNode) {
    word("TERNARY")
    opening("(", isAttached: true)
    predicate(node.condition)
    attached(",")
    expression(node.then)
    attached(",")
    expression(node.otherwise)
    attached(")")
  }

  /// The widest conversion of each kind; the tree does not record which one was written.
  private static func spelling(of kind: ArgumentNode.Kind) -> String {
    switch kind {
    case .value: "%@"
    case .keyPath: "%K"
    case .integer: "%lld"
    case .double: "%f"
    case .string: "%s"
    case .character: "%c"
    }
  }
}

extension ChainNode {
  /// Whether the operators are `+` and an operand is a string literal.
  var joinsText: Bool { isSum && operands.contains { $0.isText } }

  /// Whether all operators are `+`.
  var isSum: Bool { operators.allSatisfy { $0.kind == .add } }

  /// Whether an operand needs parentheses: for the grammar, or for the checker, which requires them around bitwise
  /// operators next to others.
  func needsParentheses(around operand: ExpressionNode, at position: Int) -> Bool {
    switch operand {
    case .chain(let inner):
      return inner.precedence <= precedence || (inner.isParenthesized && mixesBitwise(with: inner))
    case .unary(let unary):
      // The checker refuses `-a ** b`, since readers disagree about its meaning.
      return position == 0 && unary.kind == .negate && precedence == ChainOperator.power.precedence
    case .literal, .path, .variable, .argument, .aggregate, .call, .subquery, .ternary, .enumCase, .invalid:
      return false
    }
  }
}

extension ExpressionNode {
  /// Whether this is a string literal.
  var isText: Bool {
    if case .literal(let literal) = self, case .string = literal.kind { true } else { false }
  }

  /// Whether this is a string literal, or a list with one.
  var hasText: Bool {
    if case .aggregate(let list) = self { list.elements.contains { $0.isText } } else { isText }
  }
}
