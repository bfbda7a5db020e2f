/// A node of a typed query: a condition or a value.
package enum TypedNode {
  case predicate(TypedPredicate)
  case expression(TypedExpression)

  /// The direct children of this node, in text order.
  package var children: [TypedNode] {
    switch self {
    case .predicate(let node): node.children
    case .expression(let node): node.children
    }
  }
}

extension TypedPredicate {
  fileprivate var children: [TypedNode] {
    switch self {
    case .constant: []
    case .and(let operands), .or(let operands): operands.map { .predicate($0) }
    case .not(let operand): [.predicate(operand)]
    case .comparison(let node): [.expression(node.left), .expression(node.right)]
    case .bare(_, let value): [.expression(value)]
    }
  }
}

extension TypedExpression {
  fileprivate var children: [TypedNode] {
    switch kind {
    case .literal, .parameter, .path, .objects: []
    case .aggregate(let parts), .arithmetic(_, let parts), .function(_, let parts): parts.map { .expression($0) }
    case .negate(let part), .cast(let part), .reduce(_, let part), .first(let part), .last(let part),
      .distinct(let part), .mode(let part):
      [.expression(part)]
    case .reduceGroup(_, _, let part): part.map { [.expression($0)] } ?? []
    case .element(let source, let position): [.expression(source), .expression(position)]
    case .subquery(let source, _, let condition): [.expression(source), .predicate(condition)]
    case .map(let source, _, let inner): [.expression(source), .expression(inner)]
    case .set(_, let left, let right): [.expression(left), .expression(right)]
    case .conditional(let condition, let then, let otherwise):
      [.predicate(condition), .expression(then), .expression(otherwise)]
    }
  }

  /// The direct children that are values; conditions of a SUBQUERY or TERNARY are not.
  var operands: [TypedExpression] {
    children.compactMap { child in
      if case .expression(let value) = child { value } else { nil }
    }
  }
}
