public import CDQIR
public import CDQStore
public import CDQValues

extension StoredRecord {
  /// Explains why a query matches the object or does not: the truth of each part of its condition, with the values that
  /// decided it.
  ///
  /// Sorting, `limit` and `offset` are not considered, and neither is the entity: ask about objects of the query's
  /// entity.
  ///
  /// ```swift
  /// let tree = try lagos.why(query.ir, arguments: ["least": 5_000_000])
  /// print(tree)
  /// ```
  ///
  /// - Parameters:
  ///   - query: a checked query, or one that generated code holds.
  ///   - arguments: the arguments of the query, by name.
  /// - Throws: `ExecutionError` as a run of the query does.
  public func why(
    _ query: QueryIR, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> TruthTree {
    let bound = try ObjectQuery(query, arguments, options)
    var builder = TreeBuilder(try ObjectEvaluator(self, bound))
    return try builder.tree(bound.ir.predicate, IRPrinter(parameters: bound.ir.parameters))
  }
}

extension RecordAccess {
  /// Explains why a query matches a record of the caller's type or does not. See `StoredRecord.why`.
  ///
  /// - Throws: `ExecutionError` as a run of the query does.
  public func why(
    _ query: QueryIR, matches record: Record, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> TruthTree {
    let bound = try ObjectQuery(query, arguments, options)
    var builder = TreeBuilder(ObjectEvaluator(record, self, bound))
    return try builder.tree(bound.ir.predicate, IRPrinter(parameters: bound.ir.parameters))
  }
}
