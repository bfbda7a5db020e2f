import CDQIR
import CDQValues

/// Turns IR into closures for one execution: arguments are constants by then, so that needles are folded and patterns and
/// sets made once, and what does not depend on a row is computed before the first.
struct Planner {
  let execution: Execution
  /// Indexes of the omittable parameters that were not given.
  let absent: Set<Int>

  // Each function here is on a recursive cycle whose depth the query decides. In debug builds every payload that a switch
  // binds has its own place in the frame, so the switches bind none and each kind of node has its own small function.

  /// The closure for a predicate.
  @inline(never)
  func condition(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> Condition {
    switch predicate {
    case .constant: return try constant(predicate, scope)
    case .and: return try conjunction(predicate, scope)
    case .or: return try disjunction(predicate, scope)
    case .not: return try negation(predicate, scope)
    case .comparison: return try comparison(predicate, scope)
    case .text: return try textMatch(predicate, scope)
    case .between: return try between(predicate, scope)
    case .membership: return try membership(predicate, scope)
    case .isNull: return try isNull(predicate, scope)
    case .boolean: return try boolean(predicate, scope)
    case .quantified: return try quantified(predicate, scope)
    case .whenPresent: return try whenPresent(predicate, scope)
    }
  }

  private func constant(
    _ predicate: PredicateIR, _ scope: Scope
  ) throws(ExecutionError) -> Condition {
    guard case .constant(let value) = predicate else { throw Planner.misdirected }
    return .constant(value)
  }

  private func conjunction(
    _ predicate: PredicateIR, _ scope: Scope
  ) throws(ExecutionError) -> Condition {
    guard case .and(let operands) = predicate else { throw Planner.misdirected }
    return .all(try conditions(operands, scope))
  }

  private func disjunction(
    _ predicate: PredicateIR, _ scope: Scope
  ) throws(ExecutionError) -> Condition {
    guard case .or(let operands) = predicate else { throw Planner.misdirected }
    return .any(try conditions(operands, scope))
  }

  private func negation(
    _ predicate: PredicateIR, _ scope: Scope
  ) throws(ExecutionError) -> Condition {
    guard case .not(let operand) = predicate else { throw Planner.misdirected }
    return try condition(operand, scope).negated
  }

  private func isNull(
    _ predicate: PredicateIR, _ scope: Scope
  ) throws(ExecutionError) -> Condition {
    guard case .isNull(let operand) = predicate else { throw Planner.misdirected }
    return try scalar(operand, scope).isNull
  }

  private func quantified(
    _ predicate: PredicateIR, _ scope: Scope
  ) throws(ExecutionError) -> Condition {
    guard case .quantified(let node) = predicate else { throw Planner.misdirected }
    return try elements(node.collection, scope).quantified(node, self, scope)
  }

  private func whenPresent(
    _ predicate: PredicateIR, _ scope: Scope
  ) throws(ExecutionError) -> Condition {
    guard case .whenPresent(_, let operand) = predicate else { throw Planner.misdirected }
    return try condition(operand, scope)
  }

  /// A function was given a node of another kind, which would be a mistake of the planner's own.
  static var misdirected: ExecutionError { .malformedQuery("a node reached the plan of another kind") }

  /// A predicate that stands in its own place, as the whole query or the filter of a SUBQUERY: when nothing of it is left
  /// without the absent parameters, everything is meant.
  func whole(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> Condition {
    if absent.isEmpty { return try condition(predicate, scope) }
    return try condition(predicate.removing(absent: absent) ?? .constant(true), scope)
  }

  private func conditions(
    _ operands: [PredicateIR], _ scope: Scope
  ) throws(ExecutionError) -> [Condition] {
    var result: [Condition] = []
    result.reserveCapacity(operands.count)
    for operand in operands { result.append(try condition(operand, scope)) }
    return result
  }

  private func comparison(
    _ predicate: PredicateIR, _ scope: Scope
  ) throws(ExecutionError) -> Condition {
    guard case .comparison(let node) = predicate else { throw Planner.misdirected }
    let (left, right) = (try scalar(node.left, scope), try scalar(node.right, scope))
    return try comparison(node.operator, left, right, node.options)
  }

  private func boolean(
    _ predicate: PredicateIR, _ scope: Scope
  ) throws(ExecutionError) -> Condition {
    guard case .boolean(let operand) = predicate else { throw Planner.misdirected }
    switch try scalar(operand, scope) {
    case .bool(.constant(let value)): return .constant(value ?? false)
    case .bool(.row(let get)): return .row { get($0) ?? false }
    case .null: return .constant(false)
    case let other: throw .malformedQuery("\(other.typeName) is used as a condition")
    }
  }

  /// The argument of a parameter.
  func argument(_ index: Int) throws(ExecutionError) -> Value {
    guard execution.arguments.indices.contains(index) else { throw .malformedQuery("there is no parameter \(index)") }
    return execution.arguments[index]
  }

  /// Whether the argument of a parameter is nil.
  func isNilArgument(_ index: Int) -> Bool {
    !execution.arguments.indices.contains(index) || execution.arguments[index].isNull
  }
}
