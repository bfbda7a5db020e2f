/// A transformation of IR. A conforming type handles the nodes that it changes and calls `rewriteChildren(of:)` for all
/// others; the default implementation of each method does the same.
///
/// nil removes a node, and with it its parent, unless a method of the conforming type handles that.
///
/// ```swift
/// struct WithoutNegations: IRRewriter {
///   mutating func rewrite(_ expression: ExpressionIR) -> ExpressionIR? {
///     if case .negate(let operand) = expression { return rewrite(operand) }
///     return rewriteChildren(of: expression)
///   }
/// }
/// ```
package protocol IRRewriter {
  /// The replacement of a condition; nil removes it.
  mutating func rewrite(_ predicate: PredicateIR) -> PredicateIR?
  /// The replacement of a value; nil removes it.
  mutating func rewrite(_ expression: ExpressionIR) -> ExpressionIR?
  /// The replacement of a collection; nil removes it.
  mutating func rewrite(_ collection: CollectionIR) -> CollectionIR?
}

// Rewriting is not hot, so the compiler need not specialize these functions for each rewriter.

extension IRRewriter {
  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func rewrite(_ predicate: PredicateIR) -> PredicateIR? { rewriteChildren(of: predicate) }

  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func rewrite(_ expression: ExpressionIR) -> ExpressionIR? { rewriteChildren(of: expression) }

  @_semantics("optimize.sil.specialize.generic.never")
  package mutating func rewrite(_ collection: CollectionIR) -> CollectionIR? { rewriteChildren(of: collection) }

  /// The condition with its children rewritten; nil when one of them is removed.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  package mutating func rewriteChildren(of predicate: PredicateIR) -> PredicateIR? {
    switch predicate {
    case .constant: return predicate
    case .and(let operands): return rewriteAll(operands).map { .and($0) }
    case .or(let operands): return rewriteAll(operands).map { .or($0) }
    case .not(let operand): return rewrite(operand).map { .not($0) }
    case .comparison(var node):
      guard let left = rewrite(node.left), let right = rewrite(node.right) else { return nil }
      (node.left, node.right) = (left, right)
      return .comparison(node)
    case .text(var node):
      guard let text = rewrite(node.text), let pattern = rewrite(node.pattern) else { return nil }
      (node.text, node.pattern) = (text, pattern)
      return .text(node)
    case .between(let node):
      guard let value = rewrite(node.value), let low = rewrite(node.low), let high = rewrite(node.high) else { return nil }
      return .between(BetweenIR(value, low, high))
    case .membership(var node):
      guard let value = rewrite(node.value), let collection = rewrite(node.collection) else { return nil }
      (node.value, node.collection) = (value, collection)
      return .membership(node)
    case .isNull(let value): return rewrite(value).map { .isNull($0) }
    case .boolean(let value): return rewrite(value).map { .boolean($0) }
    case .quantified(var node):
      guard let collection = rewrite(node.collection), let condition = rewrite(node.predicate) else { return nil }
      (node.collection, node.predicate) = (collection, condition)
      return .quantified(node)
    case .whenPresent(let parameters, let operand):
      return rewrite(operand).map { .whenPresent(parameters: parameters, $0) }
    }
  }

  /// The value with its children rewritten; nil when one of them is removed.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  package mutating func rewriteChildren(of expression: ExpressionIR) -> ExpressionIR? {
    switch expression {
    case .literal, .parameter, .path: return expression
    case .arithmetic(var node):
      guard let operands = rewriteAll(node.operands) else { return nil }
      node.operands = operands
      return .arithmetic(node)
    case .function(var node):
      guard let arguments = rewriteAll(node.arguments) else { return nil }
      node.arguments = arguments
      return .function(node)
    case .negate(let operand): return rewrite(operand).map { .negate($0) }
    case .cast(let operand, let type): return rewrite(operand).map { .cast($0, type) }
    case .aggregate(var node):
      guard let collection = rewrite(node.collection) else { return nil }
      node.collection = collection
      return .aggregate(node)
    case .groupAggregate(var node):
      guard let argument = node.argument else { return expression }
      guard let rewritten = rewrite(argument) else { return nil }
      node.argument = rewritten
      return .groupAggregate(node)
    case .element(var node):
      guard let collection = rewrite(node.collection) else { return nil }
      node.collection = collection
      if case .index(let index) = node.position {
        guard let rewritten = rewrite(index) else { return nil }
        node.position = .index(rewritten)
      }
      return .element(node)
    case .conditional(var node):
      guard let condition = rewrite(node.condition), let then = rewrite(node.then), let otherwise = rewrite(node.otherwise)
      else { return nil }
      (node.condition, node.then, node.otherwise) = (condition, then, otherwise)
      return .conditional(node)
    }
  }

  /// The collection with its children rewritten; nil when one of them is removed.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  package mutating func rewriteChildren(of collection: CollectionIR) -> CollectionIR? {
    switch collection {
    case .path, .objects, .parameter: return collection
    case .literal(let elements, let type): return rewriteAll(elements).map { .literal($0, element: type) }
    case .filter(let source, let variable, let predicate):
      guard let source = rewrite(source), let predicate = rewrite(predicate) else { return nil }
      return .filter(source, variable, predicate)
    case .map(let source, let variable, let value):
      guard let source = rewrite(source), let value = rewrite(value) else { return nil }
      return .map(source, variable, value)
    case .flatMap(let source, let variable, let inner):
      guard let source = rewrite(source), let inner = rewrite(inner) else { return nil }
      return .flatMap(source, variable, inner)
    case .distinct(let source): return rewrite(source).map { .distinct($0) }
    case .mode(let source): return rewrite(source).map { .mode($0) }
    case .set(let operation, let left, let right):
      guard let left = rewrite(left), let right = rewrite(right) else { return nil }
      return .set(operation, left, right)
    }
  }

  // These are loops because the frames of `map` would take stack for each level of nesting.

  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  private mutating func rewriteAll(_ operands: [PredicateIR]) -> [PredicateIR]? {
    var result: [PredicateIR] = []
    result.reserveCapacity(operands.count)
    for operand in operands {
      guard let rewritten = rewrite(operand) else { return nil }
      result.append(rewritten)
    }
    return result
  }

  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  private mutating func rewriteAll(_ operands: [ExpressionIR]) -> [ExpressionIR]? {
    var result: [ExpressionIR] = []
    result.reserveCapacity(operands.count)
    for operand in operands {
      guard let rewritten = rewrite(operand) else { return nil }
      result.append(rewritten)
    }
    return result
  }
}
