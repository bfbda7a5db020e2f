import CDQIR
import CDQValues

/// The planner of quantifiers, counts and aggregates over to-many relationships of a store.
struct ChildPlanner {
  typealias Scope = ColumnPlanner.Scope

  let planner: ColumnPlanner
  let source: TableSource

  /// Plans the number of objects that a to-many or a SUBQUERY has, such as `cities.@count`.
  func countVector(_ node: AggregateIR, _ scope: Scope) throws(ExecutionError) -> (any NumberVector<Int64>)? {
    guard node.function == .count, let (relation, filter) = objects(of: node.collection, scope) else { return nil }
    guard let filter else { return CountVector(relation, where: nil, source) }
    guard let condition = try condition(filter, relation, scope) else { return nil }
    return CountVector(relation, where: children(relation, condition, scope), source)
  }

  // The planner tries both of the next functions for the same aggregate. So each plans the condition of a SUBQUERY only
  // after it has accepted the aggregate.

  /// Plans the sum, the minimum or the maximum of integers.
  func integerVector(_ node: AggregateIR, _ scope: Scope) throws(ExecutionError) -> (any NumberVector<Int64>)? {
    switch node.function {
    case .sum, .minimum, .maximum: break
    case .count, .average, .median, .standardDeviation: return nil
    }
    guard node.type.isInteger, let values = try childValues(node.collection, scope, where: { $0 == .int }) else {
      return nil
    }
    let function = node.function
    return ChildVector<IntegerTally, Int64>(values, zero: 0, shift: source.shift) { tally in
      switch function {
      case .sum: tally.sum.value
      case .minimum: tally.minimum
      case .maximum: tally.maximum
      case .count, .average, .median, .standardDeviation: nil
      }
    }
  }

  /// Plans the sum, the average, the minimum or the maximum of doubles, or the average of integers; with `areSeconds`,
  /// an aggregate of dates or durations.
  func doubleVector(
    _ node: AggregateIR, areSeconds: Bool, _ scope: Scope
  ) throws(ExecutionError) -> (vector: any NumberVector<Double>, kind: ValueKind)? {
    switch node.function {
    case .sum, .average, .minimum, .maximum: break
    case .count, .median, .standardDeviation: return nil
    }
    let isExtreme = node.function == .minimum || node.function == .maximum
    let result = ValueKind(node.type)
    guard areSeconds == (result != .double) else { return nil }
    let values = try childValues(node.collection, scope) { kind in
      switch kind {
      case .int: result == .double && node.function == .average
      case .doubles(result): result.isAmount || isExtreme
      default: false
      }
    }
    guard let values else { return nil }
    if values.path.kind == .int {
      return (ChildVector<IntegerTally, Double>(values, zero: 0, shift: source.shift) { $0.average }, .double)
    }
    let function = node.function
    let vector = ChildVector<DoubleTally, Double>(values, zero: 0, shift: source.shift) { tally in
      switch function {
      case .sum: tally.sum
      case .average: tally.average
      case .minimum: tally.minimum
      case .maximum: tally.maximum
      case .count, .median, .standardDeviation: nil
      }
    }
    return (vector, result)
  }

  /// Plans the values of an aggregate: an attribute of the objects of a to-many or a SUBQUERY, at the end of any number
  /// of to-ones.
  ///
  /// - Parameter isWanted: Whether the caller supports a kind of attribute.
  private func childValues(
    _ collection: CollectionIR, _ scope: Scope, where isWanted: (Column.Kind) -> Bool
  ) throws(ExecutionError) -> ChildValues? {
    let owners = source.layout.entities[scope.entity].concrete
    switch collection {
    case .path(let path):
      guard let relation = toMany(path, scope) else { return nil }
      let inner = Scope(variable: scope.variable, entity: relation.destination)
      let rest = PathIR(variable: scope.variable, steps: Array(path.steps.dropFirst()), type: path.type)
      guard let attribute = planner.path(.path(rest), inner), isWanted(attribute.kind) else { return nil }
      return ChildValues(relation, of: owners, attribute, where: nil, source)
    case .map(let objects, let variable, let value):
      guard let (relation, filter) = self.objects(of: objects, scope),
        let attribute = planner.path(value, Scope(variable: variable.id, entity: relation.destination)),
        isWanted(attribute.kind)
      else { return nil }
      guard let filter else { return ChildValues(relation, of: owners, attribute, where: nil, source) }
      guard let condition = try condition(filter, relation, scope) else { return nil }
      return ChildValues(relation, of: owners, attribute, where: condition, source)
    default: return nil
    }
  }

  private typealias Filter = (variable: VariableIR, predicate: PredicateIR)

  /// The to-many of a collection, and the condition if the collection is a SUBQUERY; nil for other collections.
  private func objects(
    of collection: CollectionIR, _ scope: Scope
  ) -> (relation: StoreLayout.RelationshipLayout, filter: Filter?)? {
    switch collection {
    case .path(let path):
      guard path.steps.count == 1, let relation = toMany(path, scope) else { return nil }
      return (relation, nil)
    case .filter(.path(let path), let variable, let predicate):
      guard path.steps.count == 1, let relation = toMany(path, scope) else { return nil }
      return (relation, (variable, predicate))
    default: return nil
    }
  }

  private func condition(
    _ filter: Filter, _ relation: StoreLayout.RelationshipLayout, _ scope: Scope
  ) throws(ExecutionError) -> (any ColumnCondition)? {
    // If all conditions use absent parameters, the SUBQUERY has all objects.
    let absent = planner.rows.absent
    let whole =
      absent.isEmpty ? filter.predicate : filter.predicate.removing(absent: absent) ?? .constant(true)
    return try planner.condition(whole, inner(filter.variable, relation, [], scope))
  }

  /// The to-many that is the first step of a path; nil for other paths.
  private func toMany(_ path: PathIR, _ scope: Scope) -> StoreLayout.RelationshipLayout? {
    guard path.variable == scope.variable, scope.prefix.isEmpty, let step = path.steps.first, step.kind == .toMany,
      let relation = source.relation(step, of: scope.entity), relation.relationship.isToMany
    else { return nil }
    return relation
  }

  private func inner(
    _ variable: VariableIR, _ relation: StoreLayout.RelationshipLayout, _ steps: [StepIR], _ scope: Scope
  ) -> Scope {
    var inner = Scope(variable: variable.id, entity: relation.destination, prefix: steps, depth: scope.depth + 1)
    if let back = stepBack(relation) {
      // `toMany` has checked that the scope has no prefix, so its variable denotes the objects of its table.
      inner.outer = [(scope.variable, [back])] + scope.outer.map { ($0.variable, [back] + $0.steps) }
    }
    return inner
  }

  /// The inverse to-one, which leads from each object of a to-many to the owner of the to-many; nil if there is none.
  private func stepBack(_ relation: StoreLayout.RelationshipLayout) -> StepIR? {
    guard let slot = relation.inverse else { return nil }
    let destination = source.layout.entities[relation.destination]
    let inverse = destination.relationships[slot].relationship
    guard !inverse.isToMany, !inverse.isTransient else { return nil }
    return StepIR(inverse.name, .toOne, of: destination.entity.name)
  }

  private func children(
    _ relation: StoreLayout.RelationshipLayout, _ condition: any ColumnCondition, _ scope: Scope
  ) -> ChildSelection {
    ChildSelection(
      relation: relation, owners: source.layout.entities[scope.entity].concrete, condition: condition, source: source)
  }

  /// Plans `ANY` and `ALL` over to-manys, or over an attribute of the objects that they lead to, such as
  /// `ANY cities.population > 5`.
  func quantified(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> (any ColumnCondition)? {
    guard case .quantified(let node) = predicate else { throw Planner.misdirected }
    guard case .path(let path) = node.collection, scope.depth < ColumnPlanner.greatestDepth else { return nil }
    if let relation = toMany(path, scope) { return try quantified(node, path, relation, scope) }
    // To-ones that lead to the object which has the to-many.
    let near = path.steps.prefix { $0.kind == .toOne }
    guard !near.isEmpty, path.variable == scope.variable, scope.prefix.isEmpty,
      let walk = source.walk(near, from: scope.entity)
    else { return nil }
    // No expression uses this variable, because no step leads from the far object back to the start.
    let far = Scope(variable: .max, entity: walk.entity, depth: scope.depth + 1)
    let rest = PathIR(variable: .max, steps: Array(path.steps.dropFirst(near.count)), type: path.type)
    guard let relation = toMany(rest, far), let condition = try quantified(node, rest, relation, far) else {
      return nil
    }
    return planner.lifted(condition, walk.columns)
  }

  private func quantified(
    _ node: QuantifiedIR, _ path: PathIR, _ relation: StoreLayout.RelationshipLayout, _ scope: Scope
  ) throws(ExecutionError) -> (any ColumnCondition)? {
    let rest = Array(path.steps.dropFirst())
    let isLast = (rest.last?.kind == .attribute ? rest.dropLast() : rest[...]).allSatisfy { $0.kind == .toOne }
    let inner = inner(node.variable, relation, isLast ? rest : [], scope)
    let condition: (any ColumnCondition)?
    if isLast {
      condition = try planner.condition(node.predicate, inner)
    } else {
      // The next to-many starts from the objects of the first one. Both quantifiers use the same variable; in the
      // predicate it is that of the inner one.
      let next = PathIR(variable: node.variable.id, steps: rest, type: path.type)
      condition = try quantified(
        .quantified(QuantifiedIR(node.kind, node.variable, in: .path(next), node.predicate)), inner)
    }
    guard let condition else { return nil }
    switch node.kind {
    case .any: return AnyChildCondition(children(relation, condition, scope))
    case .all:
      let counterexample = NegatedCondition(condition, shift: source.shift)
      return NegatedCondition(AnyChildCondition(children(relation, counterexample, scope)), shift: source.shift)
    }
  }
}
