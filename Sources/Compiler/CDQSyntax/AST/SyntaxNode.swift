/// A node of a query's syntax tree: a predicate or an expression.
package enum SyntaxNode {
  case predicate(PredicateNode)
  case expression(ExpressionNode)
}

extension SyntaxNode {
  /// The direct children of the node, in text order.
  package var children: [SyntaxNode] {
    switch self {
    case .predicate(let node): node.children
    case .expression(let node): node.children
    }
  }

  /// Calls `visit` for the given nodes and all their descendants: parents before children, siblings in text order.
  ///
  /// The nodes still to be visited are kept in an array, so a deep tree takes no stack.
  package static func walk(_ nodes: [SyntaxNode], _ visit: (SyntaxNode) -> Void) {
    var open = [SyntaxNode](nodes.reversed())
    while let node = open.popLast() {
      visit(node)
      open += node.children.reversed()
    }
  }
}

extension PredicateNode {
  fileprivate var children: [SyntaxNode] {
    switch self {
    case .constant, .invalid: []
    case .compound(let node): node.operands.map { .predicate($0) }
    case .not(let node): [.predicate(node.operand)]
    case .comparison(let node): [.expression(node.left), .expression(node.right)]
    case .bare(let node): [.expression(node.expression)]
    }
  }
}

extension ExpressionNode {
  fileprivate var children: [SyntaxNode] {
    switch self {
    case .literal, .variable, .argument, .enumCase, .invalid: []
    case .path(let node): node.children
    case .aggregate(let node): node.elements.map { .expression($0) }
    case .chain(let node): node.operands.map { .expression($0) }
    case .unary(let node): [.expression(node.operand)]
    case .call(let node): node.arguments.map { .expression($0) }
    case .subquery(let node): [.expression(node.collection), .predicate(node.predicate)]
    case .ternary(let node): [.predicate(node.condition), .expression(node.then), .expression(node.otherwise)]
    }
  }
}

extension PathNode {
  fileprivate var children: [SyntaxNode] {
    var nodes: [SyntaxNode] = []
    if case .expression(let base) = base { nodes.append(.expression(base)) }
    for case .index(let index) in components {
      if case .expression(let position) = index.kind { nodes.append(.expression(position)) }
    }
    return nodes
  }
}
