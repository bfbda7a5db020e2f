import CDQIR
import CDQValues

extension Elements {
  /// Plans a list of dynamic values of one type as a collection. If the type is that of objects in a store, the
  /// elements are their records.
  static func values(
    of type: ValueType, _ execution: Execution, _ get: @escaping (Row) -> [Value]?
  ) throws(ExecutionError) -> Elements {
    if case .object(let entity) = type, let list = execution.objects?.elements(of: entity, execution, get) { return list }
    return Elements(ValueRow(ValueKind(type)), count: { get($0)?.count ?? 0 }) { row, body in
      guard let values = get(row) else { return true }
      for value in values {
        guard execution.tick(), withUnsafePointer(to: value, { body(UnsafeRawPointer($0)) }) else { return false }
      }
      return true
    }
  }
}

extension Scalar {
  /// The value as a collection of one element, which may be nil.
  func singleElement(_ execution: Execution) throws(ExecutionError) -> Elements {
    let value = try values()
    return Elements(ValueRow(kind), hasAbsent: true, count: { _ in 1 }) { row, body in
      execution.tick() && withUnsafePointer(to: value(row)) { body(UnsafeRawPointer($0)) }
    }
  }

  /// The kind of the scalar.
  ///
  /// - Throws: `ExecutionError`, as `values()` does.
  func valueKind() throws(ExecutionError) -> ValueKind {
    _ = try values()
    return kind
  }
}
