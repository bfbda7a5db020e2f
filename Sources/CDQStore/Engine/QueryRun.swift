import CDQIR
import CDQValues

/// One run of a query: the plan with the arguments in it.
@usableFromInline final class QueryRun {
  @usableFromInline let execution: Execution
  let scope: Scope
  /// Around every scope of the query: the objects that parameters name.
  let parameterScope: AnyScope?
  let planner: Planner
  private let ir: QueryIR
  private var plannedCondition: Condition?
  /// What tests records block by block; nil where they are tested one by one.
  @usableFromInline private(set) var blocks: BlockScan?
  let keys: [SortKeyIR]
  let offset: Int
  let limit: Int
  let shape: RecordShape

  /// - Parameters:
  ///   - keys: Those the argument of a dynamic sort has chosen.
  ///   - objects: What finds the objects that parameters name, where something does.
  init(
    _ ir: QueryIR, _ shape: RecordShape, _ binding: ArgumentBinding, _ options: ExecutionOptions,
    keys: [SortKeyIR], objects: ParameterObjects? = nil
  ) throws(ExecutionError) {
    self.ir = ir
    execution = Execution(arguments: binding.values, options: options, objects: objects)
    parameterScope = objects?.scope(for: ir.parameters, binding.values)
    scope = Scope(id: 0, RecordRow(shape), parent: parameterScope)
    planner = Planner(execution: execution, absent: binding.absent)
    self.shape = shape
    self.keys = keys
    offset = try binding.count(ir.offset, of: ir) ?? 0
    limit = try binding.count(ir.limit, of: ir) ?? .max
  }

  /// Plans the tests of records: by blocks where there are kernels and enough records, else the condition.
  ///
  /// - Parameter mayDependOnTestedRows: As for `PreparedQuery`.
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

  /// The scan by blocks; nil where no part of the condition has a kernel.
  private func blockScan() throws(ExecutionError) -> BlockScan? {
    let records = RecordBlocks(shape, planner, scope)
    let constants = Scope(id: 0, RowAccess(), parent: parameterScope)
    let columns = ColumnPlanner(source: ColumnSource(records, execution), rows: planner, rowScope: constants)
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

  /// The query's condition, planned when it is first asked for, which the engines that have columns seldom do.
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

  /// How many results are made before `offset` is taken away, when at most `mostWanted` are asked for.
  func reach(_ mostWanted: Int) -> Int {
    let (sum, isOverflow) = offset.addingReportingOverflow(min(limit, mostWanted))
    return isOverflow ? .max : sum
  }

  /// The results without those that `offset` skips and `limit` cuts off.
  func window<Result>(_ results: [Result], _ mostWanted: Int) -> [Result] {
    Array(results.dropFirst(offset).prefix(min(limit, mostWanted)))
  }

  // MARK: Objects

  /// The places of the results, at most `mostWanted`, in order.
  ///
  /// - Parameter scan: Calls its second argument with each record for which the first is true, and the record's place,
  ///   until that returns false.
  @usableFromInline func offsets(
    mostWanted: Int, _ scan: (_ test: (UnsafeRawPointer?) -> Bool, _ body: (Int, UnsafeRawPointer?) -> Bool) -> Void
  ) throws(ExecutionError) -> [Int] {
    window(try offsets(reach: reach(mostWanted), scan), mostWanted)
  }

  /// The places of the first `reach` results, those to be skipped among them.
  private func offsets(
    reach: Int, _ scan: ((Row) -> Bool, (Int, Row) -> Bool) -> Void
  ) throws(ExecutionError) -> [Int] {
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

  /// How many results there are, at most `mostWanted`.
  ///
  /// - Parameter count: How many records satisfy its first argument; it need not go on after its second.
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

  /// The condition; nil when it holds for no record. What blocks have selected is not tested again.
  private func test(reach: Int) throws(ExecutionError) -> ((Row) -> Bool)? {
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

  /// The columns of the sort, for objects or for groups.
  func sortColumns(in scope: Scope) throws(ExecutionError) -> [SortColumn] {
    var columns: [SortColumn] = []
    for key in keys {
      columns.append(try SortColumn(try planner.scalar(key.expression, scope), key, locale: execution.locale))
    }
    return columns
  }

  // MARK: Rows

  /// The rows of a projection, at most `mostWanted`, in order.
  ///
  /// - Parameters:
  ///   - source: Calls its second argument with the record at a place.
  ///   - scan: As for `offsets`.
  @usableFromInline func rows(
    _ node: ProjectionIR, mostWanted: Int, source: @escaping (Int, (UnsafeRawPointer?) -> Void) -> Void,
    _ scan: (_ test: (UnsafeRawPointer?) -> Bool, _ body: (Int, UnsafeRawPointer?) -> Bool) -> Void
  ) throws(ExecutionError) -> [[Value]] {
    let projection = try projection(node, source: source)
    // Rows that are dropped as equal are not known before they are made.
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

  /// The result out of the rows that a projection has made.
  func finished(_ rows: [[Value]], _ node: ProjectionIR, _ mostWanted: Int) throws(ExecutionError) -> [[Value]] {
    try execution.finish()
    guard node.isDistinct else { return window(rows, mostWanted) }
    var seen: Set<[EqualityKey]> = []
    return window(rows.filter { seen.insert($0.map { EqualityKey($0) }).inserted }, mostWanted)
  }

  /// The plan of a projection over the records that `source` gives by place.
  ///
  /// - Parameter aggregates: Who else has values for aggregates of groups; nil for those it has not.
  func projection(
    _ node: ProjectionIR, source: @escaping RowSource, aggregates: GroupAggregates? = nil
  ) throws(ExecutionError) -> Projection {
    try Projection(node, self, source, aggregates)
  }
}
