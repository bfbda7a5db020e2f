import CDQIR
import CDQValues

/// A collection of a row's, whatever the Swift type of its elements: what the planner composes collections with.
class AnyElements<Row> {
  /// The elements of the row that `project` gives; where it gives none, the leaf that cannot be reached, or nothing.
  func lifted<Outer>(_ project: @escaping (Outer) -> Row?) -> AnyElements<Outer> { missing() }

  /// The elements of each of `rows`, one after the other.
  func flattened<Outer>(over rows: Elements<Outer, Row>) -> AnyElements<Outer> { missing() }

  /// Plans `ANY` or `ALL`.
  func quantified(
    _ node: QuantifiedIR, _ planner: Planner, _ scope: Scope<Row>
  ) throws(ExecutionError) -> Condition<Row> { missing() }

  /// Plans whether one of the elements is equal to `value`.
  func contains(
    _ value: Scalar<Row>, _ options: TextOptions, _ planner: Planner
  ) throws(ExecutionError) -> Condition<Row> { missing() }

  /// Plans the elements for which `predicate` holds.
  func filtered(
    _ variable: VariableIR, _ predicate: PredicateIR, _ planner: Planner, _ scope: Scope<Row>
  ) throws(ExecutionError) -> AnyElements<Row> { missing() }

  /// Plans the value of an expression for each element.
  func mapped(
    _ variable: VariableIR, _ value: ExpressionIR, _ planner: Planner, _ scope: Scope<Row>
  ) throws(ExecutionError) -> AnyElements<Row> { missing() }

  /// Plans the elements of a collection of each element.
  func flatMapped(
    _ variable: VariableIR, _ inner: CollectionIR, _ planner: Planner, _ scope: Scope<Row>
  ) throws(ExecutionError) -> AnyElements<Row> { missing() }

  /// The elements that are not nil.
  func present() throws(ExecutionError) -> AnyElements<Row> { missing() }

  /// Distinct elements without nil, in order of first appearance.
  func distinct() throws(ExecutionError) -> AnyElements<Row> { missing() }

  /// The most frequent elements, in order of first appearance.
  func mode() throws(ExecutionError) -> AnyElements<Row> { missing() }

  /// Distinct elements of this and another collection, combined.
  func combined(
    _ operation: CollectionIR.SetOperator, with other: AnyElements<Row>, _ execution: Execution
  ) throws(ExecutionError) -> AnyElements<Row> { missing() }

  /// The same elements as optionals.
  func optional() -> AnyElements<Row> { missing() }

  /// How many elements there are, nil included.
  var count: (Row) -> Int { missing() }

  /// Combines the elements that are not nil.
  func aggregate(_ function: AggregateFunction, as type: ValueType) throws(ExecutionError) -> Scalar<Row> { missing() }

  /// The first element, the last, or the one at an index.
  func element(_ position: ElementPosition<Row>) throws(ExecutionError) -> Scalar<Row> { missing() }

  /// What each element counts as, in order; stops when the second argument says so.
  func equalityKeys() throws(ExecutionError) -> (Row, (EqualityKey) -> Bool) -> Void { missing() }

  /// Each element as a dynamic value.
  func boxed() throws(ExecutionError) -> (Row) -> [Value] { missing() }

  private func missing(_ function: String = #function) -> Never {
    preconditionFailure("\(function) is abstract")
  }
}

/// Which element of a collection is taken.
enum ElementPosition<Row> {
  case first, last
  case index(Getter<Row, Int64>)
}
