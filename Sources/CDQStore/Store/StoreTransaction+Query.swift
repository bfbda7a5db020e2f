public import CDQIR
import CDQValues

/// Reading what the changes so far have made of the data. Later changes do not reach what was read.
extension StoreTransaction {
  /// The schema of the data.
  public var schema: Schema { layout.schema }

  /// The data with the changes so far.
  public var snapshot: Snapshot { Snapshot(state, number: base.number) }

  /// The objects of an entity in insertion order; none when there is no such entity.
  public func records(of entity: String, includingSubentities: Bool = true) -> StoredRecords {
    snapshot.records(of: entity, includingSubentities: includingSubentities)
  }

  /// How many objects an entity has; 0 when there is no such entity.
  public func count(of entity: String, includingSubentities: Bool = true) -> Int {
    snapshot.count(of: entity, includingSubentities: includingSubentities)
  }

  /// Runs a query, which sees the changes so far. A `delete` deletes what it finds, with the delete rules, all or
  /// nothing.
  ///
  /// - Throws: `ExecutionError`; `.refused` when a delete rule forbids the deletion.
  @discardableResult
  public mutating func run(
    _ query: PreparedStoreQuery, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryResult {
    guard query.ir.cardinality == .delete else {
      return try snapshot.run(query, arguments: arguments, options: options)
    }
    let found = try rows(of: query, arguments, options)
    do throws(StoreError) {
      return .deleted(try delete(rows: found).requested)
    } catch {
      throw .refused(error)
    }
  }

  /// Prepares a query and runs it once.
  ///
  /// - Throws: `ExecutionError`, as the two do.
  @discardableResult
  public mutating func run(
    _ ir: QueryIR, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryResult {
    try run(PreparedStoreQuery(ir, layout), arguments: arguments, options: options)
  }

  /// A function of its own, so that the snapshot is gone before anything is deleted: it would make copies necessary.
  private func rows(
    of query: PreparedStoreQuery, _ arguments: Arguments, _ options: ExecutionOptions
  ) throws(ExecutionError) -> [RowReference] {
    let snapshot = snapshot
    return try snapshot.rows(of: query, arguments, snapshot.finding(options))
  }
}
