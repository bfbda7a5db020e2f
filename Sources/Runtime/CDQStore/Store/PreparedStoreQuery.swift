public import CDQIR
import CDQValues

/// A query that was checked against a schema, ready to run on any store of that schema, any number of times and on any
/// thread. Generated code keeps one per query.
public struct PreparedStoreQuery: Sendable {
  /// The IR that this query was made from.
  public var ir: QueryIR { prepared.ir }
  let prepared: PreparedQuery<StoredRecord>
  /// False when no text operator takes its pattern from the tested objects (as `"abc" LIKE code` does).
  /// `Execution.dependsOnTestedRows` then stays false, and the column engine need not make the row plan first.
  var mayDependOnTestedRows: Bool { prepared.plan.mayDependOnTestedRows }
  /// The index lookup for a query such as `id == $id`; nil for every other query.
  let lookup: UniqueLookup?
  /// The query for the new values of an `update` that are computed from its objects.
  let newValues: PreparedQuery<StoredRecord>?

  /// Checks a query against a schema.
  ///
  /// - Throws: `ExecutionError` when the schema lacks an entity or a property that the query uses.
  public init(_ ir: QueryIR, schema: Schema) throws(ExecutionError) {
    try self.init(ir, StoreLayout.shared(by: schema))
  }

  package init(_ ir: QueryIR, _ layout: StoreLayout) throws(ExecutionError) {
    guard let entity = layout.index(of: ir.entity) else {
      throw .malformedQuery("there is no entity '\(ir.entity)'")
    }
    let objects = ParameterObjects(layout: layout, snapshot: nil)
    prepared = try PreparedQuery(ir, access: layout.access(to: entity), objects: objects)
    newValues = try PreparedStoreQuery.newValues(ir).map { values throws(ExecutionError) in
      try PreparedQuery(values, access: layout.access(to: entity), objects: objects)
    }
    lookup = UniqueLookup(ir, entity, layout)
  }

  /// The query for the computed values of objects that were found.
  private static func newValues(_ ir: QueryIR) -> QueryIR? {
    guard ir.cardinality == .update else { return nil }
    var values = ir.newValues
    values?.predicate = .constant(true)
    return values
  }
}

/// The result of a query; the query's cardinality and projection decide which case it is.
public enum QueryResult: Sendable {
  /// Objects in the query's order; at most one for `first`, exactly one for `one`.
  case records([StoredRecord])
  /// The rows of a `select`, with one value per selected column.
  case rows([[Value]])
  /// The number of objects that a `count` query found.
  case count(Int)
  /// Whether an `exists` query found an object.
  case exists(Bool)
  /// The number of objects that a `delete` query found and deleted, without those that cascades deleted too.
  case deleted(Int)
  /// The number of objects that an `update` query found and changed.
  case updated(Int)
}
