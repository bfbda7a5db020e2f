import CDQIR

/// One run of a query: the plan with the arguments in it.
struct QueryRun<Record> {
  let execution: Execution
  let scope: Scope<Record>
  let planner: Planner
  let condition: Condition<Record>
  private let keys: [SortKeyIR]
  private let offset: Int
  private let limit: Int
  let access: RecordAccess<Record>

  /// - Parameter keys: Those the argument of a dynamic sort has chosen.
  init(
    _ ir: QueryIR, _ access: RecordAccess<Record>, _ binding: ArgumentBinding, _ options: ExecutionOptions,
    keys: [SortKeyIR]
  ) throws(ExecutionError) {
    execution = Execution(arguments: binding.values, options: options)
    scope = Scope(id: 0, RecordRow(access))
    planner = Planner(execution: execution, absent: binding.absent)
    self.access = access
    self.keys = keys
    offset = try binding.count(ir.offset, of: ir) ?? 0
    limit = try binding.count(ir.limit, of: ir) ?? .max
    let test = try planner.whole(ir.predicate, scope)
    if !ir.includesSubentities, let entityOf = access.entityOf {
      let entity = ir.entity
      condition = .all([.row { entityOf($0) == entity }, test])
    } else {
      condition = test
    }
  }

  /// How many results are made before `offset` is taken away, when at most `mostWanted` are asked for.
  private func reach(_ mostWanted: Int) -> Int {
    let (sum, isOverflow) = offset.addingReportingOverflow(min(limit, mostWanted))
    return isOverflow ? .max : sum
  }

  /// The results without those that `offset` skips and `limit` cuts off.
  private func window<Result>(_ results: [Result], _ mostWanted: Int) -> [Result] {
    Array(results.dropFirst(offset).prefix(min(limit, mostWanted)))
  }

  // MARK: Scanning

  /// Calls `body` with each record that satisfies the condition and its place, until it returns false.
  func scan<Records: RandomAccessCollection<Record>>(
    _ records: Records, _ body: (Int, Record) -> Bool
  ) throws(ExecutionError) {
    switch condition {
    case .constant(false): break
    case .constant(true): scan(records, where: { _ in true }, body)
    case .row(let test): scan(records, where: test, body)
    }
    try execution.finish()
  }

  private func scan<Records: RandomAccessCollection<Record>>(
    _ records: Records, where test: (Record) -> Bool, _ body: (Int, Record) -> Bool
  ) {
    let execution = execution
    // Through a buffer the records are not copied out of the array one by one.
    let isDone: Void? = records.withContiguousStorageIfAvailable { buffer in
      for offset in buffer.indices {
        guard execution.tick() else { return }
        if test(buffer[offset]), !body(offset, buffer[offset]) { return }
      }
    }
    if isDone != nil { return }
    for (offset, record) in records.enumerated() {
      guard execution.tick() else { return }
      if test(record), !body(offset, record) { return }
    }
  }

  // MARK: Objects

  /// The places of the results, at most `mostWanted`, in order.
  func offsets<Records: RandomAccessCollection<Record>>(
    in records: Records, mostWanted: Int
  ) throws(ExecutionError) -> [Int] {
    window(try offsets(in: records, reach: reach(mostWanted)), mostWanted)
  }

  /// The places of the first `reach` results, those to be skipped among them.
  private func offsets<Records: RandomAccessCollection<Record>>(
    in records: Records, reach: Int
  ) throws(ExecutionError) -> [Int] {
    if reach == 0 { return [] }
    if !keys.isEmpty {
      var selection = SortedSelection(try sortColumns(in: scope), capacity: reach)
      try scan(records) { offset, record in
        selection.insert(record, tag: offset)
        return true
      }
      return selection.sortedTags()
    }
    var result: [Int] = []
    try scan(records) { offset, _ in
      result.append(offset)
      return result.count < reach
    }
    return result
  }

  /// How many results there are, at most `mostWanted`.
  func count<Records: RandomAccessCollection<Record>>(
    in records: Records, mostWanted: Int
  ) throws(ExecutionError) -> Int {
    let reach = reach(mostWanted)
    var count = 0
    if min(limit, mostWanted) > 0 {
      try scan(records) { _, _ in
        count += 1
        return count < reach
      }
    }
    return min(max(0, count - offset), min(limit, mostWanted))
  }

  /// The columns of the sort, for objects or for groups.
  func sortColumns<Row>(in scope: Scope<Row>) throws(ExecutionError) -> [SortColumn<Row>] {
    var columns: [SortColumn<Row>] = []
    for key in keys {
      columns.append(try SortColumn(try planner.scalar(key.expression, scope), key, locale: execution.locale))
    }
    return columns
  }

  // MARK: Rows

  /// The rows of a projection, at most `mostWanted`, in order.
  func rows<Records: RandomAccessCollection<Record>>(
    in records: Records, _ node: ProjectionIR, mostWanted: Int
  ) throws(ExecutionError) -> [[Value]] {
    let projection = try projection(node) { offset in
      records[records.index(records.startIndex, offsetBy: offset)]
    }
    // Rows that are dropped as equal are not known before they are made.
    let reach = node.isDistinct ? Int.max : reach(mostWanted)
    var rows: [[Value]]
    if node.isGrouped {
      rows = try projection.grouped(reach) { (body: (Int, Record) -> Void) throws(ExecutionError) in
        try scan(records) { offset, record in
          body(offset, record)
          return true
        }
      }
    } else {
      rows = try offsets(in: records, reach: reach).map { projection.row($0) }
    }
    try execution.finish()
    if node.isDistinct {
      var seen: Set<[EqualityKey]> = []
      rows = rows.filter { seen.insert($0.map { EqualityKey($0) }).inserted }
    }
    return window(rows, mostWanted)
  }

  /// The plan of a projection over the records that `source` gives by place.
  func projection(
    _ node: ProjectionIR, source: @escaping (Int) -> Record?
  ) throws(ExecutionError) -> Projection<Record> {
    try Projection(node, self, source)
  }
}
