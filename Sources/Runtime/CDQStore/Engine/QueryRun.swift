import CDQIR
import CDQValues

/// One run of a query: its plan with the arguments as constants.
@usableFromInline final class QueryRun {
  @usableFromInline let execution: Execution
  let scope: RowScope
  /// The scope of the objects that parameters name, which encloses every scope of the query.
  let parameterScope: (any OuterScope)?
  let planner: Planner
  private let ir: QueryIR
  let binding: ArgumentBinding
  var parameters: [ParameterIR] { ir.parameters }
  private var plannedCondition: Condition?
  /// Tests records block by block; nil if they are tested one by one.
  @usableFromInline private(set) var blocks: BlockScan?
  let keys: [SortKeyIR]
  let offset: Int
  let limit: Int
  /// The number of objects to keep of each combination of keys; nil without keys.
  let keyLimit: KeyLimit?
  /// Whether objects with the same keys count against each other.
  @usableFromInline var keepsByKey: Bool { keyLimit != nil }
  let shape: RecordShape
  /// The number of objects of which the projection makes rows, where it is known before.
  var rowCount: Int?

  /// - Parameters:
  ///   - keys: The sort keys, which the argument has selected if the sort is dynamic.
  ///   - objects: Finds the objects that parameters name; nil if the records are not in a store.
  init(
    _ ir: QueryIR, _ shape: RecordShape, _ binding: ArgumentBinding, _ options: ExecutionOptions,
    keys: [SortKeyIR], objects: ParameterObjects? = nil
  ) throws(ExecutionError) {
    self.ir = ir
    self.binding = binding
    execution = Execution(arguments: binding.values, options: options, objects: objects)
    parameterScope = objects?.scope(for: ir.parameters, binding.values)
    scope = RowScope(id: 0, RecordRow(shape), parent: parameterScope)
    planner = Planner(execution: execution, absent: binding.absent)
    self.shape = shape
    self.keys = keys
    offset = try binding.count(ir.offset, of: ir) ?? 0
    limit = try binding.count(ir.limit, of: ir) ?? .max
    keyLimit = try KeyLimit(ir, binding)
  }

  /// Whether only the number of results is wanted, or whether there are any.
  var isCount: Bool { ir.cardinality == .count || ir.cardinality == .exists }

  /// Plans the test of records: by blocks if there are enough records and a part of the condition has a kernel, else as
  /// a condition on one record.
  ///
  /// - Parameter mayDependOnTestedRows: As in `PlannedQuery`.
  func plan(recordCount: Int, leastForBlocks: Int, mayDependOnTestedRows: Bool) throws(ExecutionError) {
    guard recordCount >= leastForBlocks else {
      _ = try condition()
      return
    }
    if mayDependOnTestedRows {
      _ = try condition()
      if execution.dependsOnTestedRows { return }
    }
    blocks = try blockScan()
    if blocks == nil { _ = try condition() }
  }

  /// Plans the scan by blocks; nil if no part of the condition has a kernel.
  private func blockScan() throws(ExecutionError) -> BlockScan? {
    let records = RecordBlocks(shape, execution)
    let columns = ColumnPlanner(source: records, rows: planner, rowScope: scope)
    let predicate = planner.absent.isEmpty ? ir.predicate : ir.predicate.removing(absent: planner.absent)
    var condition = try columns.wholeCondition(
      predicate ?? .constant(true), ColumnPlanner.Scope(variable: 0, entity: 0))
    guard records.hasKernel else { return nil }
    if !ir.includesSubentities, let entityOf = shape.entityOf {
      let entity = ir.entity
      condition = ConjunctionCondition(
        [records.rowCondition { entityOf($0) == entity }, condition], inOrder: true)
    }
    return BlockScan(records, stride: shape.stride, condition, execution)
  }

  /// The row plan of the query's condition, made by the first call. The column engine seldom needs it.
  func condition() throws(ExecutionError) -> Condition {
    if let plannedCondition { return plannedCondition }
    var condition = try planner.whole(ir.predicate, scope)
    if !ir.includesSubentities, let entityOf = shape.entityOf {
      let entity = ir.entity
      condition = .all([.row { entityOf($0) == entity }, condition])
    }
    plannedCondition = condition
    return condition
  }

  /// The number of results to find when the caller wants at most `mostWanted`, including those that `offset` skips.
  func reach(_ mostWanted: Int) -> Int {
    let (sum, isOverflow) = offset.addingReportingOverflow(min(limit, mostWanted))
    return isOverflow ? .max : sum
  }

  /// Drops the results that `offset` skips and those beyond `limit` and `mostWanted`.
  func window<Result>(_ results: [Result], _ mostWanted: Int) -> [Result] {
    Array(results.dropFirst(offset).prefix(min(limit, mostWanted)))
  }

  // MARK: Objects

  /// The offsets of the results, at most `mostWanted`, in the order of the query.
  ///
  /// - Parameter scan: Calls its second argument with the offset and the row of each record for which the first
  ///   argument is true, until the second returns false.
  @usableFromInline func offsets(
    mostWanted: Int, _ scan: (_ test: (UnsafeRawPointer?) -> Bool, _ body: (Int, UnsafeRawPointer?) -> Bool) -> Void
  ) throws(ExecutionError) -> [Int] {
    window(try offsets(reach: reach(mostWanted), scan), mostWanted)
  }

  /// The offsets of the first `reach` results, including those that `offset` skips.
  private func offsets(
    reach: Int, _ scan: ((Row) -> Bool, (Int, Row) -> Bool) -> Void
  ) throws(ExecutionError) -> [Int] {
    if let keyLimit { return try firstOffsets(of: keyLimit, reach: reach, scan) }
    guard reach > 0, let test = try test(reach: keys.isEmpty ? reach : .max) else { return [] }
    if !keys.isEmpty {
      let selection = SortedSelection(try sortColumns(in: scope), capacity: reach)
      scan(test) { offset, record in
        selection.insert(record, tag: offset)
        return true
      }
      try execution.finish()
      return selection.sortedTags()
    }
    var result: [Int] = []
    scan(test) { offset, _ in
      result.append(offset)
      return result.count < reach
    }
    try execution.finish()
    return result
  }

  /// The number of results, at most `mostWanted`.
  ///
  /// - Parameter count: Counts the records for which its first argument is true. It may stop at the number in its
  ///   second argument.
  @usableFromInline func count(
    mostWanted: Int, _ count: (_ test: (UnsafeRawPointer?) -> Bool, _ reach: Int) -> Int
  ) throws(ExecutionError) -> Int {
    let most = min(limit, mostWanted)
    let reach = reach(mostWanted)
    guard most > 0, let test = try test(reach: reach) else { return 0 }
    let found = count(test, reach)
    try execution.finish()
    return min(max(0, found - offset), most)
  }

  /// The test of one record; nil if the condition is false for every record. With blocks the test is always true,
  /// because their scan gives only records that satisfy the condition.
  func test(reach: Int) throws(ExecutionError) -> ((Row) -> Bool)? {
    if let blocks {
      blocks.start(reach: reach)
      return { _ in true }
    }
    switch try condition() {
    case .constant(false): return nil
    case .constant(true): return { _ in true }
    case .row(let test): return test
    }
  }

  /// Plans the sort columns in the scope of objects or of groups.
  func sortColumns(in scope: RowScope) throws(ExecutionError) -> [SortColumn] {
    var columns: [SortColumn] = []
    for key in keys {
      columns.append(try SortColumn(try planner.scalar(key.expression, scope), key, locale: execution.locale))
    }
    return columns
  }

  // MARK: Rows

  /// The result rows of a projection, at most `mostWanted`, in the order of the query.
  ///
  /// - Parameters:
  ///   - source: Calls its second argument with the record at an offset.
  ///   - scan: As in `offsets`.
  @usableFromInline func rows(
    _ node: ProjectionIR, mostWanted: Int, source: @escaping (Int, (UnsafeRawPointer?) -> Void) -> Void,
    _ scan: (_ test: (UnsafeRawPointer?) -> Bool, _ body: (Int, UnsafeRawPointer?) -> Bool) -> Void
  ) throws(ExecutionError) -> [[Value]] {
    let projection = try projection(node, source: source)
    // `distinct` drops equal rows only after they are made, so the number of rows to make is unknown.
    let reach = node.isDistinct ? Int.max : reach(mostWanted)
    let rows: [[Value]]
    if node.isGrouped {
      var groups = projection.noGroups
      if let test = try test(reach: .max) {
        scan(test) { offset, record in
          groups.insert(record, at: offset)
          return true
        }
      }
      try execution.finish()
      rows = projection.rows(of: groups.rows, reach)
    } else {
      rows = try offsets(reach: reach, scan).map { projection.row($0) }
    }
    return try finished(rows, node, mostWanted)
  }

  /// Applies `distinct`, `offset` and `limit` to the rows of a projection.
  func finished(_ rows: [[Value]], _ node: ProjectionIR, _ mostWanted: Int) throws(ExecutionError) -> [[Value]] {
    try execution.finish()
    guard node.isDistinct else { return window(rows, mostWanted) }
    var seen: Set<[EqualityKey]> = []
    return window(rows.filter { seen.insert($0.map { EqualityKey($0) }).inserted }, mostWanted)
  }

  /// Plans a projection of the records that `source` gives by offset.
  ///
  /// - Parameter aggregates: Gives values for aggregates of groups. Where it gives nil, the plan computes the aggregate
  ///   from the objects.
  func projection(
    _ node: ProjectionIR, source: @escaping RowSource, aggregates: GroupAggregates? = nil
  ) throws(ExecutionError) -> Projection {
    try Projection(node, self, source, aggregates)
  }
}
