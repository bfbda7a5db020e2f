import CDQIR
import CDQValues

/// The column planner: compiles IR into conditions that test all rows of a block at once. It leaves predicates without
/// a kernel to the row plan, so that every query runs; both plans give the same answers.
///
/// `population > 5 AND name BEGINSWITH "O"` becomes a `ConjunctionCondition` of a `RangeCondition` for the integers
/// from 6 on and a `TextCondition` for the prefix `O`.
struct ColumnPlanner {
  /// The scope of a variable that ranges over the rows of tables. With a `prefix`, the variable denotes the end of
  /// these steps from each row.
  struct Scope {
    var variable: Int
    var entity: Int
    var prefix: [StepIR] = []
    /// The enclosing variables, each with the to-ones that lead from the objects of this variable to those of the
    /// enclosing one. They are the inverses of the to-manys over which this variable ranges.
    var outer: [(variable: Int, steps: [StepIR])] = []
    /// The nesting depth of the predicate being planned. Deeper predicates than `greatestDepth` are left to the row
    /// plan, which is made for deep recursion.
    var depth = 0

    /// The steps of a path from the objects of the table; nil if no steps lead from them to the start of the path.
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
  /// The maximum number of operands in a chain of operators. Each operator is a vector around the one before it.
  static let longestChain = 32

  let source: any ColumnSource
  let rows: Planner
  /// The row planner's scope of the tested objects, in which constants are planned too.
  let rowScope: RowScope

  var shift: Int { source.shift }

  // MARK: Predicates; nil where there is no kernel. As in `Planner`, each kind of node has its own function.

  func condition(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> (any ColumnCondition)? {
    guard scope.depth < ColumnPlanner.greatestDepth else { return nil }
    switch predicate {
    case .constant(let value): return ConstantCondition(value)
    case .and: return try conjunction(predicate, scope)
    case .or: return try disjunction(predicate, scope)
    case .not: return try negation(predicate, scope)
    case .whenPresent: return try whenPresent(predicate, scope)
    default:
      return try source.loading { () throws(ExecutionError) in try simple(predicate, scope) }
    }
  }

  /// Plans a predicate that is not a combination of others.
  private func simple(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> (any ColumnCondition)? {
    if let dates = predicate.withoutYears(mayBeNil: { rows.isNilArgument($0) }) {
      return try condition(dates, scope.deeper)
    }
    switch predicate {
    case .comparison: return try comparison(predicate, scope)
    case .text: return try textMatch(predicate, scope)
    case .between: return try between(predicate, scope)
    case .membership: return try membership(predicate, scope)
    case .isNull: return try isNull(predicate, scope)
    case .boolean: return try boolean(predicate, scope)
    case .quantified: return try children?.quantified(predicate, scope)
    case .constant, .and, .or, .not, .whenPresent: throw Planner.misdirected
    }
  }

  /// Plans any predicate on the tested objects, by a kernel or by the row plan.
  func wholeCondition(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> any ColumnCondition {
    if let condition = try condition(predicate, scope) { return condition }
    return try rowCondition(predicate)
  }

  /// Plans a predicate on the tested objects by the row plan.
  private func rowCondition(_ predicate: PredicateIR) throws(ExecutionError) -> any ColumnCondition {
    switch try rows.condition(predicate, rowScope) {
    case .constant(let value): ConstantCondition(value)
    case .row(let test): source.rowCondition(test)
    }
  }

  /// Plans the operands of AND or OR. For the tested objects, the row plan tests operands without a kernel. It cannot
  /// test the elements of a collection, so then the result is nil.
  private func operands(
    _ predicates: [PredicateIR], _ scope: Scope
  ) throws(ExecutionError) -> [any ColumnCondition]? {
    var result: [any ColumnCondition] = []
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

  private func conjunction(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> (any ColumnCondition)? {
    guard case .and(let predicates) = predicate else { throw Planner.misdirected }
    return try operands(predicates, scope).map { ConjunctionCondition.joining($0, inOrder: source.keepsOrder) }
  }

  private func disjunction(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> (any ColumnCondition)? {
    guard case .or(let predicates) = predicate else { throw Planner.misdirected }
    return try operands(predicates, scope).map { DisjunctionCondition($0, shift: shift, inOrder: source.keepsOrder) }
  }

  private func negation(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> (any ColumnCondition)? {
    guard case .not(let operand) = predicate else { throw Planner.misdirected }
    return try condition(operand, scope.deeper).map { NegatedCondition($0, shift: shift) }
  }

  private func whenPresent(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> (any ColumnCondition)? {
    guard case .whenPresent(_, let operand) = predicate else { throw Planner.misdirected }
    return try condition(operand, scope.deeper)
  }

  private func isNull(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> (any ColumnCondition)? {
    guard case .isNull(let operand) = predicate else { throw Planner.misdirected }
    return nullTest(operand, isWanted: true, scope)
  }

  private func boolean(_ predicate: PredicateIR, _ scope: Scope) throws(ExecutionError) -> (any ColumnCondition)? {
    guard case .boolean(let operand) = predicate else { throw Planner.misdirected }
    guard let path = path(operand, scope), path.kind == .bool else { return nil }
    return range(path, NumberTest<UInt8>(range: ValueRange(lower: 1, upper: 1)), ColumnPlanner.bits)
  }

  static let bits = ValueRange<UInt8>(lower: 0, upper: 1)

  /// The planner of what ranges over to-manys; nil for records of the caller, whose to-manys are read by the row plan.
  var children: ChildPlanner? { source.tableSource.map { ChildPlanner(planner: self, source: $0) } }

  // MARK: Paths

  /// An attribute at the end of any number of to-ones, such as `country.name`.
  struct Path {
    /// The columns of the to-ones in the tables from which they start.
    var steps: [Int]
    /// The entity from which each of the to-ones starts.
    var owners: [Int]
    /// The entity that has the attribute.
    var entity: Int
    var slot: Int
    var kind: Column.Kind
  }

  /// The attribute that an expression reads; nil if the expression is not the path of an attribute.
  func path(_ expression: ExpressionIR, _ scope: Scope) -> Path? {
    guard case .path(let path) = expression, let steps = scope.steps(of: path) else { return nil }
    return source.path(steps, from: scope.entity)
  }

  /// Turns a condition on the objects that the to-ones lead to into a condition on the objects from which they start.
  func lifted(_ condition: any ColumnCondition, _ steps: [Int]) -> any ColumnCondition {
    guard let tables = source.tableSource else { return condition }
    return steps.reversed().reduce(condition) { LiftedCondition($0, through: $1, tables) }
  }

  /// Plans the test whether an attribute or a to-one is nil, or is not nil if `isWanted` is false.
  func nullTest(_ expression: ExpressionIR, isWanted: Bool, _ scope: Scope) -> (any ColumnCondition)? {
    if let path = path(expression, scope) {
      return lifted(PresenceCondition(path.slot, wantsValue: !isWanted, source), path.steps)
    }
    return referenceTest(expression, leadsTo: nil, negated: isWanted, scope)
  }

  /// Plans the test whether the to-one with which an expression ends leads to a given object, or to any object if
  /// `wanted` is nil. Nil for other expressions.
  func referenceTest(
    _ expression: ExpressionIR, leadsTo wanted: RowReference?, negated: Bool, _ scope: Scope
  ) -> (any ColumnCondition)? {
    guard let tables = source.tableSource, let walk = toOnes(expression, scope), let column = walk.columns.last else {
      return nil
    }
    return lifted(ReferenceCondition(column, leadsTo: wanted, negated: negated, tables), walk.columns.dropLast())
  }

  /// The columns and owners of the to-ones of an expression, at least one; nil if it is not a path of to-ones.
  func toOnes(_ expression: ExpressionIR, _ scope: Scope) -> (columns: [Int], owners: [Int])? {
    guard case .path(let path) = expression, let steps = scope.steps(of: path),
      let walk = source.tableSource?.walk(steps[...], from: scope.entity), !walk.columns.isEmpty
    else { return nil }
    return (walk.columns, walk.owners)
  }

  // MARK: Constants

  /// The value of an expression that is the same for every row; nil if it may differ between rows.
  func constant(_ expression: ExpressionIR) throws(ExecutionError) -> Scalar? {
    switch expression {
    case .literal, .parameter: return try rows.scalar(expression, rowScope)
    case .path(let path): return path.variable < 0 ? try rows.scalar(expression, rowScope) : nil
    case .arithmetic, .negate, .function, .cast:
      return expression.hasPath && !expression.isOfAllObjects ? nil : try rows.scalar(expression, rowScope)
    case .aggregate: return expression.isOfAllObjects ? try rows.scalar(expression, rowScope) : nil
    default: return nil
    }
  }
}

extension ExpressionIR {
  /// Whether the value may depend on the tested objects.
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
