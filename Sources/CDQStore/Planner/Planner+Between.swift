import CDQIR
import CDQValues

extension Planner {
  /// Plans `low <= value AND value <= high`; false when any of them is nil.
  func between<Row>(_ predicate: PredicateIR, _ scope: Scope<Row>) throws(ExecutionError) -> Condition<Row> {
    guard case .between(let node) = predicate else { throw Planner.misdirected }
    let value = try scalar(node.value, scope)
    return try between(value, scalar(node.low, scope), scalar(node.high, scope))
  }

  private func between<Row>(
    _ value: Scalar<Row>, _ low: Scalar<Row>, _ high: Scalar<Row>
  ) throws(ExecutionError) -> Condition<Row> {
    switch (value, low, high) {
    case (.int(.row(let get)), .int(.constant(let low?)), .int(.constant(let high?))):
      return .row { if let value = get($0) { low <= value && value <= high } else { false } }
    case (.double(.row(let get)), .double(.constant(let low?)), .double(.constant(let high?))):
      return .row { if let value = get($0) { low <= value && value <= high } else { false } }
    case (.null, _, _), (_, .null, _), (_, _, .null): return .constant(false)
    default: return try value.visit(BetweenPlan(low: low, high: high, planner: self))
    }
  }
}

/// A range test on a value that is read once per row.
private struct BetweenPlan<Row>: ScalarVisitor {
  let low: Scalar<Row>
  let high: Scalar<Row>
  let planner: Planner

  func visit<T: ScalarType>(_ value: Getter<Row, T>) throws(ExecutionError) -> Condition<Row> {
    let read = Slot<T>()
    let tested = T.scalar(Getter<Row, T>.row { _ in read.value })
    // With a value that is not nil, a nil end compares as false.
    let isInside = Condition.all([
      try planner.comparison(.greaterOrEqual, tested, low, []), try planner.comparison(.lessOrEqual, tested, high, []),
    ]).closure
    let get = value.closure
    return .row { row in
      guard let value = get(row) else { return false }
      read.value = value
      return isInside(row)
    }
  }
}
