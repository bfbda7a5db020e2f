extension PredicateNode {
  var dumpNode: DumpNode {
    switch self {
    case .constant(let node): DumpNode(node.value ? "TRUEPREDICATE" : "FALSEPREDICATE")
    case .compound(let node): DumpNode(node.kind.rawValue, node.operands.map(\.dumpNode))
    case .not(let node): DumpNode("NOT", [node.operand.dumpNode])
    case .comparison(let node): node.dumpNode
    case .bare(let node): node.dumpNode
    case .invalid: DumpNode("invalid", [])
    }
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
  /// The letters in canonical order.
  var dumpText: String {
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
    case .aggregate(let node): DumpNode("list", node.elements.map(\.dumpNode))
    case .chain(let node): node.dumpNode
    case .unary(let node): DumpNode(node.kind.rawValue, [node.operand.dumpNode])
    case .call(let node): node.dumpNode
    case .subquery(let node):
      DumpNode("SUBQUERY", [node.collection.dumpNode, DumpNode(node.variable.dumpText), node.predicate.dumpNode])
    case .ternary(let node):
      DumpNode("TERNARY", [node.condition.dumpNode, node.then.dumpNode, node.otherwise.dumpNode])
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
  /// Operands with the operators between them; parentheses matter where operators of different kinds meet.
  fileprivate var dumpNode: DumpNode {
    var children: [DumpNode] = []
    for (position, operand) in operands.enumerated() {
      if position > 0 { children.append(DumpNode(operators[position - 1].kind.rawValue)) }
      children.append(operand.dumpNode)
    }
    return DumpNode(isParenthesized ? "parenthesized-chain" : "chain", children)
  }
}

extension CallNode {
  fileprivate var dumpNode: DumpNode {
    let marks = distinct == nil ? [] : [DumpNode(":distinct")]
    return DumpNode("call", [DumpNode(name.text)] + marks + arguments.map(\.dumpNode))
  }
}

extension PathNode {
  /// `name`, `SELF.name`, `$c.name`; steps that are more than a name are children.
  fileprivate var dumpNode: DumpNode {
    var children: [DumpNode] = []
    var word = ""
    switch base {
    case .implicit: break
    case .selfObject: word = "SELF"
    case .variable(let variable): word = variable.dumpText
    case .expression(let expression): children.append(expression.dumpNode)
    }
    func endWord() {
      if !word.isEmpty { children.append(DumpNode(word)) }
      word = ""
    }
    for component in components {
      switch component {
      case .property(let name): word += (word.isEmpty && children.isEmpty ? "" : ".") + name.text
      case .collectionOperator(let name): word += (word.isEmpty && children.isEmpty ? "" : ".") + "@\(name.text)"
      case .variable(let variable): word += ".\(variable.dumpText)"
      case .argument(let argument):
        endWord()
        children.append(argument.dumpNode)
      case .index(let index):
        endWord()
        children.append(index.dumpNode)
      }
    }
    endWord()
    return DumpNode("path", children)
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
