import CDQIR
import CDQValues

/// A collection of a row's, with elements of one Swift type: a record, an optional record, or an optional scalar.
final class Elements<Row, Element>: AnyElements<Row> {
  /// What can be done with an element.
  let access: RowAccess<Element>
  /// The element that stands for a leaf which cannot be reached; nil where nothing stands for it.
  let absent: Element?
  /// A way to count that is faster than to loop.
  private let quickCount: ((Row) -> Int)?
  /// Calls its second argument for each element until that returns false; false when it was ended so.
  let forEach: (Row, (Element) -> Bool) -> Bool

  init(
    _ access: RowAccess<Element>, absent: Element?, count: ((Row) -> Int)? = nil,
    forEach: @escaping (Row, (Element) -> Bool) -> Bool
  ) {
    self.access = access
    self.absent = absent
    quickCount = count
    self.forEach = forEach
  }

  /// Other elements of the same type.
  private func like(_ forEach: @escaping (Row, (Element) -> Bool) -> Bool) -> Elements<Row, Element> {
    Elements(access, absent: nil, forEach: forEach)
  }

  // MARK: Composition

  override func lifted<Outer>(_ project: @escaping (Outer) -> Row?) -> AnyElements<Outer> {
    let (forEach, absent, quickCount) = (forEach, absent, quickCount)
    let countOfNothing = absent == nil ? 0 : 1
    let count = quickCount.map { count in
      { (outer: Outer) -> Int in
        guard let row = project(outer) else { return countOfNothing }
        return count(row)
      }
    }
    return Elements<Outer, Element>(access, absent: absent, count: count) { outer, body in
      if let row = project(outer) { return forEach(row, body) }
      if let absent { return body(absent) }
      return true
    }
  }

  override func flattened<Outer>(over rows: Elements<Outer, Row>) -> AnyElements<Outer> {
    let (forEach, forEachRow) = (forEach, rows.forEach)
    return Elements<Outer, Element>(access, absent: nil) { outer, body in
      forEachRow(outer) { forEach($0, body) }
    }
  }

  override func filtered(
    _ variable: VariableIR, _ predicate: PredicateIR, _ planner: Planner, _ scope: Scope<Row>
  ) throws(ExecutionError) -> AnyElements<Row> {
    let inner = Scope(id: variable.id, access, parent: scope)
    let test = try planner.condition(predicate, inner).closure
    let (forEach, enter) = (forEach, scope.enter)
    return like { row, body in
      enter(row)
      return forEach(row) { !test($0) || body($0) }
    }
  }

  override func mapped(
    _ variable: VariableIR, _ value: ExpressionIR, _ planner: Planner, _ scope: Scope<Row>
  ) throws(ExecutionError) -> AnyElements<Row> {
    if case .path(let path) = value, case .object = path.type.base {
      // As a value an object is only an identity; as leaves of a path it keeps its type, so that steps can follow.
      return try flatMapped(variable, .path(path), planner, scope)
    }
    let inner = Scope(id: variable.id, access, parent: scope)
    let single = try planner.scalar(value, inner).singleElement(planner.execution)
    return single.flattened(over: entered(scope))
  }

  override func flatMapped(
    _ variable: VariableIR, _ inner: CollectionIR, _ planner: Planner, _ scope: Scope<Row>
  ) throws(ExecutionError) -> AnyElements<Row> {
    let innerScope = Scope(id: variable.id, access, parent: scope)
    return try planner.elements(inner, innerScope).flattened(over: entered(scope))
  }

  /// The same elements, with the row left where inner plans find it.
  private func entered(_ scope: Scope<Row>) -> Elements<Row, Element> {
    let (forEach, enter) = (forEach, scope.enter)
    return like { row, body in
      enter(row)
      return forEach(row, body)
    }
  }

  // MARK: Conditions

  override func quantified(
    _ node: QuantifiedIR, _ planner: Planner, _ scope: Scope<Row>
  ) throws(ExecutionError) -> Condition<Row> {
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

  override func contains(
    _ value: Scalar<Row>, _ options: TextOptions, _ planner: Planner
  ) throws(ExecutionError) -> Condition<Row> {
    try value.visit(MembershipPlan(elements: self, options: options, planner: planner))
  }

  // MARK: Values

  override var count: (Row) -> Int {
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

  override func aggregate(
    _ function: AggregateFunction, as type: ValueType
  ) throws(ExecutionError) -> Scalar<Row> {
    if case .count = function {
      let count = count
      return .int(.row { Int64(count($0)) })
    }
    return try Aggregation(self).plan(function).coerced(to: type)
  }

  override func element(_ position: ElementPosition<Row>) throws(ExecutionError) -> Scalar<Row> {
    let forEach = forEach
    switch position {
    case .first:
      return try access.itself().lifted { row in
        var result: Element?
        _ = forEach(row) {
          result = $0
          return false
        }
        return result
      }
    case .last:
      return try access.itself().lifted { row in
        var result: Element?
        _ = forEach(row) {
          result = $0
          return true
        }
        return result
      }
    case .index(let index):
      return try access.itself().lifted { row in
        guard var left = index(row), left >= 0 else { return nil }
        var result: Element?
        _ = forEach(row) {
          if left == 0 { result = $0 }
          left -= 1
          return left >= 0
        }
        return result
      }
    }
  }

  override func boxed() throws(ExecutionError) -> (Row) -> [Value] {
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

  override func equalityKeys() throws(ExecutionError) -> (Row, (EqualityKey) -> Bool) -> Void {
    let (forEach, key) = (forEach, try access.itself().equalityKey())
    return { row, body in _ = forEach(row) { body(key($0)) } }
  }

  // MARK: Sets

  override func present() throws(ExecutionError) -> AnyElements<Row> {
    let (forEach, isNull) = (forEach, try access.itself().isNull.closure)
    return like { row, body in forEach(row) { isNull($0) || body($0) } }
  }

  override func distinct() throws(ExecutionError) -> AnyElements<Row> {
    let (forEach, key) = (forEach, try access.itself().equalityKey())
    return like { row, body in
      var seen: Set<EqualityKey> = []
      return forEach(row) { element in
        let key = key(element)
        return key == .null || !seen.insert(key).inserted || body(element)
      }
    }
  }

  override func mode() throws(ExecutionError) -> AnyElements<Row> {
    let (forEach, key) = (forEach, try access.itself().equalityKey())
    return like { row, body in
      var places: [EqualityKey: Int] = [:]
      var counted: [(element: Element, count: Int)] = []
      let isComplete = forEach(row) { element in
        let key = key(element)
        if key == .null { return true }
        if let place = places[key] {
          counted[place].count += 1
        } else {
          places[key] = counted.count
          counted.append((element, 1))
        }
        return true
      }
      guard isComplete, let most = counted.map(\.count).max() else { return isComplete }
      for entry in counted where entry.count == most {
        guard body(entry.element) else { return false }
      }
      return true
    }
  }

  override func combined(
    _ operation: CollectionIR.SetOperator, with other: AnyElements<Row>, _ execution: Execution
  ) throws(ExecutionError) -> AnyElements<Row> {
    switch operation {
    case .union:
      // Objects that a to-many leads to are never nil, those at the end of another path may be.
      if let same = other as? Elements<Row, Element> ?? other.optional() as? Elements<Row, Element> {
        return try union(same)
      }
      if let others = other as? Elements<Row, Element?> { return try optional().union(others) }
      return try unionOfValues(other, execution)
    case .intersect:
      return try restricted(to: other, whereContained: true)
    case .minus:
      return try restricted(to: other, whereContained: false)
    }
  }

  private func union(_ other: Elements<Row, Element>) throws(ExecutionError) -> AnyElements<Row> {
    let (first, second) = (forEach, other.forEach)
    return try like { row, body in first(row, body) && second(row, body) }.distinct()
  }

  override func optional() -> Elements<Row, Element?> {
    let forEach = forEach
    return Elements<Row, Element?>(LiftedRow(access) { $0 }, absent: nil) { row, body in forEach(row) { body($0) } }
  }

  private func restricted(
    to other: AnyElements<Row>, whereContained isWanted: Bool
  ) throws(ExecutionError) -> AnyElements<Row> {
    let (forEach, key) = (forEach, try access.itself().equalityKey())
    let forEachOther = try other.equalityKeys()
    return try like { row, body in
      var others: Set<EqualityKey> = []
      forEachOther(row) {
        others.insert($0)
        return true
      }
      return forEach(row) { others.contains(key($0)) != isWanted || body($0) }
    }.distinct()
  }

  /// A union of elements of different Swift types: of numbers, or of objects of which only identities are known.
  private func unionOfValues(
    _ other: AnyElements<Row>, _ execution: Execution
  ) throws(ExecutionError) -> AnyElements<Row> {
    let (left, right) = (try boxed(), try other.boxed())
    return try access.itself().visit(ValueUnion(execution: execution) { left($0) + right($0) }).distinct()
  }
}
