import CDQIR

extension PredicateIR {
  /// The same predicate with cheap operands first. An operand that can throw stays where it is, and the others do not
  /// move across it, so that a query throws in the same cases.
  var ordered: PredicateIR {
    switch self {
    case .and(let operands): .and(PredicateIR.ordered(operands))
    case .or(let operands): .or(PredicateIR.ordered(operands))
    case .not(let operand): .not(operand.ordered)
    case .whenPresent(let parameters, let inner): .whenPresent(parameters: parameters, inner.ordered)
    default: self
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
    var canFail = false
    IRNode.predicate(self).walk { node in
      switch node {
      case .predicate(.text(let node)):
        // A pattern that is the same for all objects is made before the loop, so only its creation can throw.
        if node.operator.pattern == .expression || (!node.operator.hasNeedle && !node.pattern.isInvariant) { canFail = true }
      // Conditions in conditions are rare: a filter counts as one that can throw, which keeps its operand in place.
      case .collection(.filter): canFail = true
      case .expression: return false
      case .predicate, .collection: break
      }
      return !canFail
    }
    return canFail
  }

  /// The cost of an evaluation, in comparisons of numbers.
  private var cost: Int { IRNode.predicate(self).cost }
}

extension IRNode {
  /// The cost of an evaluation, in comparisons of numbers: that of the node itself, and of the nodes below it.
  fileprivate var cost: Int {
    switch self {
    case .predicate(.quantified(let node)):
      10 + IRNode.collection(node.collection).cost + IRNode.repeated(.predicate(node.predicate))
    case .collection(.flatMap(let source, _, let inner)):
      10 + IRNode.collection(source).cost + IRNode.repeated(.collection(inner))
    // What is evaluated for each element of a list of unknown length counts once, with the list.
    case .collection(.filter(let source, _, _)), .collection(.map(let source, _, _)): 10 + IRNode.collection(source).cost
    case .collection(.literal), .collection(.parameter): 1
    case .expression(.groupAggregate): 10
    case .expression(.conditional(let node)): 2 + IRNode.expression(node.then).cost + IRNode.expression(node.otherwise).cost
    default: children.reduce(ownCost) { $0 + $1.cost }
    }
  }

  private static func repeated(_ node: IRNode) -> Int { 4 * min(node.cost, mostCost) }

  private var ownCost: Int {
    switch self {
    case .predicate(.isNull), .predicate(.boolean), .expression(.negate): 1
    case .predicate(.comparison(let node)): (node.options.isEmpty ? 1 : 12) + (node.left.type == .string ? 3 : 0)
    case .predicate(.between): 2
    case .predicate(.membership(let node)): node.options.isEmpty ? 4 : 14
    case .predicate(.text(let node)):
      node.operator.cost * (node.options.isEmpty ? 1 : 2) + (node.pattern.isInvariant ? 0 : 10)
    case .expression(.path(let path)): path.steps.count - 1
    case .expression(.arithmetic(let node)): node.operands.count
    case .expression(.function(let node)): node.function.cost
    case .expression(.aggregate), .expression(.cast): 10
    case .expression(.element): 5
    case .collection(.path(let path)): 10 * path.steps.count { $0.kind == .toMany || $0.kind == .scalarCollection }
    case .collection(.distinct), .collection(.mode): 30
    case .collection(.set): 40
    default: 0
    }
  }
}

/// A cost above which differences no longer matter; it keeps nested loops from overflowing.
private let mostCost = 1 << 40
