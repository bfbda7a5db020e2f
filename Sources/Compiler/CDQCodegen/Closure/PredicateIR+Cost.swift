import CDQIR

extension PredicateIR {
  /// The same predicate with cheap operands first. An operand that can throw stays where it is, and the others do not
  /// move across it, so that a query throws in the same cases.
  var ordered: PredicateIR {
    switch self {
    case .constant, .comparison, .text, .between, .membership, .isNull, .boolean, .quantified: self
    case .and(let operands): .and(PredicateIR.ordered(operands))
    case .or(let operands): .or(PredicateIR.ordered(operands))
    case .not(let operand): .not(operand.ordered)
    case .whenPresent(let parameters, let inner): .whenPresent(parameters: parameters, inner.ordered)
    }
  }

  private static func ordered(_ operands: [PredicateIR]) -> [PredicateIR] {
    var result: [PredicateIR] = []
    var movable: [(cost: Int, predicate: PredicateIR)] = []
    func sorted() -> [PredicateIR] {
      movable.enumerated().sorted { left, right in
        left.element.cost != right.element.cost
          ? left.element.cost < right.element.cost : left.offset < right.offset
      }.map(\.element.predicate)
    }
    for operand in operands.map(\.ordered) {
      if operand.canFail {
        result += sorted() + [operand]
        movable = []
      } else {
        movable.append((operand.cost, operand))
      }
    }
    return result + sorted()
  }

  /// Whether an evaluation can throw: that of an invalid pattern does.
  private var canFail: Bool {
    switch self {
    case .constant, .comparison, .between, .isNull, .boolean: false
    case .text(let node):
      // A pattern that is the same for all objects is made before the loop, so only its creation can throw.
      node.operator.pattern == .expression || (!node.operator.hasNeedle && !node.pattern.isInvariant)
    case .and(let operands), .or(let operands): operands.contains(where: \.canFail)
    case .not(let operand), .whenPresent(_, let operand): operand.canFail
    case .quantified(let node): node.collection.canFail || node.predicate.canFail
    case .membership(let node): node.collection.canFail
    }
  }

  /// The cost of an evaluation, in comparisons of numbers.
  private var cost: Int {
    switch self {
    case .constant: 0
    case .isNull(let value), .boolean(let value): 1 + value.cost
    case .comparison(let node):
      node.left.cost + node.right.cost + (node.options.isEmpty ? 1 : 12) + (node.left.type == .string ? 3 : 0)
    case .between(let node): 2 + node.value.cost + node.low.cost + node.high.cost
    case .membership(let node): node.value.cost + node.collection.cost + (node.options.isEmpty ? 4 : 14)
    case .text(let node):
      node.text.cost + node.pattern.cost + node.operator.cost * (node.options.isEmpty ? 1 : 2)
        + (node.pattern.isInvariant ? 0 : 10)
    case .and(let operands), .or(let operands): operands.reduce(0) { $0 + $1.cost }
    case .not(let operand), .whenPresent(_, let operand): operand.cost
    case .quantified(let node): 10 + node.collection.cost + 4 * min(node.predicate.cost, mostCost)
    }
  }
}

/// A cost above which differences no longer matter; it keeps nested loops from overflowing.
private let mostCost = 1 << 40

extension CollectionIR {
  fileprivate var canFail: Bool {
    switch self {
    case .path, .literal, .parameter: false
    // Conditions in conditions are rare: a filter counts as one that can throw, which keeps its operand in place.
    case .filter: true
    case .map(let source, _, _), .distinct(let source), .mode(let source): source.canFail
    case .flatMap(let source, _, let inner): source.canFail || inner.canFail
    case .set(_, let left, let right): left.canFail || right.canFail
    }
  }

  fileprivate var cost: Int {
    switch self {
    case .literal, .parameter: 1
    case .path(let path): 10 * path.steps.count { $0.kind == .toMany || $0.kind == .scalarCollection }
    case .filter(let source, _, _), .map(let source, _, _): 10 + source.cost
    case .distinct(let source), .mode(let source): 30 + source.cost
    case .flatMap(let source, _, let inner): 10 + source.cost + 4 * min(inner.cost, mostCost)
    case .set(_, let left, let right): 40 + left.cost + right.cost
    }
  }
}

extension ExpressionIR {
  fileprivate var cost: Int {
    switch self {
    case .literal, .parameter: 0
    case .path(let path): path.steps.count - 1
    case .arithmetic(let node): node.operands.reduce(node.operands.count) { $0 + $1.cost }
    case .negate(let operand): 1 + operand.cost
    case .function(let node): node.arguments.reduce(node.function.cost) { $0 + $1.cost }
    case .aggregate(let node): 10 + node.collection.cost
    case .groupAggregate: 10
    case .element(let node): 5 + node.collection.cost
    case .conditional(let node): 2 + node.then.cost + node.otherwise.cost
    case .cast(let operand, _): 10 + operand.cost
    }
  }
}
