import CDQIR

/// A number for each node of a value or a condition. Values whose IR is equal have equal numbers, wherever they were
/// written, and other values hardly ever.
///
/// All numbers together take a time that grows with the nodes, whereas hashing the IR of each node takes one that grows
/// with the product of their number and the depth.
struct TypedHashes {
  /// The numbers, level by level from the uppermost node.
  let values: [Int]
  /// The position of each node's first child; its other children follow, in the order of `TypedNode.children`.
  let firstChild: [Int]

  init(_ value: TypedExpression) { self.init(.expression(value)) }

  init(_ condition: TypedPredicate) { self.init(.predicate(condition)) }

  private init(_ root: TypedNode) {
    var nodes = [root]
    var firstChild: [Int] = []
    var next = 0
    while next < nodes.count {
      let children = nodes[next].children
      firstChild.append(nodes.count)
      nodes += children
      next += 1
    }
    var values = [Int](repeating: 0, count: nodes.count)
    // Children come after their parents. Where those of the next node begin, those of this one end.
    for index in nodes.indices.reversed() {
      let end = index + 1 < nodes.count ? firstChild[index + 1] : nodes.count
      values[index] = TypedHashes.hash(nodes[index], values[firstChild[index]..<end])
    }
    (self.values, self.firstChild) = (values, firstChild)
  }

  private static func hash(_ node: TypedNode, _ children: ArraySlice<Int>) -> Int {
    switch node {
    case .predicate(let predicate): hash(predicate, children)
    case .expression(let expression): hash(expression, children)
    }
  }

  /// A sum, since the IR has other connectives and another order in places: `!=` is NOT with `==`.
  private static func hash(_ node: TypedPredicate, _ children: ArraySlice<Int>) -> Int {
    switch node {
    case .constant: return 0
    case .and, .or, .not: return children.reduce(0, &+)
    case .bare(let quantifier, _): return quantifier == nil ? children.reduce(0, &+) : 0
    case .comparison(let comparison):
      // The IR splits the path under a quantifier, and has the bounds of BETWEEN without their list.
      let left = comparison.quantifier == nil ? children.first ?? 0 : 0
      return comparison.form == .between ? left : left &+ (children.last ?? 0)
    }
  }

  private static func hash(_ node: TypedExpression, _ children: ArraySlice<Int>) -> Int {
    var hasher = Hasher()
    switch node.kind {
    // NULL as a collection is a list without elements.
    case .literal: return 0
    case .aggregate:
      if children.isEmpty { return 0 }
      hasher.combine(1)
    case .parameter(let index):
      hasher.combine(2)
      hasher.combine(index)
    case .path(let variable, let steps):
      hasher.combine(3)
      hasher.combine(variable)
      hasher.combine(steps)
    case .objects(let entity):
      hasher.combine(4)
      hasher.combine(entity)
    case .arithmetic(let operators, _):
      hasher.combine(5)
      hasher.combine(operators)
    case .negate: hasher.combine(6)
    case .function(let function, _):
      hasher.combine(7)
      hasher.combine(function)
    case .reduce(let function, _):
      hasher.combine(8)
      hasher.combine(function)
    case .reduceGroup(let function, let isDistinct, _):
      hasher.combine(9)
      hasher.combine(function)
      hasher.combine(isDistinct)
    case .first: hasher.combine(10)
    case .last: hasher.combine(11)
    case .element: hasher.combine(12)
    case .subquery: hasher.combine(13)
    case .map: hasher.combine(14)
    case .set(let operation, _, _):
      hasher.combine(15)
      hasher.combine(operation)
    case .distinct: hasher.combine(16)
    case .mode: hasher.combine(17)
    case .conditional: hasher.combine(18)
    case .cast: hasher.combine(19)
    }
    for child in children { hasher.combine(child) }
    return hasher.finalize()
  }
}

/// The size of a value.
struct TypedSize {
  /// The number of its nodes.
  private(set) var nodes = 0
  /// The number of nodes on the longest way down.
  private(set) var levels = 0

  init(_ value: TypedExpression) {
    var level: [TypedNode] = [.expression(value)]
    while !level.isEmpty {
      nodes += level.count
      levels += 1
      level = level.flatMap(\.children)
    }
  }
}
