import CDQIR
import CDQValues

extension Planner {
  /// The getter for an expression.
  func scalar<Row>(_ expression: ExpressionIR, _ scope: Scope<Row>) throws(ExecutionError) -> Scalar<Row> {
    if let known = try scope.groupValue(expression) { return known }
    switch expression {
    case .literal: return try literal(expression, scope)
    case .parameter: return try parameter(expression, scope)
    case .path: return try path(expression, scope)
    case .arithmetic: return try arithmetic(expression, scope)
    case .negate: return try negation(expression, scope)
    case .function: return try function(expression, scope)
    case .aggregate: return try aggregate(expression, scope)
    case .groupAggregate: throw .malformedQuery("an aggregate of a group stands outside of a grouped query")
    case .element: return try element(expression, scope)
    case .conditional: return try conditional(expression, scope)
    case .cast: return try cast(expression, scope)
    }
  }

  private func literal<Row>(_ expression: ExpressionIR, _ scope: Scope<Row>) throws(ExecutionError) -> Scalar<Row> {
    guard case .literal(let value, let type) = expression else { throw Planner.misdirected }
    return try Scalar(constant: value, type)
  }

  private func parameter<Row>(_ expression: ExpressionIR, _ scope: Scope<Row>) throws(ExecutionError) -> Scalar<Row> {
    guard case .parameter(let index, let type) = expression else { throw Planner.misdirected }
    return try Scalar(constant: argument(index), type)
  }

  private func path<Row>(_ expression: ExpressionIR, _ scope: Scope<Row>) throws(ExecutionError) -> Scalar<Row> {
    guard case .path(let path) = expression else { throw Planner.misdirected }
    return try scope.scalar(path, execution)
  }

  private func negation<Row>(_ expression: ExpressionIR, _ scope: Scope<Row>) throws(ExecutionError) -> Scalar<Row> {
    guard case .negate(let operand) = expression else { throw Planner.misdirected }
    return try scalar(operand, scope).negated()
  }

  private func aggregate<Row>(_ expression: ExpressionIR, _ scope: Scope<Row>) throws(ExecutionError) -> Scalar<Row> {
    guard case .aggregate(let node) = expression else { throw Planner.misdirected }
    return try elements(node.collection, scope).aggregate(node.function, as: node.type)
  }

  private func cast<Row>(_ expression: ExpressionIR, _ scope: Scope<Row>) throws(ExecutionError) -> Scalar<Row> {
    guard case .cast(let operand, let type) = expression else { throw Planner.misdirected }
    return try scalar(operand, scope).cast(to: type)
  }

  private func element<Row>(_ expression: ExpressionIR, _ scope: Scope<Row>) throws(ExecutionError) -> Scalar<Row> {
    guard case .element(let node) = expression else { throw Planner.misdirected }
    let elements = try elements(node.collection, scope)
    return try elements.element(position(node.position, scope))
  }

  private func position<Row>(
    _ position: ElementIR.Position, _ scope: Scope<Row>
  ) throws(ExecutionError) -> ElementPosition<Row> {
    switch position {
    case .first: return .first
    case .last: return .last
    case .index(let index):
      guard case .int(let getter) = try scalar(index, scope).coerced(to: .int64) else {
        throw .malformedQuery("an index is no integer")
      }
      return .index(getter)
    }
  }

  private func conditional<Row>(
    _ expression: ExpressionIR, _ scope: Scope<Row>
  ) throws(ExecutionError) -> Scalar<Row> {
    guard case .conditional(let node) = expression else { throw Planner.misdirected }
    let condition = try whole(node.condition, scope)
    let then = try scalar(node.then, scope)
    let otherwise = try scalar(node.otherwise, scope)
    return try chosen(condition, then.coerced(to: node.type), otherwise.coerced(to: node.type))
  }

  private func chosen<Row>(
    _ condition: Condition<Row>, _ then: Scalar<Row>, _ otherwise: Scalar<Row>
  ) throws(ExecutionError) -> Scalar<Row> {
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
