import CDQIR
import CDQValues

extension Planner {
  /// Plans a collection expression: a path such as `cities`, a list such as `{1, 2}`, a SUBQUERY, and so on.
  @inline(never)
  func elements(
    _ collection: CollectionIR, _ scope: RowScope
  ) throws(ExecutionError) -> Elements {
    switch collection {
    case .path: return try leaves(collection, scope)
    case .objects: return try objects(collection)
    case .literal: return try literal(collection, scope)
    case .parameter: return try parameter(collection, scope)
    case .filter: return try filter(collection, scope)
    case .map: return try map(collection, scope)
    case .flatMap: return try flatMap(collection, scope)
    case .distinct: return try distinct(collection, scope)
    case .mode: return try mode(collection, scope)
    case .set: return try set(collection, scope)
    }
  }

  private func leaves(
    _ collection: CollectionIR, _ scope: RowScope
  ) throws(ExecutionError) -> Elements {
    guard case .path(let path) = collection else { throw Planner.misdirected }
    return try scope.leaves(path, execution)
  }

  private func parameter(
    _ collection: CollectionIR, _ scope: RowScope
  ) throws(ExecutionError) -> Elements {
    guard case .parameter(let index, let type) = collection else { throw Planner.misdirected }
    let values = try listArgument(index)
    return try Elements.values(of: rawType(type, values), execution) { _ in values }
  }

  private func filter(
    _ collection: CollectionIR, _ scope: RowScope
  ) throws(ExecutionError) -> Elements {
    guard case .filter(let source, let variable, let predicate) = collection else { throw Planner.misdirected }
    if case .objects = source { return try objects(source, variable, where: predicate, scope) }
    return try elements(source, scope).filtered(variable, predicate, self, scope)
  }

  private func map(
    _ collection: CollectionIR, _ scope: RowScope
  ) throws(ExecutionError) -> Elements {
    guard case .map(let source, let variable, let value) = collection else { throw Planner.misdirected }
    return try elements(source, scope).mapped(variable, value, self, scope)
  }

  private func flatMap(
    _ collection: CollectionIR, _ scope: RowScope
  ) throws(ExecutionError) -> Elements {
    guard case .flatMap(let source, let variable, let inner) = collection else { throw Planner.misdirected }
    return try elements(source, scope).flatMapped(variable, inner, self, scope)
  }

  private func distinct(
    _ collection: CollectionIR, _ scope: RowScope
  ) throws(ExecutionError) -> Elements {
    guard case .distinct(let source) = collection else { throw Planner.misdirected }
    return try elements(source, scope).distinct()
  }

  private func mode(
    _ collection: CollectionIR, _ scope: RowScope
  ) throws(ExecutionError) -> Elements {
    guard case .mode(let source) = collection else { throw Planner.misdirected }
    return try elements(source, scope).mode()
  }

  private func set(
    _ collection: CollectionIR, _ scope: RowScope
  ) throws(ExecutionError) -> Elements {
    guard case .set(let operation, let left, let right) = collection else { throw Planner.misdirected }
    return try elements(left, scope).combined(operation, with: elements(right, scope), execution)
  }

  /// Plans `value IN collection`.
  func membership(_ predicate: PredicateIR, _ scope: RowScope) throws(ExecutionError) -> Condition {
    guard case .membership(let node) = predicate else { throw Planner.misdirected }
    let value = try scalar(node.value, scope)
    if let candidates = try constants(node.collection) {
      return try ConstantMembership(candidates: candidates, options: node.options, planner: self).plan(value)
    }
    let elements = try elements(node.collection, scope)
    if IRNode.collection(node.collection).isOfAllObjects,
      let remembered = try RememberedMembership(elements, as: value.kind, node.options) {
      return try remembered.plan(value)
    }
    return try elements.contains(value, node.options, self)
  }

  /// The elements of a collection that is the same for all rows: of a list parameter, or of a list of literals and
  /// parameters. Nil for any other collection.
  func constants(_ collection: CollectionIR) throws(ExecutionError) -> [Value]? {
    switch collection {
    case .parameter(let index, _): return try listArgument(index)
    case .literal(let expressions, _):
      var values: [Value] = []
      for expression in expressions {
        switch expression {
        case .literal(let value, _): values.append(value)
        case .parameter(let index, _): values.append(try argument(index))
        default:
          return nil
        }
      }
      return values
    default: return nil
    }
  }

  private func literal(
    _ collection: CollectionIR, _ scope: RowScope
  ) throws(ExecutionError) -> Elements {
    guard case .literal(let expressions, let type) = collection else { throw Planner.misdirected }
    if let values = try constants(collection) {
      let widened = values.map { $0.widened(to: type) ?? $0 }
      return try Elements.values(of: rawType(type, values), execution) { _ in widened }
    }
    var scalars: [Scalar] = []
    for expression in expressions { scalars.append(try scalar(expression, scope)) }
    return try list(of: scalars, type)
  }

  private func list(of scalars: [Scalar], _ type: ValueType) throws(ExecutionError) -> Elements {
    var getters: [(Row) -> Value] = []
    var isInteger = false
    for scalar in scalars {
      let element = try scalar.coerced(to: type)
      if case .int = element { isInteger = true }
      getters.append(try element.boxed())
    }
    let raw: ValueType = if case .enumeration = type, isInteger { .int64 } else { type }
    return try Elements.values(of: raw, execution) { row in getters.map { $0(row) } }
  }

  private func listArgument(_ index: Int) throws(ExecutionError) -> [Value] {
    switch try argument(index) {
    case .list(let values): return values
    case .null: return []
    case let other: throw .malformedQuery("\(other.described) is used as a list")
    }
  }

  /// The type of the list's elements. The IR does not tell the raw type of an enum, but the values do: Int64 if one of
  /// them is an integer, else String.
  private func rawType(_ type: ValueType, _ values: [Value]) -> ValueType {
    guard case .enumeration = type else { return type }
    let isInteger = values.contains { if case .int = $0 { true } else { false } }
    return isInteger ? .int64 : .string
  }
}
