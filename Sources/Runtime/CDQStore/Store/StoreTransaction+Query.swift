public import CDQIR
import CDQValues

/// Reads within a transaction. They see the changes so far; later changes do not affect what was read.
extension StoreTransaction {
  /// The schema of the store that the transaction changes.
  public var schema: Schema { layout.schema }

  /// A snapshot of the data with the changes so far.
  public var snapshot: Snapshot { Snapshot(pending.state, number: base.number) }

  /// The objects of an entity in insertion order; empty when the schema has no such entity.
  public func records(of entity: String, includingSubentities: Bool = true) -> StoredRecords {
    snapshot.records(of: entity, includingSubentities: includingSubentities)
  }

  /// The number of objects of an entity; 0 when the schema has no such entity.
  public func count(of entity: String, includingSubentities: Bool = true) -> Int {
    snapshot.count(of: entity, includingSubentities: includingSubentities)
  }

  /// Runs a query on the data with the changes so far. A `delete` query deletes all objects that it finds, by their
  /// delete rules, or none; an `update` query changes all, or none.
  ///
  /// - Throws: `ExecutionError`; `.refused` when a rule of the schema forbids the change.
  @discardableResult
  public mutating func run(
    _ query: PreparedStoreQuery, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryResult {
    switch query.ir.cardinality {
    case .many, .first, .one, .count, .exists:
      return try snapshot.run(query, arguments: arguments, options: options)
    case .delete:
      let found = try rows(of: query, arguments, options)
      do throws(StoreError) {
        return .deleted(try delete(rows: found).requested)
      } catch {
        throw .refused(error)
      }
    case .update:
      let changes = try updates(of: query, arguments, options)
      do throws(StoreError) {
        try update(changes)
      } catch {
        throw .refused(error)
      }
      return .updated(changes.count)
    }
  }

  /// Prepares a query and runs it once.
  ///
  /// - Throws: `ExecutionError` when the query does not fit the schema, or when running it fails.
  @discardableResult
  public mutating func run(
    _ ir: QueryIR, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryResult {
    try run(PreparedStoreQuery(ir, layout), arguments: arguments, options: options)
  }

  /// A function of its own, so that the snapshot is released before the deletion: the store would copy every chunk that
  /// a live snapshot shares.
  private func rows(
    of query: PreparedStoreQuery, _ arguments: Arguments, _ options: ExecutionOptions
  ) throws(ExecutionError) -> [RowReference] {
    let snapshot = snapshot
    return try snapshot.rows(of: query, arguments, snapshot.finding(options))
  }
}
