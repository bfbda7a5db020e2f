public import CDQIR
import CDQValues

/// A query made ready for the stores of a schema: checked once, then run as often as wanted, on any thread. Generated
/// code keeps one per query.
public struct PreparedStoreQuery: Sendable {
  /// The query.
  public var ir: QueryIR { prepared.ir }
  let prepared: PreparedQuery<StoredRecord>
  /// False when `Execution.dependsOnTestedRows` cannot become true, for which the row plan need not be made.
  let mayDependOnTestedRows: Bool
  /// Where the query asks for the object that has a unique value and nothing else.
  let lookup: UniqueLookup?

  /// Checks a query against a schema.
  ///
  /// - Throws: `ExecutionError` when the schema lacks something that the query uses.
  public init(_ ir: QueryIR, schema: Schema) throws(ExecutionError) {
    try self.init(ir, StoreLayout.shared(by: schema))
  }

  package init(_ ir: QueryIR, _ layout: StoreLayout) throws(ExecutionError) {
    guard let entity = layout.index(of: ir.entity) else {
      throw .malformedQuery("there is no entity '\(ir.entity)'")
    }
    mayDependOnTestedRows = ir.predicate.hasPatternOfRows
    prepared = try PreparedQuery(
      ir, access: layout.access(to: entity), objects: ParameterObjects(layout: layout, snapshot: nil))
    lookup = UniqueLookup(ir, entity, layout)
  }
}

/// What a query gives, by its cardinality.
public enum QueryResult: Sendable {
  /// Objects in the query's order; at most one for `first`, exactly one for `one`.
  case records([StoredRecord])
  /// The rows of a `select`: one value per column.
  case rows([[Value]])
  /// Of `count`.
  case count(Int)
  /// Of `exists`.
  case exists(Bool)
  /// How many objects the query found and deleted. Those that went with them by a cascade are not counted.
  case deleted(Int)
}
