import CDQIR
import CDQValues

/// The position of the element that `collection[FIRST]`, `[LAST]` or `[index]` selects.
enum ElementPosition {
  case first, last
  case index(Getter<Int64>)
}

/// The plan of a collection: a closure that enumerates the elements which belong to one row. The elements are rows
/// themselves: records, records that may be missing, or single values.
///
/// For `cities.name` over countries, the outer row is a country and the elements are texts.
final class Elements {
  /// How plans read an element.
  let access: any RowAccess
  /// Whether a path that ends early, at a nil to-one, has one nil element. If false, it has no element.
  private let hasAbsent: Bool
  /// Counts the elements without a loop; nil where that is not possible.
  private let quickCount: ((Row) -> Int)?
  /// Calls its second argument with each element until that returns false. Returns false when the loop ended early.
  let forEach: (Row, (Row) -> Bool) -> Bool
  /// The loops that leave out repetitions; nil if the elements of one row hardly repeat.
  var repeated: RepeatedPath?
  /// Whether two rows may have an element in common.
  var mayRepeat = false

  /// Like `forEach`, but may leave out elements that were there before.
  var forEachOnce: (Row, (Row) -> Bool) -> Bool { repeated?.once ?? forEach }

  /// Like `forEach`, with the number of times that an element is there.
  var forEachCounted: (Row, (Row, Int) -> Bool) -> Bool {
    if let repeated { return repeated.counted }
    let forEach = forEach
    return { row, body in forEach(row) { body($0, 1) } }
  }

  init(
    _ access: any RowAccess, hasAbsent: Bool = false, count: ((Row) -> Int)? = nil,
    forEach: @escaping (Row, (Row) -> Bool) -> Bool
  ) {
    self.access = access
    self.hasAbsent = hasAbsent
    quickCount = count
    self.forEach = forEach
  }

  /// A collection with the same kind of elements, enumerated by other closures.
  private func like(
    _ repeated: RepeatedPath?, _ forEach: @escaping (Row, (Row) -> Bool) -> Bool
  ) -> Elements {
    let elements = Elements(access, forEach: forEach)
    elements.repeated = repeated
    elements.mayRepeat = mayRepeat
    return elements
  }

  // MARK: Composition

  /// The elements of the row that `lift` leads to. Where it leads nowhere, there is one nil element or none, depending
  /// on `hasAbsent`.
  func lifted(_ lift: RowLift) -> Elements {
    let (forEach, hasAbsent) = (forEach, hasAbsent)
    switch lift {
    case .place(let place):
      let elements = Elements(access, hasAbsent: hasAbsent, count: liftedCount(lift)) { outer, body in
        if let row = place(outer) { return forEach(row, body) }
        return hasAbsent ? body(nil) : true
      }
      elements.repeated = repeated?.lifted(place, hasAbsent: hasAbsent)
      elements.mayRepeat = mayRepeat
      return elements
    case .step(let step):
      let elements = Elements(access, hasAbsent: hasAbsent, count: liftedCount(lift)) { outer, body in
        var isComplete: Bool?
        step(outer) { isComplete = forEach($0, body) }
        return isComplete ?? (hasAbsent ? body(nil) : true)
      }
      elements.mayRepeat = mayRepeat
      return elements
    }
  }

  private func liftedCount(_ lift: RowLift) -> ((Row) -> Int)? {
    guard let quickCount else { return nil }
    let countOfNothing = hasAbsent ? 1 : 0
    let count = Getter<Int>.row { quickCount($0) }.lifted(lift).closure
    return { count($0) ?? countOfNothing }
  }

  /// Concatenates the elements of each of `rows`.
  func flattened(over rows: Elements) -> Elements {
    let (forEach, forEachRow) = (forEach, rows.forEach)
    let elements = like(.joined(rows, self)) { outer, body in
      forEachRow(outer) { forEach($0, body) }
    }
    elements.mayRepeat = mayRepeat || rows.mayRepeat
    return elements
  }

  /// Plans the elements for which `predicate` holds, as for `SUBQUERY(cities, $c, $c.population > 5)`.
  func filtered(
    _ variable: VariableIR, _ predicate: PredicateIR, _ planner: Planner, _ scope: RowScope
  ) throws(ExecutionError) -> Elements {
    let inner = RowScope(id: variable.id, access, parent: scope)
    let test = try self.test(predicate, inner, planner)
    let (forEach, enter) = (forEach, scope.enter)
    return like(repeated?.filtered(enter, test)) { row, body in
      enter(row)
      return forEach(row) { !test($0) || body($0) }
    }
  }

  /// Plans the value of an expression for each element.
  func mapped(
    _ variable: VariableIR, _ value: ExpressionIR, _ planner: Planner, _ scope: RowScope
  ) throws(ExecutionError) -> Elements {
    if case .path(let path) = value, case .object = path.type.base {
      // As a value, an object is only its key. As a leaf of a path it keeps its type, so that further steps can follow.
      return try flatMapped(variable, .path(path), planner, scope)
    }
    let inner = RowScope(id: variable.id, access, parent: scope)
    let single = try planner.scalar(value, inner).singleElement(planner.execution)
    return single.flattened(over: entered(scope))
  }

  /// Plans a collection that each element has, and concatenates these collections.
  func flatMapped(
    _ variable: VariableIR, _ inner: CollectionIR, _ planner: Planner, _ scope: RowScope
  ) throws(ExecutionError) -> Elements {
    let innerScope = RowScope(id: variable.id, access, parent: scope)
    let parts = try planner.elements(inner, innerScope)
    let rows = entered(scope)
    let elements = parts.flattened(over: rows)
    if rows.mayRepeat, access.shape?.place != nil { elements.repeated = RepeatedPath([rows, parts], planner.execution) }
    return elements
  }

  /// The same elements. The outer row is stored first where plans of inner variables read it.
  private func entered(_ scope: RowScope) -> Elements {
    let (forEach, enter) = (forEach, scope.enter)
    return like(repeated?.filtered(enter) { _ in true }) { row, body in
      enter(row)
      return forEach(row, body)
    }
  }

  // MARK: Conditions

  /// Plans `ANY` or `ALL` over the elements. The loop stops at the first element that decides the answer.
  func quantified(
    _ node: QuantifiedIR, _ planner: Planner, _ scope: RowScope
  ) throws(ExecutionError) -> Condition {
    let inner = RowScope(id: node.variable.id, access, parent: scope)
    let test = try self.test(node.predicate, inner, planner)
    let (forEach, enter) = (forEachOnce, scope.enter)
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

  /// Counts the elements, nil included.
  var count: (Row) -> Int {
    if let quickCount { return quickCount }
    if let repeated {
      let (counted, execution) = (repeated.counted, repeated.execution)
      return { row in
        var count = 0
        _ = counted(row) { _, times in
          count = execution.sum(count, times)
          return true
        }
        return count
      }
    }
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

  /// Plans an aggregate and converts its result to `type`. `count` counts nil elements too; the other functions skip
  /// them.
  func aggregate(_ function: AggregateFunction, as type: ValueType) throws(ExecutionError) -> Scalar {
    if case .count = function {
      let count = count
      return .int(.row { Int64(count($0)) })
    }
    return try Aggregation(self).plan(function).coerced(to: type)
  }

  /// Plans the first element, the last one, or the one at an index. The value is nil where there is no such element.
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
      // An element is valid only during the call for it. So the value of each one is read, and the last value remains.
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

  /// Collects the elements of a row as dynamic values.
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
