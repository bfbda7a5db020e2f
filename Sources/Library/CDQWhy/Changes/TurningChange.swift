public import CDQIR
public import CDQStore
public import CDQValues
import Foundation

/// The smallest changes that turn the answer of a query for one object: values of the object that would have to differ,
/// or conditions of the query that would.
///
/// Each change was tried, on a copy of the store or with the changed query, and turned the answer.
public struct TurningChanges: Hashable, Sendable {
  /// The values that would have to differ; nil when no such change was found.
  public var object: [Assignment]?
  /// The condition of a query that gives the other answer; nil when no such change was found.
  public var query: QueryChange?

  /// A value of the object, or of an object that it refers to, that would have to differ.
  public struct Assignment: Hashable, Sendable {
    /// The object whose value changes: the one in question, or another on whose value the condition depends.
    public var object: ObjectKey
    /// The name of the attribute.
    public var property: String
    /// The value that it has.
    public var before: Value
    /// The value with which the answer is the other one.
    public var after: Value
  }

  /// A changed condition.
  public struct QueryChange: Hashable, Sendable {
    /// The whole condition after the change, as query text.
    public var text: String
    /// The parts that differ, each as it was and as it is; the latter is nil for a part that is left out.
    public var parts: [Part]

    /// A part of a condition that differs.
    public struct Part: Hashable, Sendable {
      /// The part as it was.
      public var before: String
      /// The part as it is; nil when it is left out.
      public var after: String?
    }
  }
}

extension StoredRecord {
  /// The smallest changes of the object or of the query that turn the answer of the query for this object.
  ///
  /// - Throws: `ExecutionError` as a run of the query does.
  public func turningChanges(
    of query: QueryIR, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> TurningChanges {
    let bound = try ObjectQuery(query, arguments, options)
    let evaluator = try ObjectEvaluator(self, bound)
    let text = IRPrinter(parameters: bound.ir.parameters)
    var builder = TreeBuilder(evaluator)
    let tree = try builder.tree(bound.ir.predicate, text)
    var result = TurningChanges()
    var search = AssignmentSearch(record: self)
    if let assignments = search.assignments(tree, isWanted: !tree.holds), !assignments.isEmpty,
      assignments.count <= AssignmentSearch.mostAssignments,
      try turns(assignments, bound, from: tree.holds)
    {
      result.object = assignments
    }
    var condition = ConditionChange(text: text)
    let changed = condition.changed(tree, isWanted: !tree.holds) ?? .constant(true)
    if !condition.parts.isEmpty, try evaluator.truth(changed) != tree.holds {
      result.query = TurningChanges.QueryChange(text: text.text(changed), parts: condition.parts)
    }
    return result
  }

  /// Whether the assignments give the other answer, tried on a copy of the store.
  private func turns(
    _ assignments: [TurningChanges.Assignment], _ query: ObjectQuery, from answer: Bool
  ) throws(ExecutionError) -> Bool {
    let trial = Store(snapshot)
    var key = key
    for (object, changes) in Dictionary(grouping: assignments, by: \.object) {
      let values = Dictionary(changes.map { ($0.property, $0.after) }, uniquingKeysWith: { $1 })
      // A store that refuses the values, for example since they are not unique, has no such object.
      guard let changed = try? trial.update(object, values) else { return false }
      if object == self.key { key = changed }
    }
    guard let record = trial.record(key) else { return false }
    return try ObjectEvaluator(record, query).truth(query.ir.predicate) != answer
  }
}

/// The search for the fewest values whose change turns a condition.
struct AssignmentSearch {
  let record: StoredRecord
  /// More assignments than this make another object, not a changed one.
  static let mostAssignments = 4
  /// The objects that variables stand for.
  private var objects: [Int: ObjectKey] = [:]

  init(record: StoredRecord) {
    self.record = record
    objects[0] = record.key
  }

  /// The fewest assignments that give a part of a condition a truth; nil when there are none that this search knows.
  mutating func assignments(_ tree: TruthTree, isWanted: Bool) -> [TurningChanges.Assignment]? {
    if tree.holds == isWanted { return [] }
    switch tree.condition {
    case .and: return joined(tree.parts, isWanted: isWanted, needsAll: isWanted)
    case .or: return joined(tree.parts, isWanted: isWanted, needsAll: !isWanted)
    case .not(.isNull(let value)):
      return assignment(value, isWanted ? ValueSamples.sample(of: value.type) : .null)
    case .not: return tree.parts.first.flatMap { assignments($0, isWanted: !isWanted) }
    case .quantified(let node): return quantified(node, tree, isWanted: isWanted)
    case .comparison(let node): return comparison(node, tree, isWanted: isWanted)
    case .text(let node): return textMatch(node, tree, isWanted: isWanted)
    case .between(let node): return between(node, tree, isWanted: isWanted)
    case .membership(let node): return membership(node, isWanted: isWanted)
    case .isNull(let value): return assignment(value, isWanted ? .null : ValueSamples.sample(of: value.type))
    case .boolean(let value): return assignment(value, .bool(isWanted))
    case .constant, .whenPresent: return nil
    }
  }

  private mutating func joined(
    _ parts: [TruthTree], isWanted: Bool, needsAll: Bool
  ) -> [TurningChanges.Assignment]? {
    var result: [TurningChanges.Assignment] = []
    var best: [TurningChanges.Assignment]?
    for part in parts {
      let found = assignments(part, isWanted: isWanted)
      if needsAll {
        guard let found else { return nil }
        for assignment in found where !result.contains(assignment) { result.append(assignment) }
      } else if let found, found.count < best?.count ?? .max {
        best = found
      }
    }
    return needsAll ? result : best
  }

  /// Changes the shown element where it alone turns the quantifier.
  private mutating func quantified(
    _ node: QuantifiedIR, _ tree: TruthTree, isWanted: Bool
  ) -> [TurningChanges.Assignment]? {
    guard let elements = tree.elements, case .object(let key)? = elements.shown, let part = tree.parts.first else {
      return nil
    }
    let isEnough =
      switch (node.kind, isWanted) {
      case (.any, true), (.all, false): true
      case (.any, false): elements.matching == 1
      case (.all, true): elements.matching == elements.count - 1
      }
    guard isEnough else { return nil }
    objects[node.variable.id] = key
    return assignments(part, isWanted: isWanted)
  }

  // MARK: Comparisons

  private func comparison(
    _ node: ComparisonIR, _ tree: TruthTree, isWanted: Bool
  ) -> [TurningChanges.Assignment]? {
    let relation = isWanted ? node.operator : node.operator.negated
    if let other = value(of: node.right, in: tree), let after = ValueSamples.value(relation, other),
      let found = assignment(node.left, after)
    {
      return found
    }
    guard let other = value(of: node.left, in: tree), let after = ValueSamples.value(relation.mirrored, other) else {
      return nil
    }
    return assignment(node.right, after)
  }

  private func textMatch(_ node: TextMatchIR, _ tree: TruthTree, isWanted: Bool) -> [TurningChanges.Assignment]? {
    guard case .string(let pattern)? = value(of: node.pattern, in: tree) else { return nil }
    var before = ""
    if case .string(let text)? = value(of: node.text, in: tree) { before = text }
    guard isWanted else { return assignment(node.text, .string(before == "" ? "?" : "")) }
    switch node.operator.pattern {
    case .needle(.prefix): return assignment(node.text, .string(pattern + before))
    case .needle: return assignment(node.text, .string(before + pattern))
    case .wildcards: return assignment(node.text, .string(ValueSamples.text(like: pattern)))
    case .expression: return nil
    }
  }

  private func between(_ node: BetweenIR, _ tree: TruthTree, isWanted: Bool) -> [TurningChanges.Assignment]? {
    guard let low = value(of: node.low, in: tree), let high = value(of: node.high, in: tree) else { return nil }
    guard isWanted else { return ValueSamples.value(.greater, high).flatMap { assignment(node.value, $0) } }
    let before = value(of: node.value, in: tree) ?? .null
    let isAbove = !before.isNull && ValueSamples.order(before, high) == .orderedDescending
    return assignment(node.value, isAbove ? high : low)
  }

  private func membership(_ node: MembershipIR, isWanted: Bool) -> [TurningChanges.Assignment]? {
    guard case .literal(let elements, _) = node.collection else { return nil }
    let values = elements.compactMap { if case .literal(let value, _) = $0, !value.isNull { value } else { nil } }
    guard !isWanted else { return values.first.flatMap { assignment(node.value, $0) } }
    let highest = values.max { ValueSamples.order($0, $1) == .orderedAscending }
    return highest.flatMap { ValueSamples.value(.greater, $0) }.flatMap { assignment(node.value, $0) }
  }

  /// The value of an operand: a literal, or what the tree shows.
  private func value(of expression: ExpressionIR, in tree: TruthTree) -> Value? {
    if case .literal(let value, _) = expression { return value }
    guard let text = tree.operandText(expression) else { return nil }
    return tree.values.first { $0.text == text }?.value
  }

  /// The assignment of a value to the attribute that an expression reads; nil for an expression that is no attribute.
  private func assignment(_ expression: ExpressionIR, _ value: Value?) -> [TurningChanges.Assignment]? {
    guard let value, case .path(let path) = expression, let last = path.steps.last, last.kind == .attribute,
      let start = objects[path.variable], var object = record.snapshot.record(start)
    else { return nil }
    for step in path.steps.dropLast() {
      guard step.kind == .toOne, let next = object.reference(step.name) else { return nil }
      object = next
    }
    let after = ValueSamples.converted(value, to: path.type.base)
    guard object[last.name] != after else { return nil }
    return [TurningChanges.Assignment(object: object.key, property: last.name, before: object[last.name], after: after)]
  }
}

extension TruthTree {
  /// The text under which `values` has an operand of this condition; nil when it has none.
  fileprivate func operandText(_ expression: ExpressionIR) -> String? {
    guard case .path(let path) = expression else { return nil }
    let name = path.steps.map(\.name).joined(separator: ".")
    return values.first { $0.text == name || $0.text.hasSuffix(".\(name)") || $0.text == "#\(name)" }?.text
  }
}
