import CDQIR

/// Turns IR into closures for one execution: arguments are constants by then, so that needles are folded and patterns and
/// sets made once, and what does not depend on a row is computed before the first.
struct Planner {
  let execution: Execution
  /// Indexes of the omittable parameters that were not given.
  let absent: Set<Int>

  // Each function here is on a recursive cycle whose depth the query decides: one small function per kind of node keeps
  // the stack frames of debug builds small.

  /// The closure for a predicate.
  func condition<Row>(_ predicate: PredicateIR, _ scope: Scope<Row>) throws(ExecutionError) -> Condition<Row> {
    switch predicate {
    case .constant(let value): return .constant(value)
    case .and(let operands): return .all(try conditions(operands, scope))
    case .or(let operands): return .any(try conditions(operands, scope))
    case .not(let operand): return try condition(operand, scope).negated
    case .comparison(let node): return try comparison(node, scope)
    case .text(let node): return try textMatch(node, scope)
    case .between(let node): return try between(node, scope)
    case .membership(let node): return try membership(node, scope)
    case .isNull(let operand): return try scalar(operand, scope).isNull
    case .boolean(let operand): return try boolean(operand, scope)
    case .quantified(let node): return try elements(node.collection, scope).quantified(node, self, scope)
    case .whenPresent(_, let operand): return try condition(operand, scope)
    }
  }

  /// A predicate that stands in its own place, as the whole query or the filter of a SUBQUERY: when nothing of it is left
  /// without the absent parameters, everything is meant.
  func whole<Row>(_ predicate: PredicateIR, _ scope: Scope<Row>) throws(ExecutionError) -> Condition<Row> {
    if absent.isEmpty { return try condition(predicate, scope) }
    return try condition(predicate.removing(absent: absent) ?? .constant(true), scope)
  }

  private func conditions<Row>(
    _ operands: [PredicateIR], _ scope: Scope<Row>
  ) throws(ExecutionError) -> [Condition<Row>] {
    var result: [Condition<Row>] = []
    result.reserveCapacity(operands.count)
    for operand in operands { result.append(try condition(operand, scope)) }
    return result
  }

  private func comparison<Row>(
    _ node: ComparisonIR, _ scope: Scope<Row>
  ) throws(ExecutionError) -> Condition<Row> {
    let (left, right) = (try scalar(node.left, scope), try scalar(node.right, scope))
    return try comparison(node.operator, left, right, node.options)
  }

  private func boolean<Row>(
    _ operand: ExpressionIR, _ scope: Scope<Row>
  ) throws(ExecutionError) -> Condition<Row> {
    switch try scalar(operand, scope) {
    case .bool(.constant(let value)): return .constant(value ?? false)
    case .bool(.row(let get)): return .row { get($0) ?? false }
    case .null: return .constant(false)
    case let other: throw .malformedQuery("\(other.typeName) is used as a condition")
    }
  }

  /// The getter for an expression.
  func scalar<Row>(_ expression: ExpressionIR, _ scope: Scope<Row>) throws(ExecutionError) -> Scalar<Row> {
    if let known = try scope.groupValue(expression) { return known }
    switch expression {
    case .literal(let value, let type): return try Scalar(constant: value, type)
    case .parameter(let index, let type): return try Scalar(constant: argument(index), type)
    case .path(let path): return try scope.scalar(path, execution)
    case .arithmetic(let node): return try arithmetic(node, scope)
    case .negate(let operand): return try scalar(operand, scope).negated()
    case .function(let node): return try function(node, scope)
    case .aggregate(let node): return try elements(node.collection, scope).aggregate(node.function, as: node.type)
    case .groupAggregate: throw .malformedQuery("an aggregate of a group stands outside of a grouped query")
    case .element(let node): return try element(node, scope)
    case .conditional(let node): return try conditional(node, scope)
    case .cast(let operand, let type): return try scalar(operand, scope).cast(to: type)
    }
  }

  /// The argument of a parameter.
  func argument(_ index: Int) throws(ExecutionError) -> Value {
    guard execution.arguments.indices.contains(index) else { throw .malformedQuery("there is no parameter \(index)") }
    return execution.arguments[index]
  }

  private func element<Row>(_ node: ElementIR, _ scope: Scope<Row>) throws(ExecutionError) -> Scalar<Row> {
    let elements = try elements(node.collection, scope)
    switch node.position {
    case .first: return try elements.element(.first)
    case .last: return try elements.element(.last)
    case .index(let index):
      guard case .int(let getter) = try scalar(index, scope).coerced(to: .int64) else {
        throw .malformedQuery("an index is no integer")
      }
      return try elements.element(.index(getter))
    }
  }

  private func conditional<Row>(
    _ node: ConditionalIR, _ scope: Scope<Row>
  ) throws(ExecutionError) -> Scalar<Row> {
    let condition = try whole(node.condition, scope)
    let then = try scalar(node.then, scope).coerced(to: node.type)
    let otherwise = try scalar(node.otherwise, scope).coerced(to: node.type)
    switch condition {
    case .constant(let value): return value ? then : otherwise
    case .row(let test):
      // The side that has a type decides what it is.
      if case .null = then {
        return try otherwise.visit(ConditionalPlan(test: { !test($0) }, otherwise: then))
      }
      return try then.visit(ConditionalPlan(test: test, otherwise: otherwise))
    }
  }
}

private struct ConditionalPlan<Row>: ScalarVisitor {
  let test: (Row) -> Bool
  let otherwise: Scalar<Row>

  func visit<T: ScalarType>(_ then: Getter<Row, T>) throws(ExecutionError) -> Scalar<Row> {
    let other = try otherwise.visit(Exact<Row, T>())
    let (test, then) = (test, then.closure)
    return T.scalar(.row { test($0) ? then($0) : other($0) })
  }
}

/// Takes a getter for what it has to be. NULL is nil of any type.
struct Exact<Row, Wanted: ScalarType>: ScalarVisitor {
  func visit<T: ScalarType>(_ getter: Getter<Row, T>) throws(ExecutionError) -> (Row) -> Wanted? {
    if T.self == NoValue.self { return { _ in nil } }
    guard let same = getter as? Getter<Row, Wanted> else {
      throw .malformedQuery("two values of one place have different types")
    }
    return same.closure
  }
}
