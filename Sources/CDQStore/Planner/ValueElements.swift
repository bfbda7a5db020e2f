import CDQIR
import CDQValues

extension AnyElements {
  /// The elements of a list of dynamic values of one type.
  static func values(
    of type: ValueType, _ execution: Execution, _ get: @escaping (Row) -> [Value]?
  ) throws(ExecutionError) -> AnyElements<Row> {
    if case .object(let entity) = type, let list = execution.objects?.elements(of: entity, execution, get) { return list }
    return try Scalar<Value>.unboxing(type).visit(ValueList(execution: execution, get: get))
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
