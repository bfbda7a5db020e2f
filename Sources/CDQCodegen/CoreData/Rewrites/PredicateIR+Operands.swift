import CDQIR

extension PredicateIR {
  /// The values that a single test compares. Those of conditions inside it, of a quantifier or a SUBQUERY, are none of
  /// them: they are other values for each element.
  var operands: [ExpressionIR] {
    switch self {
    case .comparison(let node): return [node.left, node.right]
    case .text(let node): return [node.text, node.pattern]
    case .between(let node): return [node.value, node.low, node.high]
    case .membership(let node):
      if case .literal(let elements, _) = node.collection { return [node.value] + elements }
      return [node.value]
    case .isNull(let value), .boolean(let value): return [value]
    case .constant, .and, .or, .not, .quantified, .whenPresent: return []
    }
  }

  /// The test with one value in place of another, wherever that is compared.
  func replacing(_ old: ExpressionIR, by new: ExpressionIR) -> PredicateIR {
    switch self {
    case .comparison(var node):
      node.left = node.left.replacing(old, by: new)
      node.right = node.right.replacing(old, by: new)
      return .comparison(node)
    case .text(var node):
      node.text = node.text.replacing(old, by: new)
      node.pattern = node.pattern.replacing(old, by: new)
      return .text(node)
    case .between(let node):
      return .between(
        BetweenIR(
          node.value.replacing(old, by: new), node.low.replacing(old, by: new), node.high.replacing(old, by: new)))
    case .membership(var node):
      node.value = node.value.replacing(old, by: new)
      if case .literal(let elements, let type) = node.collection {
        node.collection = .literal(elements.map { $0.replacing(old, by: new) }, element: type)
      }
      return .membership(node)
    case .isNull(let value): return .isNull(value.replacing(old, by: new))
    case .boolean(let value): return .boolean(value.replacing(old, by: new))
    case .constant, .and, .or, .not, .quantified, .whenPresent: return self
    }
  }
}

extension ExpressionIR {
  /// How many values it is made of.
  var size: Int {
    var count = 0
    var rest = [self]
    while let next = rest.popLast() {
      count += 1
      rest += next.operands
    }
    return count
  }

  /// The first value, from the outside in, that `isWanted`.
  func first(where isWanted: (ExpressionIR) -> Bool) -> ExpressionIR? {
    if isWanted(self) { return self }
    for operand in operands {
      if let found = operand.first(where: isWanted) { return found }
    }
    return nil
  }

  /// The value with one in place of another, wherever that is computed with.
  func replacing(_ old: ExpressionIR, by new: ExpressionIR) -> ExpressionIR {
    if self == old { return new }
    switch self {
    case .arithmetic(var node):
      node.operands = node.operands.map { $0.replacing(old, by: new) }
      return .arithmetic(node)
    case .function(var node):
      node.arguments = node.arguments.map { $0.replacing(old, by: new) }
      return .function(node)
    case .negate(let operand): return .negate(operand.replacing(old, by: new))
    case .cast(let operand, let type): return .cast(operand.replacing(old, by: new), type)
    case .literal, .parameter, .path, .aggregate, .groupAggregate, .element, .conditional: return self
    }
  }
}
