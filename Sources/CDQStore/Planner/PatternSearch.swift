import CDQIR
import CDQValues

extension PredicateIR {
  /// Whether a LIKE or MATCHES somewhere in it takes its pattern from what it tests: neither from the text nor from an
  /// argument. Without recursion, so that it costs no stack.
  var hasPatternOfRows: Bool {
    var search = PatternSearch()
    search.predicates = [self]
    return search.run()
  }
}

/// The parts of a predicate that are still to be looked at.
private struct PatternSearch {
  var predicates: [PredicateIR] = []
  var expressions: [ExpressionIR] = []
  var collections: [CollectionIR] = []

  mutating func run() -> Bool {
    while true {
      if let predicate = predicates.popLast() {
        if openParts(of: predicate) { return true }
      } else if let expression = expressions.popLast() {
        openParts(of: expression)
      } else if let collection = collections.popLast() {
        openParts(of: collection)
      } else {
        return false
      }
    }
  }

  /// True where such a pattern is found.
  private mutating func openParts(of predicate: PredicateIR) -> Bool {
    switch predicate {
    case .constant: break
    case .and(let operands), .or(let operands): predicates += operands
    case .not(let operand), .whenPresent(_, let operand): predicates.append(operand)
    case .comparison(let node):
      open(node.left)
      open(node.right)
    case .between(let node):
      open(node.value)
      open(node.low)
      open(node.high)
    case .isNull(let value), .boolean(let value): open(value)
    case .membership(let node):
      open(node.value)
      collections.append(node.collection)
    case .quantified(let node):
      collections.append(node.collection)
      predicates.append(node.predicate)
    case .text(let node):
      open(node.text)
      open(node.pattern)
      switch (node.operator, node.pattern) {
      case (.beginsWith, _), (.endsWith, _), (.contains, _), (_, .literal), (_, .parameter): break
      case (.like, _), (.matches, _): return true
      }
    }
    return false
  }

  /// Nothing is in most values.
  private mutating func open(_ expression: ExpressionIR) {
    switch expression {
    case .literal, .parameter, .path: break
    case .arithmetic, .negate, .function, .aggregate, .groupAggregate, .element, .conditional, .cast:
      expressions.append(expression)
    }
  }

  private mutating func openParts(of expression: ExpressionIR) {
    switch expression {
    case .literal, .parameter, .path: break
    case .arithmetic(let node): expressions += node.operands
    case .negate(let operand), .cast(let operand, _): expressions.append(operand)
    case .function(let node): expressions += node.arguments
    case .aggregate(let node): collections.append(node.collection)
    case .groupAggregate(let node): expressions += node.argument.map { [$0] } ?? []
    case .element(let node):
      collections.append(node.collection)
      if case .index(let position) = node.position { expressions.append(position) }
    case .conditional(let node):
      predicates.append(node.condition)
      expressions += [node.then, node.otherwise]
    }
  }

  private mutating func openParts(of collection: CollectionIR) {
    switch collection {
    case .path, .parameter: break
    case .literal(let elements, _): for element in elements { open(element) }
    case .filter(let source, _, let predicate):
      collections.append(source)
      predicates.append(predicate)
    case .map(let source, _, let value):
      collections.append(source)
      expressions.append(value)
    case .flatMap(let source, _, let inner): collections += [source, inner]
    case .distinct(let source), .mode(let source): collections.append(source)
    case .set(_, let left, let right): collections += [left, right]
    }
  }
}
