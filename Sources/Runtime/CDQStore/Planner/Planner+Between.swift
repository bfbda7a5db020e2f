import CDQIR
import CDQValues

extension Planner {
  /// Plans `low <= value AND value <= high`; false when any of them is nil.
  func between(_ predicate: PredicateIR, _ scope: RowScope) throws(ExecutionError) -> Condition {
    guard case .between(let node) = predicate else { throw Planner.misdirected }
    let value = try scalar(node.value, scope)
    return try between(value, scalar(node.low, scope), scalar(node.high, scope))
  }

  private func between(
    _ value: Scalar, _ low: Scalar, _ high: Scalar
  ) throws(ExecutionError) -> Condition {
    switch (value, low, high) {
    case (.int(.row(let get)), .int(.constant(let low?)), .int(.constant(let high?))):
      return .row { if let value = get($0) { low <= value && value <= high } else { false } }
    case (
      .doubles(.row(let get), let kind), .doubles(.constant(let low?), let lowKind),
      .doubles(.constant(let high?), let highKind)
    ) where kind == lowKind && kind == highKind:
      return .row { if let value = get($0) { low <= value && value <= high } else { false } }
    case (.null, _, _), (_, .null, _), (_, _, .null): return .constant(false)
    default: break
    }
    // The value is read once per row.
    let read = ValueSlot()
    let get = try value.values()
    let tested = Scalar(value.kind) { _ in read.value }
    // The value is not nil here, so `>=` and `<=` are false for a nil bound.
    let isInside = Condition.all([
      try comparison(.greaterOrEqual, tested, low, []), try comparison(.lessOrEqual, tested, high, []),
    ]).closure
    return .row { row in
      let value = get(row)
      if value.isNull { return false }
      read.value = value
      return isInside(row)
    }
  }
}
