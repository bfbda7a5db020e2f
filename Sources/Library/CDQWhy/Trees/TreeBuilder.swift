import CDQIR
import CDQValues

/// The builder of truth trees: it asks the engine for the truth of each part of a condition, and for the element that
/// decides a quantifier.
struct TreeBuilder {
  let evaluator: ObjectEvaluator
  /// The number of nodes that may still be made. A longer condition is shown as a whole where the number ends.
  private(set) var budget = TreeBuilder.mostNodes

  static let mostNodes = 2_000
  /// The depth at which parts are shown as a whole, so that the recursion needs little stack.
  static let greatestDepth = 40
  /// Conditions that are nested more deeply are shown as a whole: the planner's recursion below that of the builder would
  /// not fit a small stack.
  private static let greatestNesting = 64
  /// The number of elements among which the nearest one is searched.
  static let mostElements = 12

  init(_ evaluator: ObjectEvaluator) {
    self.evaluator = evaluator
  }

  /// The place from which a part is evaluated: the object under test, or an element of one of its collections.
  private struct Place {
    var text: IRPrinter
    var depth = 0
    /// The enclosing collections, the outermost first, each narrowed to the shown element.
    var enclosing: [(collection: CollectionIR, position: ElementIR.Position, variable: VariableIR)] = []

    /// An expression about the elements as an expression about the object under test.
    func lifted(_ expression: ExpressionIR) -> ExpressionIR {
      var result = expression
      for (collection, position, variable) in enclosing.reversed() {
        result = .element(ElementIR(position, of: .map(collection, variable, result)))
      }
      return result
    }

    func entering(
      _ collection: CollectionIR, _ position: ElementIR.Position, _ variable: VariableIR
    ) -> Place {
      Place(
        text: text.entering(variable), depth: depth + 1, enclosing: enclosing + [(collection, position, variable)])
    }

    var deeper: Place {
      var result = self
      result.depth += 1
      return result
    }
  }

  /// The tree of the condition of a query.
  mutating func tree(_ predicate: PredicateIR, _ text: IRPrinter) throws(ExecutionError) -> TruthTree {
    let isDeep = IRNode.predicate(predicate).isNested(deeperThan: TreeBuilder.greatestNesting)
    return try node(predicate, Place(text: text, depth: isDeep ? TreeBuilder.greatestDepth : 0))
  }

  private mutating func node(_ predicate: PredicateIR, _ place: Place) throws(ExecutionError) -> TruthTree {
    budget -= 1
    let operands = place.depth < TreeBuilder.greatestDepth ? predicate.shownOperands : []
    let asked = [ObjectEvaluator.truthValue(predicate)] + operands
    let values = try evaluator.values(asked.map { place.lifted($0) })
    var result = TruthTree(
      text: place.text.text(predicate), condition: predicate, holds: values.first == .bool(true),
      values: zip(operands, values.dropFirst()).map { TruthTree.Operand(text: place.text.text($0), value: $1) },
      elements: nil, parts: [])
    guard place.depth < TreeBuilder.greatestDepth, budget > 0 else { return result }
    switch predicate {
    case .and(let parts), .or(let parts): result.parts = try nodes(parts, place.deeper)
    case .not(.isNull): break
    case .not(let part): result.parts = try nodes([part], place.deeper)
    case .quantified(let node): try addElements(node, to: &result, place)
    case .whenPresent(_, let part): return try node(part, place)
    case .comparison: result.parts = try nodes(predicate.subqueries, place.deeper)
    default: break
    }
    return result
  }

  private mutating func nodes(_ parts: [PredicateIR], _ place: Place) throws(ExecutionError) -> [TruthTree] {
    // A part needs a node at least.
    if parts.count > budget { return [] }
    var result: [TruthTree] = []
    for part in parts where budget > 0 { result.append(try node(part, place)) }
    // A tree with only some of its parts would explain another condition.
    return result.count == parts.count ? result : []
  }

  // MARK: Elements

  private mutating func addElements(
    _ node: QuantifiedIR, to result: inout TruthTree, _ place: Place
  ) throws(ExecutionError) {
    let matching = CollectionIR.filter(node.collection, node.variable, node.predicate)
    let counts = try evaluator.values(
      [node.collection, matching].map { place.lifted(.aggregate(AggregateIR(.count, $0, type: .int64))) })
    guard case .int(let count)? = counts.first, case .int(let fitting)? = counts.last, count > 0 else {
      result.elements = TruthTree.Elements(count: 0, matching: 0, shown: nil, reason: .none)
      return
    }
    var elements = TruthTree.Elements(count: Int(count), matching: Int(fitting), shown: nil, reason: .deciding)
    let decider: CollectionIR?
    switch node.kind {
    case .any: decider = fitting > 0 ? matching : nil
    case .all:
      decider =
        fitting < count ? .filter(node.collection, node.variable, .not(node.predicate)) : node.collection
      if fitting == count { elements.reason = .first }
    }
    if let decider {
      let inner = place.entering(decider, .first, node.variable)
      (elements.shown, result.parts) = try part(node, inner)
    } else {
      elements.reason = .nearest
      var best: (shown: Value?, parts: [TruthTree])?
      for index in 0..<min(Int(count), TreeBuilder.mostElements) where budget > 0 {
        let inner = place.entering(
          node.collection, .index(.literal(.int(Int64(index)), .int64)), node.variable)
        let found = try part(node, inner)
        guard let distance = found.1.first?.distance else { continue }
        if distance < best?.parts.first?.distance ?? .max { best = found }
        if distance <= 1 { break }
      }
      elements.shown = best?.shown
      result.parts = best?.parts ?? []
    }
    result.elements = elements
  }

  /// The element at a place, and the tree of a quantifier's condition for it.
  private mutating func part(
    _ quantified: QuantifiedIR, _ place: Place
  ) throws(ExecutionError) -> (Value?, [TruthTree]) {
    let element = ExpressionIR.path(
      PathIR(variable: quantified.variable.id, steps: [], type: quantified.variable.type))
    let shown = try evaluator.values([place.lifted(element)]).first
    return (shown, [try node(quantified.predicate, place)])
  }
}

extension PredicateIR {
  /// The operands whose values explain the truth of a condition: not literals, and of a computed operand also the paths
  /// in it.
  fileprivate var shownOperands: [ExpressionIR] {
    // A negated test for nil is shown as one line.
    let direct = if case .not(.isNull(let value)) = self { [value] } else { operands }
    var result: [ExpressionIR] = []
    func add(_ expression: ExpressionIR) {
      if case .literal = expression { return }
      if result.count < 8, !result.contains(expression) { result.append(expression) }
    }
    for operand in direct {
      add(operand)
      IRNode.expression(operand).walk { node in
        switch node {
        case .expression(.path(let path)): add(.path(path))
        case .expression: break
        // What is inside has variables of its own.
        case .collection, .predicate: return false
        }
        return true
      }
    }
    return result.filter { $0.isReadable }
  }

  /// For a comparison of `SUBQUERY(…).@count`, whether there is an element: its tree shows what decided the number.
  fileprivate var subqueries: [PredicateIR] {
    guard case .comparison(let node) = self else { return [] }
    return [node.left, node.right].compactMap { operand in
      guard case .aggregate(let aggregate) = operand, aggregate.function == .count,
        case .filter(let source, let variable, let condition) = aggregate.collection
      else { return nil }
      return .quantified(QuantifiedIR(.any, variable, in: source, condition))
    }
  }
}

extension ExpressionIR {
  /// Whether a query can select the value: Transformables have none that could be shown.
  fileprivate var isReadable: Bool { type != .opaque && type != .null }
}
