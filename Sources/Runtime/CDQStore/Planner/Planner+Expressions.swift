import CDQIR
import CDQValues

extension Planner {
  /// Plans an expression as a typed getter. A literal or an argument becomes a constant getter.
  @inline(never)
  func scalar(_ expression: ExpressionIR, _ scope: RowScope) throws(ExecutionError) -> Scalar {
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

  private func literal(_ expression: ExpressionIR, _ scope: RowScope) throws(ExecutionError) -> Scalar {
    guard case .literal(let value, let type) = expression else { throw Planner.misdirected }
    return try Scalar(constant: value, type)
  }

  private func parameter(_ expression: ExpressionIR, _ scope: RowScope) throws(ExecutionError) -> Scalar {
    guard case .parameter(let index, let type) = expression else { throw Planner.misdirected }
    return try Scalar(constant: argument(index), type)
  }

  private func path(_ expression: ExpressionIR, _ scope: RowScope) throws(ExecutionError) -> Scalar {
    guard case .path(let path) = expression else { throw Planner.misdirected }
    return try scope.scalar(path, execution)
  }

  private func negation(_ expression: ExpressionIR, _ scope: RowScope) throws(ExecutionError) -> Scalar {
    guard case .negate(let operand) = expression else { throw Planner.misdirected }
    return try scalar(operand, scope).negated()
  }

  private func aggregate(_ expression: ExpressionIR, _ scope: RowScope) throws(ExecutionError) -> Scalar {
    guard case .aggregate(let node) = expression else { throw Planner.misdirected }
    if let constant = try constant(node, scope) { return constant }
    return try elements(node.collection, scope).aggregate(node.function, as: node.type)
  }

  private func cast(_ expression: ExpressionIR, _ scope: RowScope) throws(ExecutionError) -> Scalar {
    guard case .cast(let operand, let type) = expression else { throw Planner.misdirected }
    return try scalar(operand, scope).cast(to: type)
  }

  private func element(_ expression: ExpressionIR, _ scope: RowScope) throws(ExecutionError) -> Scalar {
    guard case .element(let node) = expression else { throw Planner.misdirected }
    let elements = try elements(node.collection, scope)
    return try elements.element(position(node.position, scope))
  }

  private func position(
    _ position: ElementIR.Position, _ scope: RowScope
  ) throws(ExecutionError) -> ElementPosition {
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

  private func conditional(
    _ expression: ExpressionIR, _ scope: RowScope
  ) throws(ExecutionError) -> Scalar {
    guard case .conditional(let node) = expression else { throw Planner.misdirected }
    let condition = try whole(node.condition, scope)
    let then = try scalar(node.then, scope)
    let otherwise = try scalar(node.otherwise, scope)
    return try chosen(condition, then.coerced(to: node.type), otherwise.coerced(to: node.type))
  }

  private func chosen(
    _ condition: Condition, _ then: Scalar, _ otherwise: Scalar
  ) throws(ExecutionError) -> Scalar {
    guard case .row(let test) = condition else {
      return condition.isAlways ? then : otherwise
    }
    // A branch that is NULL becomes a nil of the other branch's type.
    let (then, otherwise) = (then.filled(as: otherwise.kind), otherwise.filled(as: then.kind))
    switch (then, otherwise) {
    case (.null, .null): return .null
    case (.bool(let then), .bool(let otherwise)): return .bool(Planner.chosen(test, then, otherwise))
    case (.int(let then), .int(let otherwise)): return .int(Planner.chosen(test, then, otherwise))
    case (.doubles(let then, let kind), .doubles(let otherwise, let other)) where kind == other:
      return .doubles(Planner.chosen(test, then, otherwise), kind)
    case (.decimal(let then), .decimal(let otherwise)): return .decimal(Planner.chosen(test, then, otherwise))
    case (.string(let then), .string(let otherwise)): return .string(Planner.chosen(test, then, otherwise))
    case (.values(let then, let kind), .values(let otherwise, let other)) where kind == other:
      return .values(Planner.chosen(test, then, otherwise), kind)
    case (.object(let then), .object(let otherwise)):
      return .object(ObjectGetter(key: Planner.chosen(test, try then.key(), try otherwise.key())))
    default:
      _ = (try then.values(), try otherwise.values())
      throw .malformedQuery("two values of one place have different types")
    }
  }

  private static func chosen<T>(
    _ test: @escaping (Row) -> Bool, _ then: Getter<T>, _ otherwise: Getter<T>
  ) -> Getter<T> {
    let (then, otherwise) = (then.closure, otherwise.closure)
    return .row { test($0) ? then($0) : otherwise($0) }
  }
}

extension Scalar {
  /// Converts NULL to a nil of the given type. Any other scalar stays as it is.
  fileprivate func filled(as kind: ValueKind) -> Scalar {
    if case .null = self { Scalar(nilOf: kind) } else { self }
  }
}
