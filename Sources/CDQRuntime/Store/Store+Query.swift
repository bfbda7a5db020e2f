public import CDQIR

extension Snapshot {
  /// Runs a query.
  ///
  /// - Throws: `ExecutionError`; `.wrongResult` for a `delete`, which only a store can do.
  public func run(
    _ query: PreparedStoreQuery, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryResult {
    let prepared = query.prepared
    let records = records(for: query)
    let options = finding(options)
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

  /// The options with the place where the objects that parameters name are found.
  func finding(_ options: ExecutionOptions) -> ExecutionOptions {
    var result = options
    result.objects = ParameterObjects(layout: state.layout, snapshot: self)
    return result
  }

  /// The objects a query looks at.
  func records(for query: PreparedStoreQuery) -> StoredRecords {
    records(of: query.ir.entity, includingSubentities: query.ir.includesSubentities)
  }
}

extension Store {
  /// Runs a query on the data as it is now. A `delete` deletes what it finds, with the delete rules, all or nothing.
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
        let found: [StoredRecord]
        let snapshot = Snapshot(transaction.state)
        do throws(ExecutionError) {
          found = try query.prepared.records(
            in: snapshot.records(for: query), arguments: arguments, options: snapshot.finding(options))
        } catch {
          return .failure(error)
        }
        return .success(try transaction.delete(rows: found.map(\.row)).requested)
      }
    } catch {
      throw .refused(error)
    }
    return .deleted(try outcome.get())
  }

  /// Prepares a query and runs it once.
  ///
  /// - Throws: `ExecutionError`, as the two do.
  public func run(
    _ ir: QueryIR, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> QueryResult {
    try run(PreparedStoreQuery(ir, snapshot.state.layout), arguments: arguments, options: options)
  }
}
