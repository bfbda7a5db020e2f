extension PredicateNode {
  var dumpNode: DumpNode {
    switch self {
    case .constant(let node): DumpNode(node.value ? "TRUEPREDICATE" : "FALSEPREDICATE")
    case .compound(let node): node.dumpNode
    case .not(let node): node.dumpNode
    case .comparison(let node): node.dumpNode
    case .bare(let node): node.dumpNode
    case .invalid: DumpNode("invalid", [])
    }
  }
}

extension PredicateNode {
  /// Uses a loop, because for each nesting level the frames of `map` would take stack space too.
  fileprivate static func dumpNodes(_ nodes: [PredicateNode]) -> [DumpNode] {
    var result: [DumpNode] = []
    for node in nodes { result.append(node.dumpNode) }
    return result
  }
}

extension ExpressionNode {
  fileprivate static func dumpNodes(_ nodes: [ExpressionNode]) -> [DumpNode] {
    var result: [DumpNode] = []
    for node in nodes { result.append(node.dumpNode) }
    return result
  }
}

extension CompoundPredicate {
  fileprivate var dumpNode: DumpNode { DumpNode(kind.rawValue, PredicateNode.dumpNodes(operands)) }
}

extension NotPredicate {
  fileprivate var dumpNode: DumpNode { DumpNode("NOT", [operand.dumpNode]) }
}

extension AggregateNode {
  fileprivate var dumpNode: DumpNode { DumpNode("list", ExpressionNode.dumpNodes(elements)) }
}

extension UnaryNode {
  fileprivate var dumpNode: DumpNode { DumpNode(kind.rawValue, [operand.dumpNode]) }
}

extension SubqueryNode {
  fileprivate var dumpNode: DumpNode {
    DumpNode("SUBQUERY", [collection.dumpNode, DumpNode(variable.dumpText), predicate.dumpNode])
  }
}

extension TernaryNode {
  fileprivate var dumpNode: DumpNode {
    DumpNode("TERNARY", [condition.dumpNode, then.dumpNode, otherwise.dumpNode])
  }
}

extension ComparisonPredicate {
  fileprivate var dumpNode: DumpNode {
    let head = `operator`.rawValue + (options?.dumpText ?? "")
    let node = DumpNode(head, [left.dumpNode, right.dumpNode])
    return quantifier.map { DumpNode($0.kind.rawValue, [node]) } ?? node
  }
}

extension BarePredicate {
  fileprivate var dumpNode: DumpNode {
    let node = DumpNode("bare", [expression.dumpNode])
    return quantifier.map { DumpNode($0.kind.rawValue, [node]) } ?? node
  }
}

extension OptionsNode {
  /// The letters in canonical order, in brackets: `[cd]`.
  package var dumpText: String {
    "[" + (caseInsensitive ? "c" : "") + (diacriticInsensitive ? "d" : "") + (normalized ? "n" : "")
      + (localeSensitive ? "l" : "") + "]"
  }
}

extension ExpressionNode {
  var dumpNode: DumpNode {
    switch self {
    case .literal(let node): node.dumpNode
    case .path(let node): node.dumpNode
    case .variable(let node): DumpNode(node.dumpText)
    case .argument(let node): node.dumpNode
    case .aggregate(let node): node.dumpNode
    case .chain(let node): node.dumpNode
    case .unary(let node): node.dumpNode
    case .call(let node): node.dumpNode
    case .subquery(let node): node.dumpNode
    case .ternary(let node): node.dumpNode
    case .enumCase(let name): DumpNode(".\(name.text)")
    case .invalid: DumpNode("invalid", [])
    }
  }
}

extension LiteralNode {
  fileprivate var dumpNode: DumpNode {
    switch kind {
    case .null: DumpNode("NULL")
    case .boolean(let value): DumpNode(value ? "TRUE" : "FALSE")
    case .integer(let value): DumpNode("\(value)")
    case .number(_, let text): DumpNode("number", [DumpNode(text)])
    case .string(let text): DumpNode.quoted(text)
    }
  }
}

extension VariableNode {
  var dumpText: String { "$\(name)\(isOptional ? "?" : "")" }
}

extension ArgumentNode {
  fileprivate var dumpNode: DumpNode {
    let word: String
    switch kind {
    case .value: word = "value"
    case .keyPath: word = "key-path"
    case .integer: word = "integer"
    case .double: word = "double"
    case .string: word = "string"
    case .character: word = "character"
    }
    return DumpNode("argument", [DumpNode("\(index)"), DumpNode(word)])
  }
}

extension ChainNode {
  fileprivate var dumpNode: DumpNode { dumpNode("chain") }

  /// The operands with the operators between them. Parentheses are shown only where the checker requires them;
  /// elsewhere the shape of the tree implies them.
  private func dumpNode(_ head: String) -> DumpNode {
    var children: [DumpNode] = []
    for (position, operand) in operands.enumerated() {
      if position > 0 { children.append(DumpNode(operators[position - 1].kind.rawValue)) }
      if case .chain(let inner) = operand, inner.isParenthesized, mixesBitwise(with: inner) {
        children.append(inner.dumpNode("parenthesized-chain"))
      } else {
        children.append(operand.dumpNode)
      }
    }
    return DumpNode(head, children)
  }
}

extension CallNode {
  fileprivate var dumpNode: DumpNode {
    let marks = distinct == nil ? [] : [DumpNode(":distinct")]
    return DumpNode("call", [DumpNode(name.text)] + marks + ExpressionNode.dumpNodes(arguments))
  }
}

extension PathNode {
  /// Joins the names of a path into one word, such as `name`, `SELF.name`, `$c.name`; other components become children.
  fileprivate var dumpNode: DumpNode { DumpNode("path", dumpBase() + dumpSteps()) }

  private func dumpBase() -> [DumpNode] {
    if case .expression(let expression) = base { return [expression.dumpNode] }
    return []
  }

  private func dumpSteps() -> [DumpNode] {
    var children: [DumpNode] = []
    var word = ""
    var dot = "."
    switch base {
    case .implicit: dot = ""
    case .selfObject: word = "SELF"
    case .variable(let variable): word = variable.dumpText
    case .expression: break
    }
    for component in components {
      if let text = component.dumpText {
        // A property named SELF, which must be written #SELF.
        let isEscaped = dot.isEmpty && text == "SELF"
        word += dot + (isEscaped ? "#" : "") + text
      } else {
        if !word.isEmpty { children.append(DumpNode(word)) }
        word = ""
        children.append(component.dumpNode)
      }
      dot = "."
    }
    if !word.isEmpty { children.append(DumpNode(word)) }
    return children
  }
}

extension PathComponent {
  /// The text of a component that is only a name; nil for indexes and arguments.
  fileprivate var dumpText: String? {
    switch self {
    case .property(let name): name.text
    case .collectionOperator(let name): "@\(name.text)"
    case .variable(let variable): variable.dumpText
    case .index, .argument: nil
    }
  }

  fileprivate var dumpNode: DumpNode {
    switch self {
    case .index(let index): index.dumpNode
    case .argument(let argument): argument.dumpNode
    case .property, .collectionOperator, .variable: DumpNode(dumpText ?? "")
    }
  }
}

extension IndexNode {
  fileprivate var dumpNode: DumpNode {
    switch kind {
    case .first: DumpNode("[FIRST]")
    case .last: DumpNode("[LAST]")
    case .size: DumpNode("[SIZE]")
    case .expression(let expression): DumpNode("index", [expression.dumpNode])
    }
  }
}
