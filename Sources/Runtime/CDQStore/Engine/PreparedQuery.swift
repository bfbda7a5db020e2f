public import CDQIR
import CDQValues

/// A query that is checked against records of one Swift type once, and can then be run any number of times, on any
/// thread and with any arguments.
///
/// Each run plans its closures with its arguments as constants. That takes some microseconds and makes every record
/// cheaper, because all that does not depend on a record is computed before the first one.
public struct PreparedQuery<Record>: Sendable {
  /// The query in its intermediate representation.
  public var ir: QueryIR { plan.ir }
  /// The accessors that read keys and properties of a record.
  public let access: RecordAccess<Record>

  let plan: PlannedQuery

  @usableFromInline var projection: ProjectionIR? { plan.ir.projection }
  @usableFromInline var cardinality: QueryIR.Cardinality { plan.ir.cardinality }

  /// Checks that the records have the properties that the query uses, each of the right kind, and that literal patterns
  /// compile.
  ///
  /// - Throws: `ExecutionError`; `.needsStore` for a query with a path from an object parameter, such as
  ///   `$user.country`, which can only be run on a store.
  public init(_ ir: QueryIR, access: RecordAccess<Record>) throws(ExecutionError) {
    try self.init(ir, access: access, objects: nil)
  }

  init(_ ir: QueryIR, access: RecordAccess<Record>, objects: ParameterObjects?) throws(ExecutionError) {
    plan = try PlannedQuery(ir, access.shape, objects: objects)
    self.access = access
  }

  /// The indices of the matching records in `records`, in the order of the query.
  ///
  /// - Throws: `ExecutionError`; `.wrongResult` for a query with `select`.
  @inlinable public func indices<Records: RandomAccessCollection<Record>>(
    in records: Records, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> [Records.Index] {
    let offsets = try offsets(in: records, try objects(arguments, options, records.count), mostWanted: .max)
    return offsets.map { records.index(records.startIndex, offsetBy: $0) }
  }

  /// The matching records, in the order of the query.
  ///
  /// - Throws: `ExecutionError`; `.wrongResult` for a query with `select`.
  @inlinable public func records<Records: RandomAccessCollection<Record>>(
    in records: Records, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> [Record] {
    try self.records(in: records, try objects(arguments, options, records.count), mostWanted: .max)
  }

  /// The first matching record in the order of the query; nil if there is none.
  ///
  /// - Throws: `ExecutionError`; `.wrongResult` for a query with `select`.
  @inlinable public func first<Records: RandomAccessCollection<Record>>(
    in records: Records, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Record? {
    let offsets = try offsets(in: records, try objects(arguments, options, records.count), mostWanted: 1)
    return offsets.first.map { records[records.index(records.startIndex, offsetBy: $0)] }
  }

  /// The only matching record.
  ///
  /// - Throws: `ExecutionError.notFound` if there is none and `.notUnique` if there are several, besides the errors of
  ///   `records`.
  @inlinable public func one<Records: RandomAccessCollection<Record>>(
    in records: Records, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Record {
    let offsets = try offsets(in: records, try objects(arguments, options, records.count), mostWanted: 2)
    guard let offset = offsets.first else { throw .notFound(entity: ir.entity) }
    guard offsets.count == 1 else { throw .notUnique(entity: ir.entity) }
    return records[records.index(records.startIndex, offsetBy: offset)]
  }

  /// The number of results after `offset` and `limit`: of records, or of rows for a query with `select`.
  @inlinable public func count<Records: RandomAccessCollection<Record>>(
    in records: Records, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Int {
    if projection != nil { return try rows(in: records, arguments: arguments, options: options).count }
    return try count(in: records, try run(arguments, options, records.count), mostWanted: .max)
  }

  /// Whether there is a result after `offset` and `limit`.
  @inlinable public func exists<Records: RandomAccessCollection<Record>>(
    in records: Records, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Bool {
    if projection != nil { return try !rows(in: records, arguments: arguments, options: options).isEmpty }
    return try count(in: records, try run(arguments, options, records.count), mostWanted: 1) > 0
  }

  /// The rows of a query with `select`, in order: one value per column. With the cardinality `first` at most one row.
  ///
  /// - Throws: `ExecutionError.wrongResult` for a query that gives objects; with the cardinality `one`
  ///   `ExecutionError.notFound` or `.notUnique`.
  @inlinable public func rows<Records: RandomAccessCollection<Record>>(
    in records: Records, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> [[Value]] {
    guard let projection else { throw .wrongResult(expected: "objects, not rows") }
    return try rows(in: records, try run(arguments, options, records.count), projection)
  }

  @inlinable func rows<Records: RandomAccessCollection<Record>>(
    in records: Records, _ run: QueryRun, _ projection: ProjectionIR
  ) throws(ExecutionError) -> [[Value]] {
    let mostWanted =
      switch cardinality {
      case .many, .count, .exists, .delete, .update: Int.max
      case .first: 1
      case .one: 2
      }
    let source = { (offset: Int, body: (UnsafeRawPointer?) -> Void) in
      withUnsafePointer(to: records[records.index(records.startIndex, offsetBy: offset)]) { body(UnsafeRawPointer($0)) }
    }
    let rows = try run.rows(projection, mostWanted: mostWanted, source: source) { test, body in
      PreparedQuery.scan(records, run, where: test, body)
    }
    guard case .one = cardinality else { return rows }
    if rows.isEmpty { throw .notFound(entity: ir.entity) }
    guard rows.count == 1 else { throw .notUnique(entity: ir.entity) }
    return rows
  }

  /// Whether the query's condition holds for one record.
  public func matches(
    _ record: Record, arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> Bool {
    try test(arguments: arguments, options: options)(record)
  }

  /// Makes a closure that tests the query's condition, with the arguments bound, on one record at a time. The limits of
  /// `options` apply to each call. The closure keeps state and must not be called from two threads at once.
  public func test(
    arguments: Arguments = [:], options: ExecutionOptions = ExecutionOptions()
  ) throws(ExecutionError) -> (Record) throws(ExecutionError) -> Bool {
    let run = try plan.unplannedRun(arguments, options)
    let (execution, test) = (run.execution, try run.condition().closure)
    return { (record: Record) throws(ExecutionError) -> Bool in
      execution.restart()
      let isMatch = execution.tick() && withUnsafePointer(to: record) { test(UnsafeRawPointer($0)) }
      try execution.finish()
      return isMatch
    }
  }

  @usableFromInline func objects(
    _ arguments: Arguments, _ options: ExecutionOptions, _ recordCount: Int
  ) throws(ExecutionError) -> QueryRun {
    if projection != nil { throw .wrongResult(expected: "rows, not objects") }
    return try run(arguments, options, recordCount)
  }

  @usableFromInline func run(
    _ arguments: Arguments, _ options: ExecutionOptions, _ recordCount: Int
  ) throws(ExecutionError) -> QueryRun {
    try plan.run(arguments, options, recordCount)
  }

  /// Binds the arguments. The condition is planned later, by the first call of `QueryRun.condition()`.
  func unplannedRun(_ arguments: Arguments, _ options: ExecutionOptions) throws(ExecutionError) -> QueryRun {
    try plan.unplannedRun(arguments, options)
  }

  // MARK: Loops, inlined so that the caller's compiler knows the type of the records

  @inlinable func offsets<Records: RandomAccessCollection<Record>>(
    in records: Records, _ run: QueryRun, mostWanted: Int
  ) throws(ExecutionError) -> [Int] {
    try run.offsets(mostWanted: mostWanted) { test, body in
      PreparedQuery.scan(records, run, where: test, body)
    }
  }

  @inlinable func records<Records: RandomAccessCollection<Record>>(
    in records: Records, _ run: QueryRun, mostWanted: Int
  ) throws(ExecutionError) -> [Record] {
    let offsets = try offsets(in: records, run, mostWanted: mostWanted)
    return offsets.map { records[records.index(records.startIndex, offsetBy: $0)] }
  }

  @inlinable func count<Records: RandomAccessCollection<Record>>(
    in records: Records, _ run: QueryRun, mostWanted: Int
  ) throws(ExecutionError) -> Int {
    if run.keepsByKey { return try offsets(in: records, run, mostWanted: mostWanted).count }
    return try run.count(mostWanted: mostWanted) { test, reach in
      var count = 0
      if let blocks = run.blocks {
        PreparedQuery.feed(records) { blocks.count(UnsafeRawPointer($0.baseAddress), count: $0.count, into: &count) }
      } else {
        PreparedQuery.scan(records, run.execution, where: test) { _, _ in
          count += 1
          return count < reach
        }
      }
      return count
    }
  }

  /// Calls `body` with the offset and the row of each record that satisfies the condition, until `body` returns false
  /// or the execution has to end.
  ///
  /// - Parameter test: The condition, for records that are tested one by one.
  @inlinable static func scan<Records: RandomAccessCollection<Record>>(
    _ records: Records, _ run: QueryRun, where test: (UnsafeRawPointer?) -> Bool,
    _ body: (Int, UnsafeRawPointer?) -> Bool
  ) {
    if let blocks = run.blocks {
      feed(records) { blocks.scan(UnsafeRawPointer($0.baseAddress), count: $0.count, body) }
    } else {
      scan(records, run.execution, where: test, body)
    }
  }

  /// Calls `body` with the offset and the row of each record for which `test` is true, until `body` returns false or
  /// the execution has to end. Contiguous records are read in place, as a copy of each would cost more than most tests.
  @inlinable static func scan<Records: RandomAccessCollection<Record>>(
    _ records: Records, _ execution: Execution, where test: (UnsafeRawPointer?) -> Bool,
    _ body: (Int, UnsafeRawPointer?) -> Bool
  ) {
    let isDone: Void? = records.withContiguousStorageIfAvailable { buffer in
      guard let base = buffer.baseAddress else { return }
      for offset in 0..<buffer.count {
        guard execution.tick() else { return }
        let row = UnsafeRawPointer(base + offset)
        if test(row), !body(offset, row) { return }
      }
    }
    if isDone != nil { return }
    var offset = 0
    for record in records {
      guard execution.tick() else { return }
      let isWanted = withUnsafePointer(to: record) { !test(UnsafeRawPointer($0)) || body(offset, UnsafeRawPointer($0)) }
      guard isWanted else { return }
      offset += 1
    }
  }

  /// Calls `take` with buffers of contiguous records until it returns false. A collection with contiguous storage gives
  /// one buffer. Records of another collection are copied to a buffer that grows from 64 to 1024 records.
  @inlinable static func feed<Records: RandomAccessCollection<Record>>(
    _ records: Records, _ take: (UnsafeBufferPointer<Record>) -> Bool
  ) {
    let isDone: Void? = records.withContiguousStorageIfAvailable { _ = take($0) }
    if isDone != nil { return }
    let largest = 1024
    let copies = UnsafeMutablePointer<Record>.allocate(capacity: largest)
    defer { copies.deallocate() }
    var (size, count) = (64, 0)
    for record in records {
      (copies + count).initialize(to: record)
      count += 1
      guard count == size else { continue }
      let goesOn = take(UnsafeBufferPointer(start: copies, count: count))
      copies.deinitialize(count: count)
      guard goesOn else { return }
      (size, count) = (min(size * 4, largest), 0)
    }
    _ = take(UnsafeBufferPointer(start: copies, count: count))
    copies.deinitialize(count: count)
  }
}
