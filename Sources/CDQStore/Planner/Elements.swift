import CDQIR
import CDQValues

/// Which element of a collection is taken.
enum ElementPosition {
  case first, last
  case index(Getter<Int64>)
}

/// A collection of a row's, whose elements are rows of their own: records, records that may be missing, or values. Plans
/// compose collections with it.
final class Elements {
  /// What can be done with an element.
  let access: RowAccess
  /// Whether nil stands for a leaf that cannot be reached; else nothing stands for it.
  private let hasAbsent: Bool
  /// A way to count that is faster than to loop.
  private let quickCount: ((Row) -> Int)?
  /// Calls its second argument for each element until that returns false; false when it was ended so.
  let forEach: (Row, (Row) -> Bool) -> Bool

  init(
    _ access: RowAccess, hasAbsent: Bool = false, count: ((Row) -> Int)? = nil,
    forEach: @escaping (Row, (Row) -> Bool) -> Bool
  ) {
    self.access = access
    self.hasAbsent = hasAbsent
    quickCount = count
    self.forEach = forEach
  }

  /// Other elements that are read in the same way.
  private func like(_ forEach: @escaping (Row, (Row) -> Bool) -> Bool) -> Elements {
    Elements(access, forEach: forEach)
  }

  // MARK: Composition

  /// The elements of the row that `lift` leads to; where it leads nowhere, the leaf that cannot be reached, or nothing.
  func lifted(_ lift: RowLift) -> Elements {
    let (forEach, hasAbsent) = (forEach, hasAbsent)
    switch lift {
    case .place(let place):
      return Elements(access, hasAbsent: hasAbsent, count: liftedCount(lift)) { outer, body in
        if let row = place(outer) { return forEach(row, body) }
        return hasAbsent ? body(nil) : true
      }
    case .step(let step):
      return Elements(access, hasAbsent: hasAbsent, count: liftedCount(lift)) { outer, body in
        var isComplete: Bool?
        step(outer) { isComplete = forEach($0, body) }
        return isComplete ?? (hasAbsent ? body(nil) : true)
      }
    }
  }

  private func liftedCount(_ lift: RowLift) -> ((Row) -> Int)? {
    guard let quickCount else { return nil }
    let countOfNothing = hasAbsent ? 1 : 0
    let count = Getter<Int>.row { quickCount($0) }.lifted(lift).closure
    return { count($0) ?? countOfNothing }
  }

  /// The elements of each of `rows`, one after the other.
  func flattened(over rows: Elements) -> Elements {
    let (forEach, forEachRow) = (forEach, rows.forEach)
    return like { outer, body in
      forEachRow(outer) { forEach($0, body) }
    }
  }

  /// Plans the elements for which `predicate` holds.
  func filtered(
    _ variable: VariableIR, _ predicate: PredicateIR, _ planner: Planner, _ scope: Scope
  ) throws(ExecutionError) -> Elements {
    let inner = Scope(id: variable.id, access, parent: scope)
    let test = try planner.condition(predicate, inner).closure
    let (forEach, enter) = (forEach, scope.enter)
    return like { row, body in
      enter(row)
      return forEach(row) { !test($0) || body($0) }
    }
  }

  /// Plans the value of an expression for each element.
  func mapped(
    _ variable: VariableIR, _ value: ExpressionIR, _ planner: Planner, _ scope: Scope
  ) throws(ExecutionError) -> Elements {
    if case .path(let path) = value, case .object = path.type.base {
      // As a value an object is only an identity; as leaves of a path it keeps its type, so that steps can follow.
      return try flatMapped(variable, .path(path), planner, scope)
    }
    let inner = Scope(id: variable.id, access, parent: scope)
    let single = try planner.scalar(value, inner).singleElement(planner.execution)
    return single.flattened(over: entered(scope))
  }

  /// Plans the elements of a collection of each element.
  func flatMapped(
    _ variable: VariableIR, _ inner: CollectionIR, _ planner: Planner, _ scope: Scope
  ) throws(ExecutionError) -> Elements {
    let innerScope = Scope(id: variable.id, access, parent: scope)
    return try planner.elements(inner, innerScope).flattened(over: entered(scope))
  }

  /// The same elements, with the row left where inner plans find it.
  private func entered(_ scope: Scope) -> Elements {
    let (forEach, enter) = (forEach, scope.enter)
    return like { row, body in
      enter(row)
      return forEach(row, body)
    }
  }

  // MARK: Conditions

  /// Plans `ANY` or `ALL`.
  func quantified(
    _ node: QuantifiedIR, _ planner: Planner, _ scope: Scope
  ) throws(ExecutionError) -> Condition {
    let inner = Scope(id: node.variable.id, access, parent: scope)
    let test = try planner.condition(node.predicate, inner).closure
    let (forEach, enter) = (forEach, scope.enter)
    switch node.kind {
    case .any:
      return .row { row in
        enter(row)
        return !forEach(row) { !test($0) }
      }
    case .all:
      return .row { row in
        enter(row)
        return forEach(row) { test($0) }
      }
    }
  }

  // MARK: Values

  /// How many elements there are, nil included.
  var count: (Row) -> Int {
    if let quickCount { return quickCount }
    let forEach = forEach
    return { row in
      var count = 0
      _ = forEach(row) { _ in
        count += 1
        return true
      }
      return count
    }
  }

  /// Combines the elements that are not nil.
  func aggregate(_ function: AggregateFunction, as type: ValueType) throws(ExecutionError) -> Scalar {
    if case .count = function {
      let count = count
      return .int(.row { Int64(count($0)) })
    }
    return try Aggregation(self).plan(function).coerced(to: type)
  }

  /// The first element, the last, or the one at an index.
  func element(_ position: ElementPosition) throws(ExecutionError) -> Scalar {
    let forEach = forEach
    let element = try access.itself()
    switch position {
    case .first:
      return element.lifted(
        .step { row, body in
          _ = forEach(row) {
            body($0)
            return false
          }
        })
    case .last:
      // No element outlives its turn, so the value of each is read, and the last one stays.
      return element.lifted(
        .step { row, body in
          _ = forEach(row) {
            body($0)
            return true
          }
        })
    case .index(let index):
      let index = index.closure
      return element.lifted(
        .step { row, body in
          guard var left = index(row), left >= 0 else { return }
          _ = forEach(row) {
            if left == 0 { body($0) }
            left -= 1
            return left >= 0
          }
        })
    }
  }

  /// Each element as a dynamic value.
  func boxed() throws(ExecutionError) -> (Row) -> [Value] {
    let (forEach, value) = (forEach, try access.itself().boxed())
    return { row in
      var result: [Value] = []
      _ = forEach(row) {
        result.append(value($0))
        return true
      }
      return result
    }
  }
}
