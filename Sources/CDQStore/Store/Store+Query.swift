public import CDQIR
import CDQValues

extension Snapshot {
  /// Runs a query on the data of this snapshot.
  ///
  /// - Throws: `ExecutionError`; `.wrongResult` for a `delete` query, which needs a store.
  public func run(
    _ query: PreparedStoreQuery, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryResult {
    if let result = try lookUp(query, arguments, options) { return result }
    return switch options.engine {
    case .row: try runByRows(query, arguments, finding(options))
    case .column: try runByColumns(query, arguments, finding(options))
    }
  }

  /// The result of a query that a unique index answers alone; nil when the query needs a plan.
  private func lookUp(
    _ query: PreparedStoreQuery, _ arguments: Arguments, _ options: ExecutionOptions
  ) throws(ExecutionError) -> QueryResult? {
    // Queries with a step limit or a deadline run as plans, which count steps.
    guard let lookup = query.lookup, options.engine == .column, options.maximumSteps == nil, options.deadline == nil
    else { return nil }
    let binding = try ArgumentBinding(arguments, to: query.ir.parameters, limits: options.limits)
    guard binding.absent.isEmpty, let found = lookup.row(binding.values, state) else { return nil }
    let records = found.map { [StoredRecord(self, $0)] } ?? []
    switch query.ir.cardinality {
    case .many, .first: return .records(records)
    case .one: return .records(try ColumnRun.one(records))
    case .count: return .count(records.count)
    case .exists: return .exists(!records.isEmpty)
    case .delete: return nil
    }
  }

  private func runByRows(
    _ query: PreparedStoreQuery, _ arguments: Arguments, _ options: ExecutionOptions
  ) throws(ExecutionError) -> QueryResult {
    let prepared = query.prepared
    let records = records(for: query)
    var options = options
    options.engine = .row
    switch query.ir.cardinality {
    case .many, .first, .one:
      if query.ir.projection != nil {
        return .rows(try prepared.rows(in: records, arguments: arguments, options: options))
      }
      switch query.ir.cardinality {
      case .one: return .records([try prepared.one(in: records, arguments: arguments, options: options)])
      case .first:
        let first = try prepared.first(in: records, arguments: arguments, options: options)
        return .records(first.map { [$0] } ?? [])
      case .many, .count, .exists, .delete:
        return .records(try prepared.records(in: records, arguments: arguments, options: options))
      }
    case .count:
      return .count(try prepared.count(in: records, arguments: arguments, options: options))
    case .exists:
      return .exists(try prepared.exists(in: records, arguments: arguments, options: options))
    case .delete:
      throw .wrongResult(expected: "a deletion, which needs a store")
    }
  }

  private func runByColumns(
    _ query: PreparedStoreQuery, _ arguments: Arguments, _ options: ExecutionOptions
  ) throws(ExecutionError) -> QueryResult {
    guard let run = try ColumnRun(query, on: self, arguments, options) else {
      return try runByRows(query, arguments, options)
    }
    let isProjection = query.ir.projection != nil
    switch query.ir.cardinality {
    case .many:
      return isProjection ? .rows(try run.rows(mostWanted: .max)) : .records(try run.records(mostWanted: .max))
    case .first:
      return isProjection ? .rows(try run.rows(mostWanted: 1)) : .records(try run.records(mostWanted: 1))
    case .one:
      if isProjection { return .rows(try ColumnRun.one(run.rows(mostWanted: 2))) }
      return .records(try ColumnRun.one(run.records(mostWanted: 2)))
    case .count: return .count(try run.count(mostWanted: .max))
    case .exists: return .exists(try run.count(mostWanted: 1) > 0)
    case .delete: throw .wrongResult(expected: "a deletion, which needs a store")
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
    if options.engine == .column, let run = try ColumnRun(query, on: self, arguments, options) {
      return try run.references(mostWanted: .max)
    }
    return try query.prepared.records(in: records(for: query), arguments: arguments, options: options).map(\.row)
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
  /// none.
  ///
  /// - Throws: `ExecutionError`; `.refused` when a delete rule forbids the deletion.
  public func run(
    _ query: PreparedStoreQuery, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryResult {
    guard query.ir.cardinality == .delete else {
      return try snapshot.run(query, arguments: arguments, options: options)
    }
    let outcome: Result<Int, ExecutionError>
    do throws(StoreError) {
      outcome = try change { transaction throws(StoreError) in
        let found: [RowReference]
        do throws(ExecutionError) {
          let snapshot = Snapshot(transaction.state)
          found = try snapshot.rows(of: query, arguments, snapshot.finding(options))
        } catch {
          return .failure(error)
        }
        return .success(try transaction.delete(rows: found).requested)
      }
    } catch {
      throw .refused(error)
    }
    return .deleted(try outcome.get())
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
