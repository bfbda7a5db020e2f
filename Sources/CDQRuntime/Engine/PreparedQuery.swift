public import CDQIR

/// A query made ready for records of one Swift type: checked against them once, then run as often as wanted, on any
/// thread and with any arguments.
///
/// Each run plans the closures anew with its arguments in them, which takes some microseconds and makes every record
/// cheaper: what does not depend on a record is computed before the first.
public struct PreparedQuery<Record>: Sendable {
  /// The query.
  public let ir: QueryIR
  /// How the records are read.
  public let access: RecordAccess<Record>

  /// Checks that the records have what the query uses, with the right shapes, and that literal patterns compile.
  public init(_ ir: QueryIR, access: RecordAccess<Record>) throws(ExecutionError) {
    guard ir.version <= QueryIR.currentVersion else { throw .unsupportedVersion(ir.version) }
    guard ir.entity == access.entity else { throw .wrongEntity(expected: ir.entity, found: access.entity) }
    self.ir = ir
    self.access = access
    try check()
  }

  /// Plans everything with nil for each argument and drops it.
  private func check() throws(ExecutionError) {
    let nils = ArgumentBinding(nilsFor: ir.parameters)
    let keys =
      switch ir.sort {
      case .keys(let keys), .choice(_, let keys): keys
      }
    let run = try QueryRun(ir, access, nils, ExecutionOptions(), keys: keys)
    if let projection = ir.projection {
      _ = try run.projection(projection, source: { _ in nil })
    } else {
      _ = try run.sortColumns(in: run.scope)
    }
  }

  /// The places of the results in `records`, in the order of the result.
  public func indices<Records: RandomAccessCollection<Record>>(
    in records: Records, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> [Records.Index] {
    let run = try objects(arguments, options)
    return try run.offsets(in: records, mostWanted: .max).map { records.index(records.startIndex, offsetBy: $0) }
  }

  /// The results, in order.
  public func records<Records: RandomAccessCollection<Record>>(
    in records: Records, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> [Record] {
    try indices(in: records, arguments: arguments, options: options).map { records[$0] }
  }

  /// The first result in the query's order, or nil.
  public func first<Records: RandomAccessCollection<Record>>(
    in records: Records, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Record? {
    let run = try objects(arguments, options)
    return try run.offsets(in: records, mostWanted: 1).first.map { records[records.index(records.startIndex, offsetBy: $0)] }
  }

  /// The only result.
  ///
  /// - Throws: `ExecutionError.notFound` or `.notUnique` beside what every run throws.
  public func one<Records: RandomAccessCollection<Record>>(
    in records: Records, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Record {
    let run = try objects(arguments, options)
    let offsets = try run.offsets(in: records, mostWanted: 2)
    guard let offset = offsets.first else { throw .notFound }
    guard offsets.count == 1 else { throw .notUnique }
    return records[records.index(records.startIndex, offsetBy: offset)]
  }

  /// How many results there are, `limit` and `offset` applied.
  public func count<Records: RandomAccessCollection<Record>>(
    in records: Records, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Int {
    if ir.projection != nil { return try rows(in: records, arguments: arguments, options: options).count }
    return try run(arguments, options).count(in: records, mostWanted: .max)
  }

  /// Whether there is a result, `limit` and `offset` applied.
  public func exists<Records: RandomAccessCollection<Record>>(
    in records: Records, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Bool {
    if ir.projection != nil { return try !rows(in: records, arguments: arguments, options: options).isEmpty }
    return try run(arguments, options).count(in: records, mostWanted: 1) > 0
  }

  /// The rows of a query with `select`, in order: one value per column. With the cardinality `first` at most one row.
  ///
  /// - Throws: `ExecutionError.wrongResult` for a query that gives objects; with the cardinality `one`
  ///   `ExecutionError.notFound` or `.notUnique`.
  public func rows<Records: RandomAccessCollection<Record>>(
    in records: Records, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> [[Value]] {
    guard let projection = ir.projection else { throw .wrongResult(expected: "objects, not rows") }
    let run = try run(arguments, options)
    switch ir.cardinality {
    case .many, .count, .exists, .delete:
      return try run.rows(in: records, projection, mostWanted: .max)
    case .first:
      return try run.rows(in: records, projection, mostWanted: 1)
    case .one:
      let rows = try run.rows(in: records, projection, mostWanted: 2)
      if rows.isEmpty { throw .notFound }
      guard rows.count == 1 else { throw .notUnique }
      return rows
    }
  }

  /// Whether the query's condition holds for one record.
  public func matches(
    _ record: Record, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Bool {
    try test(arguments: arguments, options: options)(record)
  }

  /// The query's condition with its arguments bound, for one record at a time. The limits of `options` hold for each
  /// call. The closure keeps state and must not be called from two threads at once.
  public func test(
    arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> (Record) throws(ExecutionError) -> Bool {
    let run = try run(arguments, options)
    let (execution, test) = (run.execution, run.condition.closure)
    return { (record: Record) throws(ExecutionError) -> Bool in
      execution.restart()
      let isMatch = execution.tick() && test(record)
      try execution.finish()
      return isMatch
    }
  }

  private func objects(
    _ arguments: Arguments, _ options: ExecutionOptions
  ) throws(ExecutionError) -> QueryRun<Record> {
    if ir.projection != nil { throw .wrongResult(expected: "rows, not objects") }
    return try run(arguments, options)
  }

  private func run(_ arguments: Arguments, _ options: ExecutionOptions) throws(ExecutionError) -> QueryRun<Record> {
    let binding = try ArgumentBinding(arguments, to: ir.parameters)
    return try QueryRun(ir, access, binding, options, keys: try binding.sortKeys(of: ir))
  }
}
