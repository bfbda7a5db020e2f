import CDQIR
import CDQValues
import Foundation

/// The search for the smallest change of a condition that turns its answer for one object: a bound moved to the value of
/// the object, or a part left out.
struct ConditionChange {
  private var text: IRPrinter
  /// The parts that were changed.
  private(set) var parts: [TurningChanges.QueryChange.Part] = []

  init(text: IRPrinter) {
    self.text = text
  }

  /// A condition with the wanted truth; nil when the condition has to be left out.
  mutating func changed(_ tree: TruthTree, isWanted: Bool) -> PredicateIR? {
    if tree.holds == isWanted { return tree.condition }
    switch tree.condition {
    case .and: return joined(tree, isWanted: isWanted, needsAll: isWanted) { .and($0) }
    case .or: return joined(tree, isWanted: isWanted, needsAll: !isWanted) { .or($0) }
    case .not(let part):
      guard let tree = tree.parts.first else { return leftOut(.not(part)) }
      var trial = self
      guard let inner = trial.changed(tree, isWanted: !isWanted) else { return leftOut(.not(part)) }
      self = trial
      return .not(inner)
    case .quantified(var node):
      guard let part = tree.parts.first, tree.elements?.reason != .some(.first) else { return leftOut(tree.condition) }
      let outer = text
      text = text.entering(node.variable)
      defer { text = outer }
      guard let inner = changed(part, isWanted: isWanted) else { return nil }
      node.predicate = inner
      return .quantified(node)
    case .comparison(let node): return moved(node, tree, isWanted: isWanted)
    case .between(let node): return moved(node, tree, isWanted: isWanted)
    default: return leftOut(tree.condition)
    }
  }

  private mutating func leftOut(_ condition: PredicateIR) -> PredicateIR? {
    parts.append(TurningChanges.QueryChange.Part(before: text.text(condition), after: nil))
    return nil
  }

  private mutating func joined(
    _ tree: TruthTree, isWanted: Bool, needsAll: Bool, _ make: ([PredicateIR]) -> PredicateIR
  ) -> PredicateIR? {
    if tree.parts.isEmpty { return leftOut(tree.condition) }
    if needsAll {
      let kept = tree.parts.compactMap { changed($0, isWanted: isWanted) }
      return kept.isEmpty ? nil : kept.count == 1 ? kept[0] : make(kept)
    }
    // One part is enough: that with the fewest changes, and preferably one whose bound moves.
    var best: (index: Int, condition: PredicateIR?, change: ConditionChange)?
    for (index, part) in tree.parts.enumerated() {
      var trial = self
      let condition = trial.changed(part, isWanted: isWanted)
      guard condition != nil, trial.parts.count < best?.change.parts.count ?? .max else { continue }
      best = (index, condition, trial)
    }
    guard let best else { return leftOut(tree.condition) }
    self = best.change
    var operands = tree.parts.map(\.condition)
    if let condition = best.condition { operands[best.index] = condition }
    return make(operands)
  }

  // MARK: Bounds

  /// A comparison with the bound moved to the value of the object, inclusive or exclusive as wanted.
  private mutating func moved(_ node: ComparisonIR, _ tree: TruthTree, isWanted: Bool) -> PredicateIR? {
    let isLiteralRight = if case .literal = node.right { true } else { false }
    let isLiteralLeft = if case .literal = node.left { true } else { false }
    guard isLiteralLeft != isLiteralRight, !node.operator.isEquality,
      let value = tree.values.first?.value, !value.isNull, ValueSamples.neighbour(of: value, isAbove: true) != nil
    else { return leftOut(tree.condition) }
    var changed = node
    let literal = ExpressionIR.literal(value, isLiteralRight ? node.left.type.evaluated : node.right.type.evaluated)
    if isLiteralRight { changed.right = literal } else { changed.left = literal }
    changed.operator = node.operator.withEquality(isWanted)
    note(tree.condition, .comparison(changed))
    return .comparison(changed)
  }

  private mutating func moved(_ node: BetweenIR, _ tree: TruthTree, isWanted: Bool) -> PredicateIR? {
    guard isWanted, case .literal(let low, let type) = node.low, case .literal(let high, _) = node.high,
      let value = tree.values.first?.value, !value.isNull, value.kind == low.kind, value.kind == high.kind
    else { return leftOut(tree.condition) }
    var changed = node
    if Value.order(value, low) == .orderedAscending { changed.low = .literal(value, type) }
    if Value.order(value, high) == .orderedDescending { changed.high = .literal(value, type) }
    note(tree.condition, .between(changed))
    return .between(changed)
  }

  private mutating func note(_ before: PredicateIR, _ after: PredicateIR) {
    parts.append(TurningChanges.QueryChange.Part(before: text.text(before), after: text.text(after)))
  }
}

extension ComparisonIR.Operator {
  /// The same direction with equality included or excluded.
  fileprivate func withEquality(_ isIncluded: Bool) -> ComparisonIR.Operator {
    switch self {
    case .less, .lessOrEqual: isIncluded ? .lessOrEqual : .less
    case .greater, .greaterOrEqual: isIncluded ? .greaterOrEqual : .greater
    case .equal, .notEqual: self
    }
  }
}
