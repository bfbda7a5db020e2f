extension PredicateIR {
  /// The condition that is left when the omittable parameters in `absent` are not given (`LANGUAGE.md` §2): a condition
  /// that uses one disappears from its AND or OR, and so does a NOT, quantifier or group left empty. A comparison with a
  /// SUBQUERY whose conditions have all disappeared disappears with them, as a quantifier does.
  ///
  /// - Returns: nil when nothing is left, which means "all objects" at the top.
  public func removing(absent: Set<Int>) -> PredicateIR? {
    if absent.isEmpty { return self }
    switch self {
    case .constant:
      return self
    case .comparison(var node):
      guard let left = node.left.removing(absent), let right = node.right.removing(absent) else { return nil }
      (node.left, node.right) = (left, right)
      return .comparison(node)
    case .text(var node):
      guard let text = node.text.removing(absent), let pattern = node.pattern.removing(absent) else { return nil }
      (node.text, node.pattern) = (text, pattern)
      return .text(node)
    case .between(let node):
      guard let value = node.value.removing(absent), let low = node.low.removing(absent),
        let high = node.high.removing(absent)
      else { return nil }
      return .between(BetweenIR(value, low, high))
    case .membership(var node):
      guard let value = node.value.removing(absent), let collection = node.collection.removing(absent)
      else { return nil }
      (node.value, node.collection) = (value, collection)
      return .membership(node)
    case .isNull(let value):
      return value.removing(absent).map { .isNull($0) }
    case .boolean(let value):
      return value.removing(absent).map { .boolean($0) }
    case .and(let operands):
      return PredicateIR.joined(operands, absent) { .and($0) }
    case .or(let operands):
      return PredicateIR.joined(operands, absent) { .or($0) }
    case .not(let operand):
      return operand.removing(absent: absent).map { .not($0) }
    case .quantified(var node):
      guard let collection = node.collection.removing(absent),
        let predicate = node.predicate.removing(absent: absent)
      else { return nil }
      (node.collection, node.predicate) = (collection, predicate)
      return .quantified(node)
    case .whenPresent(let parameters, let predicate):
      return absent.isDisjoint(with: parameters) ? predicate.removing(absent: absent) : nil
    }
  }

  private static func joined(
    _ operands: [PredicateIR], _ absent: Set<Int>, _ make: ([PredicateIR]) -> PredicateIR
  ) -> PredicateIR? {
    let left = operands.compactMap { $0.removing(absent: absent) }
    switch left.count {
    case 0: return operands.isEmpty ? make([]) : nil
    case 1: return left[0]
    default: return make(left)
    }
  }
}

extension ExpressionIR {
  /// The value with the conditions of its SUBQUERYs reduced; nil when one of them has none left.
  fileprivate func removing(_ absent: Set<Int>) -> ExpressionIR? {
    switch self {
    case .literal, .parameter, .path, .groupAggregate:
      return self
    case .arithmetic(var node):
      let operands = node.operands.compactMap { $0.removing(absent) }
      guard operands.count == node.operands.count else { return nil }
      node.operands = operands
      return .arithmetic(node)
    case .negate(let operand):
      return operand.removing(absent).map { .negate($0) }
    case .function(var node):
      let arguments = node.arguments.compactMap { $0.removing(absent) }
      guard arguments.count == node.arguments.count else { return nil }
      node.arguments = arguments
      return .function(node)
    case .aggregate(var node):
      guard let collection = node.collection.removing(absent) else { return nil }
      node.collection = collection
      return .aggregate(node)
    case .element(var node):
      guard let collection = node.collection.removing(absent) else { return nil }
      node.collection = collection
      return .element(node)
    case .conditional(var node):
      guard let condition = node.condition.removing(absent: absent), let then = node.then.removing(absent),
        let otherwise = node.otherwise.removing(absent)
      else { return nil }
      (node.condition, node.then, node.otherwise) = (condition, then, otherwise)
      return .conditional(node)
    case .cast(let operand, let type):
      return operand.removing(absent).map { .cast($0, type) }
    }
  }
}

extension CollectionIR {
  /// The collection with the conditions of its SUBQUERYs reduced; nil when one of them has none left.
  fileprivate func removing(_ absent: Set<Int>) -> CollectionIR? {
    switch self {
    case .path, .parameter:
      return self
    case .literal(let elements, let type):
      let left = elements.compactMap { $0.removing(absent) }
      return left.count == elements.count ? .literal(left, element: type) : nil
    case .filter(let source, let variable, let predicate):
      guard let source = source.removing(absent), let predicate = predicate.removing(absent: absent)
      else { return nil }
      return .filter(source, variable, predicate)
    case .map(let source, let variable, let value):
      guard let source = source.removing(absent), let value = value.removing(absent) else { return nil }
      return .map(source, variable, value)
    case .flatMap(let source, let variable, let inner):
      guard let source = source.removing(absent), let inner = inner.removing(absent) else { return nil }
      return .flatMap(source, variable, inner)
    case .distinct(let source):
      return source.removing(absent).map { .distinct($0) }
    case .mode(let source):
      return source.removing(absent).map { .mode($0) }
    case .set(let operation, let left, let right):
      guard let left = left.removing(absent), let right = right.removing(absent) else { return nil }
      return .set(operation, left, right)
    }
  }
}
