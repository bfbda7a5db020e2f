public import CDQIR
import CDQValues
import Foundation

extension Snapshot {
  /// Runs a query on the data of this snapshot.
  ///
  /// - Throws: `ExecutionError`; `.wrongResult` for a `delete` or `update` query, which needs a store.
  public func run(
    _ query: PreparedStoreQuery, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryResult {
    if let result = try lookUp(query, arguments, options) { return result }
    return switch try plan(query, arguments, finding(options)) {
    case .rows(let run): try self.run(query, byRows: run)
    case .columns(let run): try self.run(query, byColumns: run)
    }
  }

  /// A run of a query with its plan made, by the engine that executes it.
  private enum StoreRun {
    case rows(QueryRun)
    case columns(ColumnRun)
  }

  /// Plans a run by the engine that the options name. If the outcome depends on which rows are tested, that is the row
  /// engine in any case.
  private func plan(
    _ query: PreparedStoreQuery, _ arguments: Arguments, _ options: ExecutionOptions
  ) throws(ExecutionError) -> StoreRun {
    var options = options
    // All threads use the same instant for `now()`.
    if options.threads > 1 { options.now = options.now ?? Date() }
    let run = try query.prepared.unplannedRun(arguments, options)
    if options.engine == .row || query.mayDependOnTestedRows {
      _ = try run.condition()
      if options.engine == .row || run.execution.dependsOnTestedRows { return .rows(run) }
    }
    return .columns(try ColumnRun(query, run, on: self, arguments, options))
  }

  /// The result of a query that a unique index answers alone; nil when the query needs a plan.
  private func lookUp(
    _ query: PreparedStoreQuery, _ arguments: Arguments, _ options: ExecutionOptions
  ) throws(ExecutionError) -> QueryResult? {
    guard let lookup = query.lookup, options.allowsLookup else { return nil }
    let binding = try ArgumentBinding(arguments, to: query.ir.parameters, limits: options.limits)
    guard binding.absent.isEmpty, let found = lookup.row(binding.values, state) else { return nil }
    let records = found.map { [StoredRecord(self, $0)] } ?? []
    switch query.ir.cardinality {
    case .many, .first: return .records(records)
    case .one: return .records(try ColumnRun.one(records, of: query.ir.entity))
    case .count: return .count(records.count)
    case .exists: return .exists(!records.isEmpty)
    case .delete, .update: return nil
    }
  }

  private func run(_ query: PreparedStoreQuery, byRows run: QueryRun) throws(ExecutionError) -> QueryResult {
    let (prepared, records) = (query.prepared, records(for: query))
    if let projection = query.ir.projection, !query.ir.cardinality.changesObjects {
      let rows = try prepared.rows(in: records, run, projection)
      return switch query.ir.cardinality {
      case .count: .count(rows.count)
      case .exists: .exists(!rows.isEmpty)
      case .many, .first, .one, .delete, .update: .rows(rows)
      }
    }
    switch query.ir.cardinality {
    case .many: return .records(try prepared.records(in: records, run, mostWanted: .max))
    case .first: return .records(try prepared.records(in: records, run, mostWanted: 1))
    case .one: return .records(try ColumnRun.one(prepared.records(in: records, run, mostWanted: 2), of: query.ir.entity))
    case .count: return .count(try prepared.count(in: records, run, mostWanted: .max))
    case .exists: return .exists(try prepared.count(in: records, run, mostWanted: 1) > 0)
    case .delete: throw .wrongResult(expected: "a deletion, which needs a store")
    case .update: throw .wrongResult(expected: "an update, which needs a store")
    }
  }

  private func run(_ query: PreparedStoreQuery, byColumns run: ColumnRun) throws(ExecutionError) -> QueryResult {
    let isProjection = query.ir.projection != nil
    switch query.ir.cardinality {
    case .many:
      return isProjection ? .rows(try run.rows(mostWanted: .max)) : .records(try run.records(mostWanted: .max))
    case .first:
      return isProjection ? .rows(try run.rows(mostWanted: 1)) : .records(try run.records(mostWanted: 1))
    case .one:
      if isProjection { return .rows(try ColumnRun.one(run.rows(mostWanted: 2), of: query.ir.entity)) }
      return .records(try ColumnRun.one(run.records(mostWanted: 2), of: query.ir.entity))
    case .count: return .count(try run.count(mostWanted: .max))
    case .exists: return .exists(try run.count(mostWanted: 1) > 0)
    case .delete: throw .wrongResult(expected: "a deletion, which needs a store")
    case .update: throw .wrongResult(expected: "an update, which needs a store")
    }
  }

  /// Finds the objects of a query, in its order, as a lazy collection of records: the fastest way to many results.
  ///
  /// - Throws: `ExecutionError`; `.wrongResult` for a query with a projection.
  public func find(
    _ query: PreparedStoreQuery, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> StoredRecords {
    StoredRecords(self, try rows(of: query, arguments, finding(options)))
  }

  /// The rows that a query finds, up to its limit; the cardinality has no effect.
  package func rows(
    of query: PreparedStoreQuery, _ arguments: Arguments, _ options: ExecutionOptions
  ) throws(ExecutionError) -> [RowReference] {
    if query.ir.projection != nil { throw .wrongResult(expected: "rows, not objects") }
    return switch try plan(query, arguments, options) {
    case .rows(let run): try query.prepared.records(in: records(for: query), run, mostWanted: .max).map(\.row)
    case .columns(let run): try run.references(mostWanted: .max)
    }
  }

  /// The options, completed with this snapshot as the source of objects that parameters name by key.
  package func finding(_ options: ExecutionOptions) -> ExecutionOptions {
    var result = options
    result.objects = ParameterObjects(layout: state.layout, snapshot: self)
    return result
  }

  /// The objects that a query is evaluated on.
  func records(for query: PreparedStoreQuery) -> StoredRecords {
    records(of: query.ir.entity, includingSubentities: query.ir.includesSubentities)
  }
}

extension Store {
  /// Runs a query on the current data. A `delete` query deletes all objects that it finds, by their delete rules, or
  /// none; an `update` query changes all, or none.
  ///
  /// - Throws: `ExecutionError`; `.refused` when a rule of the schema forbids the change.
  public func run(
    _ query: PreparedStoreQuery, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryResult {
    guard query.ir.cardinality.changesObjects else {
      return try snapshot.run(query, arguments: arguments, options: options)
    }
    let outcome: Result<QueryResult, ExecutionError>
    do throws(StoreError) {
      outcome = try change { transaction throws(StoreError) in
        do throws(ExecutionError) {
          return .success(try transaction.run(query, arguments: arguments, options: options))
        } catch {
          // What the rules refuse undoes the transaction.
          if case .refused(let refusal) = error { throw refusal }
          return .failure(error)
        }
      }
    } catch {
      throw .refused(error)
    }
    return try outcome.get()
  }

  /// Prepares a query and runs it once.
  ///
  /// - Throws: `ExecutionError` when the query does not fit the schema, or when running it fails.
  public func run(
    _ ir: QueryIR, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryResult {
    try run(PreparedStoreQuery(ir, snapshot.state.layout), arguments: arguments, options: options)
  }
}
