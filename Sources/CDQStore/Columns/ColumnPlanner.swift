import CDQIR
import CDQValues

/// Turns IR into conditions over columns. What it has no kernel for it leaves to the row plan, so that every query runs;
/// both plans answer the same.
struct ColumnPlanner {
  /// A variable whose objects are the rows of tables. The variable may stand for what `prefix` leads to.
  struct Scope {
    var variable: Int
    var entity: Int
    var prefix: [StepIR] = []
    /// Variables around this one, and the to-ones that lead from its objects to theirs: those against the to-manys
    /// that it ranges over.
    var outer: [(variable: Int, steps: [StepIR])] = []
    /// How deep the planner is in nested predicates; deeper ones are left to the row plan, which is made for that.
    var depth = 0

    /// The steps of a path from the objects of the table; nil when nothing leads from them to where it starts.
    func steps(of path: PathIR) -> [StepIR]? {
      if path.variable == variable { return prefix + path.steps }
      return outer.first { $0.variable == path.variable }.map { $0.steps + path.steps }
    }

    var deeper: Scope {
      var scope = self
      scope.depth += 1
      return scope
    }
  }

  static let greatestDepth = 24
  /// Most operands of one sum or product: each operator is a vector around the one before it.
  static let longestChain = 32

  let source: ColumnSource
  let rows: Planner
  /// The scope of the objects under test, in which constants are planned too.
  let rowScope: CDQStore.Scope

  var shift: Int { source.shift }

  // MARK: Predicates; nil where there is no kernel. As in `Planner`, each kind of node has its own function.

  func condition(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> ColumnCondition? {
    guard scope.depth < ColumnPlanner.greatestDepth else { return nil }
    switch predicate {
    case .constant(let value): return ConstantCondition(value)
    case .and: return try conjunction(predicate, scope)
    case .or: return try disjunction(predicate, scope)
    case .not: return try negation(predicate, scope)
    case .whenPresent: return try whenPresent(predicate, scope)
    case .comparison, .text, .between, .membership, .isNull, .boolean, .quantified:
      guard let records = source.records else { return try simple(predicate, scope) }
      return try records.loading { () throws(ExecutionError) in try simple(predicate, scope) }
    }
  }

  /// A predicate that is no combination of others.
  private func simple(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> ColumnCondition? {
    if let dates = predicate.withoutYears(mayBeNil: { rows.isNilArgument($0) }) { return try condition(dates, scope.deeper) }
    switch predicate {
    case .comparison: return try comparison(predicate, scope)
    case .text: return try textMatch(predicate, scope)
    case .between: return try between(predicate, scope)
    case .membership: return try membership(predicate, scope)
    case .isNull: return try isNull(predicate, scope)
    case .boolean: return try boolean(predicate, scope)
    case .quantified: return try quantified(predicate, scope)
    case .constant, .and, .or, .not, .whenPresent: throw Planner.misdirected
    }
  }

  /// A condition for any predicate on the objects under test.
  func wholeCondition(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> ColumnCondition {
    if let condition = try condition(predicate, scope) { return condition }
    return try rowCondition(predicate)
  }

  /// The row plan of a predicate on the objects under test.
  private func rowCondition(_ predicate: PredicateIR) throws(ExecutionError) -> ColumnCondition {
    if let records = source.records { return try records.rowCondition(predicate) }
    switch try rows.condition(predicate, rowScope) {
    case .constant(let value): return ConstantCondition(value)
    case .row(let test): return RowCondition(test, source)
    }
  }

  /// The operands of AND or OR. For objects under test the row plan helps out; the elements of a collection it does not
  /// know.
  private func operands(
    _ predicates: [PredicateIR], _ scope: Scope
  ) throws(ExecutionError) -> [ColumnCondition]? {
    var result: [ColumnCondition] = []
    for predicate in predicates {
      if let condition = try condition(predicate, scope.deeper) {
        result.append(condition)
      } else if scope.variable == 0 {
        result.append(try rowCondition(predicate))
      } else {
        return nil
      }
    }
    return result
  }

  private func conjunction(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> ColumnCondition? {
    guard case .and(let predicates) = predicate else { throw Planner.misdirected }
    return try operands(predicates, scope).map { ConjunctionCondition.joining($0, inOrder: keepsOrder) }
  }

  private func disjunction(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> ColumnCondition? {
    guard case .or(let predicates) = predicate else { throw Planner.misdirected }
    return try operands(predicates, scope).map { DisjunctionCondition($0, shift: shift, inOrder: keepsOrder) }
  }

  /// Whether operands are tested in the order in which they were written: accessors of the caller's may rely on it.
  private var keepsOrder: Bool { source.records != nil }

  private func negation(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> ColumnCondition? {
    guard case .not(let operand) = predicate else { throw Planner.misdirected }
    return try condition(operand, scope.deeper).map { NegatedCondition($0, shift: shift) }
  }

  private func whenPresent(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> ColumnCondition? {
    guard case .whenPresent(_, let operand) = predicate else { throw Planner.misdirected }
    return try condition(operand, scope.deeper)
  }

  private func isNull(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> ColumnCondition? {
    guard case .isNull(let operand) = predicate else { throw Planner.misdirected }
    return nullTest(operand, isWanted: true, scope)
  }

  private func boolean(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> ColumnCondition? {
    guard case .boolean(let operand) = predicate else { throw Planner.misdirected }
    guard let path = path(operand, scope), path.kind == .bool else { return nil }
    return range(path, NumberTest<UInt8>(range: ValueRange(lower: 1, upper: 1)), ColumnPlanner.bits)
  }

  static let bits = ValueRange<UInt8>(lower: 0, upper: 1)

  // MARK: Paths

  /// An attribute, at the end of any number of to-ones.
  struct Path {
    /// The to-ones, as columns of the tables they start from.
    var steps: [Int]
    /// The entity that each of the to-ones starts from.
    var owners: [Int]
    /// The entity that has the attribute.
    var entity: Int
    var slot: Int
    var kind: Column.Kind
  }

  /// The attribute that an expression is; nil when it is something else.
  func path(_ expression: ExpressionIR, _ scope: Scope) -> Path? {
    guard case .path(let path) = expression, let all = scope.steps(of: path) else { return nil }
    if let records = source.records {
      return records.column(at: all).map { Path(steps: [], owners: [], entity: 0, slot: $0.slot, kind: $0.kind) }
    }
    guard let last = all.last, last.kind == .attribute, let walk = walk(all.dropLast(), from: scope.entity),
      let slot = source.layout.entities[walk.entity].attributeSlots[last.name]
    else { return nil }
    let attribute = source.layout.entities[walk.entity].attributes[slot]
    guard !attribute.isTransient else { return nil }
    return Path(
      steps: walk.columns, owners: walk.owners, entity: walk.entity, slot: slot,
      kind: Column.kind(of: attribute.type, in: source.layout.schema))
  }

  /// Where to-ones lead; nil when one of the steps is none.
  func walk(
    _ steps: ArraySlice<StepIR>, from entity: Int
  ) -> (columns: [Int], owners: [Int], entity: Int)? {
    var (columns, owners, entity): ([Int], [Int], Int) = ([], [], entity)
    for step in steps {
      guard let relation = relation(step, of: entity), !relation.relationship.isToMany else { return nil }
      columns.append(relation.column)
      owners.append(entity)
      entity = relation.destination
    }
    return (columns, owners, entity)
  }

  func relation(_ step: StepIR, of entity: Int) -> StoreLayout.RelationshipLayout? {
    let layout = source.layout.entities[entity]
    guard let slot = layout.relationshipSlots[step.name], !layout.relationships[slot].relationship.isTransient else {
      return nil
    }
    return layout.relationships[slot]
  }

  /// A condition on what the steps lead to as one on where they start.
  func lifted(_ condition: ColumnCondition, _ steps: [Int]) -> ColumnCondition {
    steps.reversed().reduce(condition) { LiftedCondition($0, through: $1, source) }
  }

  /// Whether an attribute or the end of to-ones is nil, or is not.
  func nullTest(_ expression: ExpressionIR, isWanted: Bool, _ scope: Scope) -> ColumnCondition? {
    if let path = path(expression, scope) {
      return lifted(PresenceCondition(path.slot, wantsValue: !isWanted, source), path.steps)
    }
    guard let (steps, column) = reference(expression, scope) else { return nil }
    return lifted(ReferenceCondition(column, leadsTo: nil, negated: isWanted, source), steps)
  }

  /// The to-one that an expression is, and those before it.
  func reference(_ expression: ExpressionIR, _ scope: Scope) -> (steps: [Int], column: Int)? {
    guard case .path(let path) = expression, let steps = scope.steps(of: path),
      let walk = walk(steps[...], from: scope.entity), let column = walk.columns.last
    else { return nil }
    return (walk.columns.dropLast(), column)
  }

  /// The to-ones that an expression is.
  func referenceWalk(_ expression: ExpressionIR, _ scope: Scope) -> ReferenceWalk? {
    guard case .path(let path) = expression, let steps = scope.steps(of: path),
      let walk = walk(steps[...], from: scope.entity), !walk.columns.isEmpty
    else { return nil }
    return ReferenceWalk(walk.columns, walk.owners, source)
  }

  // MARK: Constants

  /// What an expression is for every row; nil when it may differ or is not known to be the same.
  func constant(_ expression: ExpressionIR) throws(ExecutionError) -> Scalar? {
    switch expression {
    case .literal, .parameter: return try rows.scalar(expression, rowScope)
    case .path(let path): return path.variable < 0 ? try rows.scalar(expression, rowScope) : nil
    case .arithmetic, .negate, .function, .cast:
      return expression.hasPath ? nil : try rows.scalar(expression, rowScope)
    case .aggregate, .groupAggregate, .element, .conditional: return nil
    }
  }
}

extension ExpressionIR {
  /// Whether the value depends on the objects under test.
  fileprivate var hasPath: Bool {
    IRNode.expression(self).contains { node in
      switch node {
      case .expression(.path(let path)): path.variable >= 0
      case .expression(.groupAggregate), .predicate, .collection: true
      case .expression: false
      }
    }
  }
}
