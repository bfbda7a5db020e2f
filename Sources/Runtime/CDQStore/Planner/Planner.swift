import CDQIR
import CDQValues

/// The row planner: compiles IR into closures for one execution, which test one row at a time.
///
/// Arguments are constants at that time. So the planner folds needles, compiles patterns, builds sets and computes
/// everything else that does not depend on a row once, before the first row. With the argument 5, `population > $least`
/// becomes a closure that reads `population` and compares it with the integer 5.
struct Planner {
  let execution: Execution
  /// Indexes of the omittable parameters that have no argument.
  let absent: Set<Int>

  // The functions here call each other recursively, and the query decides how deep. In a debug build every payload that
  // a switch binds has a place of its own in the stack frame. So these switches bind none, and each kind of node has
  // its own small function.

  /// Plans a predicate as a constant or as a closure that tests a row.
  @inline(never)
  func condition(_ predicate: PredicateIR, _ scope: RowScope) throws(ExecutionError) -> Condition {
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
    _ predicate: PredicateIR, _ scope: RowScope
  ) throws(ExecutionError) -> Condition {
    guard case .constant(let value) = predicate else { throw Planner.misdirected }
    return .constant(value)
  }

  private func conjunction(
    _ predicate: PredicateIR, _ scope: RowScope
  ) throws(ExecutionError) -> Condition {
    guard case .and(let operands) = predicate else { throw Planner.misdirected }
    return .all(try conditions(operands, scope))
  }

  private func disjunction(
    _ predicate: PredicateIR, _ scope: RowScope
  ) throws(ExecutionError) -> Condition {
    guard case .or(let operands) = predicate else { throw Planner.misdirected }
    return .any(try conditions(operands, scope))
  }

  private func negation(
    _ predicate: PredicateIR, _ scope: RowScope
  ) throws(ExecutionError) -> Condition {
    guard case .not(let operand) = predicate else { throw Planner.misdirected }
    return try condition(operand, scope).negated
  }

  private func isNull(
    _ predicate: PredicateIR, _ scope: RowScope
  ) throws(ExecutionError) -> Condition {
    guard case .isNull(let operand) = predicate else { throw Planner.misdirected }
    return try scalar(operand, scope).isNull
  }

  private func quantified(
    _ predicate: PredicateIR, _ scope: RowScope
  ) throws(ExecutionError) -> Condition {
    guard case .quantified(let node) = predicate else { throw Planner.misdirected }
    return try elements(node.collection, scope).quantified(node, self, scope)
  }

  private func whenPresent(
    _ predicate: PredicateIR, _ scope: RowScope
  ) throws(ExecutionError) -> Condition {
    guard case .whenPresent(_, let operand) = predicate else { throw Planner.misdirected }
    return try condition(operand, scope)
  }

  /// The error for a node of the wrong kind, which only a bug in the planner can cause.
  static var misdirected: ExecutionError { .malformedQuery("a node reached the plan of another kind") }

  /// Plans a predicate that is a condition of its own: that of the query, of `having` or of `TERNARY`. Parts that use
  /// absent parameters are removed; if nothing remains, the condition is true.
  func whole(_ predicate: PredicateIR, _ scope: RowScope) throws(ExecutionError) -> Condition {
    if absent.isEmpty { return try condition(predicate, scope) }
    return try condition(predicate.removing(absent: absent) ?? .constant(true), scope)
  }

  private func conditions(
    _ operands: [PredicateIR], _ scope: RowScope
  ) throws(ExecutionError) -> [Condition] {
    var result: [Condition] = []
    result.reserveCapacity(operands.count)
    for operand in operands { result.append(try condition(operand, scope)) }
    return result
  }

  private func comparison(
    _ predicate: PredicateIR, _ scope: RowScope
  ) throws(ExecutionError) -> Condition {
    guard case .comparison(let node) = predicate else { throw Planner.misdirected }
    let (left, right) = (try scalar(node.left, scope), try scalar(node.right, scope))
    return try comparison(node.operator, left, right, node.options)
  }

  private func boolean(
    _ predicate: PredicateIR, _ scope: RowScope
  ) throws(ExecutionError) -> Condition {
    guard case .boolean(let operand) = predicate else { throw Planner.misdirected }
    switch try scalar(operand, scope) {
    case .bool(.constant(let value)): return .constant(value ?? false)
    case .bool(.row(let get)): return .row { get($0) ?? false }
    case .null: return .constant(false)
    case let other: throw .malformedQuery("\(other.typeName) is used as a condition")
    }
  }

  /// The argument of a parameter, by the index of the parameter.
  func argument(_ index: Int) throws(ExecutionError) -> Value {
    guard execution.arguments.indices.contains(index) else { throw .malformedQuery("there is no parameter \(index)") }
    return execution.arguments[index]
  }

  /// Whether the argument of a parameter is nil or missing.
  func isNilArgument(_ index: Int) -> Bool {
    !execution.arguments.indices.contains(index) || execution.arguments[index].isNull
  }
}
