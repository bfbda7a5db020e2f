import CDQIR

extension Planner {
  /// The elements of a collection.
  func elements<Row>(
    _ collection: CollectionIR, _ scope: Scope<Row>
  ) throws(ExecutionError) -> AnyElements<Row> {
    switch collection {
    case .path(let path): return try scope.leaves(path, execution)
    case .literal(let values, let type): return try literal(values, type, scope)
    case .parameter(let index, let type):
      let values = try listArgument(index)
      return try AnyElements.values(of: rawType(type, values), execution) { _ in values }
    case .filter(let source, let variable, let predicate):
      return try elements(source, scope).filtered(variable, predicate, self, scope)
    case .map(let source, let variable, let value):
      return try elements(source, scope).mapped(variable, value, self, scope)
    case .flatMap(let source, let variable, let inner):
      return try elements(source, scope).flatMapped(variable, inner, self, scope)
    case .distinct(let source): return try elements(source, scope).distinct()
    case .mode(let source): return try elements(source, scope).mode()
    case .set(let operation, let left, let right):
      return try elements(left, scope).combined(operation, with: elements(right, scope), execution)
    }
  }

  /// Plans `value IN collection`.
  func membership<Row>(_ node: MembershipIR, _ scope: Scope<Row>) throws(ExecutionError) -> Condition<Row> {
    let value = try scalar(node.value, scope)
    if let candidates = try constants(node.collection, scope) {
      return try value.visit(ConstantMembership(candidates: candidates, options: node.options, planner: self))
    }
    return try elements(node.collection, scope).contains(value, node.options, self)
  }

  /// The elements of a collection that is the same for all rows.
  private func constants<Row>(
    _ collection: CollectionIR, _ scope: Scope<Row>
  ) throws(ExecutionError) -> [Value]? {
    switch collection {
    case .parameter(let index, _): return try listArgument(index)
    case .literal(let expressions, _):
      var values: [Value] = []
      for expression in expressions {
        switch expression {
        case .literal(let value, _): values.append(value)
        case .parameter(let index, _): values.append(try argument(index))
        case .path, .arithmetic, .negate, .function, .aggregate, .groupAggregate, .element, .conditional, .cast:
          return nil
        }
      }
      return values
    case .path, .filter, .map, .flatMap, .distinct, .set, .mode: return nil
    }
  }

  private func literal<Row>(
    _ expressions: [ExpressionIR], _ type: ValueType, _ scope: Scope<Row>
  ) throws(ExecutionError) -> AnyElements<Row> {
    if let values = try constants(.literal(expressions, element: type), scope) {
      let widened = values.map { $0.widened(to: type) ?? $0 }
      return try AnyElements.values(of: rawType(type, values), execution) { _ in widened }
    }
    var getters: [(Row) -> Value] = []
    var isInteger = false
    for expression in expressions {
      let element = try scalar(expression, scope).coerced(to: type)
      if case .int = element { isInteger = true }
      getters.append(try element.boxed())
    }
    let raw: ValueType = if case .enumeration = type, isInteger { .int64 } else { type }
    return try AnyElements.values(of: raw, execution) { row in getters.map { $0(row) } }
  }

  private func listArgument(_ index: Int) throws(ExecutionError) -> [Value] {
    switch try argument(index) {
    case .list(let values): return values
    case .null: return []
    case let other: throw .malformedQuery("\(other.described) is used as a list")
    }
  }

  /// For an enum the type of its raw values, which only the values tell.
  private func rawType(_ type: ValueType, _ values: [Value]) -> ValueType {
    guard case .enumeration = type else { return type }
    let isInteger = values.contains { if case .int = $0 { true } else { false } }
    return isInteger ? .int64 : .string
  }
}

extension AnyElements {
  /// The elements of a list of dynamic values of one type.
  static func values(
    of type: ValueType, _ execution: Execution, _ get: @escaping (Row) -> [Value]?
  ) throws(ExecutionError) -> AnyElements<Row> {
    try Scalar<Value>.unboxing(type).visit(ValueList(execution: execution, get: get))
  }
}

private struct ValueList<Outer>: ScalarVisitor {
  typealias Row = Value
  let execution: Execution
  let get: (Outer) -> [Value]?

  func visit<T: ScalarType>(_ getter: Getter<Value, T>) throws(ExecutionError) -> AnyElements<Outer> {
    let (execution, get, unbox) = (execution, get, getter.closure)
    return Elements(ScalarRow<T>(), absent: nil, count: { get($0)?.count ?? 0 }) { row, body in
      guard let values = get(row) else { return true }
      for value in values {
        guard execution.tick(), body(unbox(value)) else { return false }
      }
      return true
    }
  }
}

/// A list of values of several numeric types, each brought to the type of the visited one where that loses nothing.
struct ValueUnion<Outer, Row>: ScalarVisitor {
  let execution: Execution
  let get: (Outer) -> [Value]

  init(execution: Execution, _ get: @escaping (Outer) -> [Value]) {
    self.execution = execution
    self.get = get
  }

  func visit<T: ScalarType>(_ getter: Getter<Row, T>) throws(ExecutionError) -> AnyElements<Outer> {
    let (execution, get) = (execution, get)
    return Elements(ScalarRow<T>(), absent: nil) { row, body in
      for value in get(row) {
        guard execution.tick(), body(value.exactly(T.self)) else { return false }
      }
      return true
    }
  }
}

extension Scalar {
  /// The value as a collection of one element, which may be nil.
  func singleElement(_ execution: Execution) throws(ExecutionError) -> AnyElements<Row> {
    try visit(SingleElement(execution: execution))
  }
}

private struct SingleElement<Row>: ScalarVisitor {
  let execution: Execution

  func visit<T: ScalarType>(_ getter: Getter<Row, T>) throws(ExecutionError) -> AnyElements<Row> {
    let (execution, get) = (execution, getter.closure)
    return Elements(ScalarRow<T>(), absent: .some(nil), count: { _ in 1 }) { row, body in
      execution.tick() && body(get(row))
    }
  }
}
