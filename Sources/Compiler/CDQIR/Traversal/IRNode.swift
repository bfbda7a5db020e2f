/// A node of a query's IR: a condition, a value or a collection.
package enum IRNode: Hashable, Sendable {
  case predicate(PredicateIR)
  case expression(ExpressionIR)
  case collection(CollectionIR)
}

extension IRNode {
  /// The direct children of this node, in the order in which the dump shows them.
  package var children: [IRNode] {
    switch self {
    case .predicate(let node): node.children
    case .expression(let node): node.children
    case .collection(let node): node.children
    }
  }

  /// Visits this node and all nodes below it: a node before its children, children from left to right.
  ///
  /// An array holds the nodes that are still to be visited, so that a deep query uses no stack.
  ///
  /// - Parameter visit: returns whether to visit the children of the given node.
  package func walk(_ visit: (IRNode) -> Bool) {
    var open = [self]
    while let node = open.popLast() {
      if visit(node) { open += node.children.reversed() }
    }
  }

  /// Whether the node reads all objects of an entity, which only a store or a database has.
  package var readsAllObjects: Bool { contains { if case .collection(.objects) = $0 { true } else { false } } }

  /// Whether a condition holds for this node or a node below it.
  package func contains(where isWanted: (IRNode) -> Bool) -> Bool {
    var isFound = false
    walk { node in
      isFound = isFound || isWanted(node)
      return !isFound
    }
    return isFound
  }
}

extension PredicateIR {
  fileprivate var children: [IRNode] {
    switch self {
    case .constant: []
    case .and(let operands), .or(let operands): operands.map { .predicate($0) }
    case .not(let operand), .whenPresent(_, let operand): [.predicate(operand)]
    case .comparison(let node): [.expression(node.left), .expression(node.right)]
    case .text(let node): [.expression(node.text), .expression(node.pattern)]
    case .between(let node): [.expression(node.value), .expression(node.low), .expression(node.high)]
    case .membership(let node): [.expression(node.value), .collection(node.collection)]
    case .isNull(let value), .boolean(let value): [.expression(value)]
    case .quantified(let node): [.collection(node.collection), .predicate(node.predicate)]
    }
  }
}

extension ExpressionIR {
  fileprivate var children: [IRNode] {
    switch self {
    case .literal, .parameter, .path: []
    case .arithmetic(let node): node.operands.map { .expression($0) }
    case .function(let node): node.arguments.map { .expression($0) }
    case .negate(let operand), .cast(let operand, _): [.expression(operand)]
    case .aggregate(let node): [.collection(node.collection)]
    case .groupAggregate(let node): node.argument.map { [.expression($0)] } ?? []
    case .element(let node):
      if case .index(let index) = node.position { [.collection(node.collection), .expression(index)] }
      else { [.collection(node.collection)] }
    case .conditional(let node): [.predicate(node.condition), .expression(node.then), .expression(node.otherwise)]
    }
  }
}

extension CollectionIR {
  fileprivate var children: [IRNode] {
    switch self {
    case .path, .objects, .parameter: []
    case .literal(let elements, _): elements.map { .expression($0) }
    case .filter(let source, _, let predicate): [.collection(source), .predicate(predicate)]
    case .map(let source, _, let value): [.collection(source), .expression(value)]
    case .flatMap(let source, _, let inner): [.collection(source), .collection(inner)]
    case .distinct(let source), .mode(let source): [.collection(source)]
    case .set(_, let left, let right): [.collection(left), .collection(right)]
    }
  }
}
