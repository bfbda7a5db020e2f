import CDQIR

/// One run of a query by columns: conditions are tested chunk by chunk, what they select is collected, counted or given
/// to the projection.
final class ColumnRun {
  let ir: QueryIR
  let snapshot: Snapshot
  /// The run of the row plan, which binds arguments and does what columns do not.
  let run: QueryRun<StoredRecord>
  let source: ColumnSource
  let planner: ColumnPlanner
  private let condition: ColumnCondition
  /// The tables that have objects, by index.
  let entities: [Int]
  /// The only object that can satisfy, where an index tells which.
  private let only: ColumnPlanner.IndexAnswer?

  /// - Throws: `ExecutionError`. Nil when the outcome depends on which rows are tested, which the row plan decides.
  init?(
    _ query: PreparedStoreQuery, on snapshot: Snapshot, _ arguments: Arguments, _ options: ExecutionOptions
  ) throws(ExecutionError) {
    ir = query.ir
    self.snapshot = snapshot
    run = try query.prepared.unplannedRun(arguments, options)
    if query.mayDependOnTestedRows {
      _ = try run.condition()
      if run.execution.dependsOnTestedRows { return nil }
    }
    source = ColumnSource(snapshot, run.execution)
    planner = ColumnPlanner(source: source, rows: run.planner, rowScope: run.scope)
    guard let entity = source.layout.index(of: ir.entity) else {
      throw .malformedQuery("there is no entity '\(ir.entity)'")
    }
    let sources = ir.includesSubentities ? source.layout.entities[entity].concrete : [entity]
    entities = sources.filter { [source] in source.tables[$0].liveCount > 0 }
    let absent = run.planner.absent
    let predicate = absent.isEmpty ? ir.predicate : ir.predicate.removing(absent: absent) ?? .constant(true)
    let scope = ColumnPlanner.Scope(variable: 0, entity: entity)
    condition = try planner.wholeCondition(predicate, scope)
    only = try planner.indexAnswer(predicate, scope)
  }

  /// The only result.
  static func one<Result>(_ results: [Result]) throws(ExecutionError) -> [Result] {
    if results.isEmpty { throw .notFound }
    guard results.count == 1 else { throw .notUnique }
    return results
  }

  // MARK: Results

  /// The results, at most `mostWanted`, in order.
  func records(mostWanted: Int) throws(ExecutionError) -> [StoredRecord] {
    let snapshot = snapshot
    return try references(mostWanted: mostWanted).map { StoredRecord(snapshot, $0) }
  }

  /// The places of the results, at most `mostWanted`, in order.
  func references(mostWanted: Int) throws(ExecutionError) -> [RowReference] {
    let found = try ordered(reach: run.reach(mostWanted))
    try run.execution.finish()
    return run.offset == 0 && found.count <= min(run.limit, mostWanted) ? found : run.window(found, mostWanted)
  }

  /// How many results there are, at most `mostWanted`.
  func count(mostWanted: Int) throws(ExecutionError) -> Int {
    if ir.projection != nil { return try rows(mostWanted: mostWanted).count }
    let most = min(run.limit, mostWanted)
    guard most > 0 else { return 0 }
    let reach = run.reach(mostWanted)
    var found = 0
    for entity in entities where found < reach {
      scan(entity, reach: reach) { _, selection in
        found += selection.count
        return found < reach
      }
    }
    try run.execution.finish()
    return min(max(0, min(found, reach) - run.offset), most)
  }

  /// The first `reach` selected objects in the order of the query.
  func ordered(reach: Int) throws(ExecutionError) -> [RowReference] {
    guard reach > 0 else { return [] }
    return run.keys.isEmpty ? selected(reach: reach) : try sorted(reach: reach)
  }

  /// The first `reach` selected objects in insertion order.
  func selected(reach: Int) -> [RowReference] {
    var result: [RowReference] = []
    for entity in entities {
      var found = 0
      scan(entity, reach: reach) { block, selection in
        let number = Int32(truncatingIfNeeded: entity)
        selection.forEach { row in
          result.append(RowReference(entity: number, row: Int32(truncatingIfNeeded: block.firstRow + row)))
        }
        found += selection.count
        return found < reach
      }
      if entities.count == 1 { break }
    }
    if entities.count > 1 { result.sort { source.number(of: $0) < source.number(of: $1) } }
    return result.count > reach ? Array(result.prefix(reach)) : result
  }

  private func sorted(reach: Int) throws(ExecutionError) -> [RowReference] {
    let all = selected(reach: .max)
    if let keys = columnKeys(), all.count < Int(UInt32.max) { return ColumnSort(keys, all).sorted(reach: reach) }
    let snapshot = snapshot
    let selection = SortedSelection(try run.sortColumns(in: run.scope), capacity: min(reach, max(1, all.count)))
    for (place, row) in all.enumerated() {
      withUnsafePointer(to: StoredRecord(snapshot, row)) { selection.insert($0, tag: place) }
    }
    return selection.sortedTags().map { all[$0] }
  }

  /// The sort keys, if all of them are attributes that columns are sorted by.
  private func columnKeys() -> [ColumnSortKey]? {
    guard let entity = source.layout.index(of: ir.entity) else { return nil }
    var keys: [ColumnSortKey] = []
    for key in run.keys {
      guard let path = planner.path(key.expression, ColumnPlanner.Scope(variable: 0, entity: entity)),
        let column = ColumnSortKey(key, path, source)
      else { return nil }
      keys.append(column)
    }
    return keys
  }

  // MARK: Scan

  /// Rows that are tested at first when few results are wanted; then four times as many, and so on.
  private static let firstStep = 64

  /// Calls `body` with the selected rows of each chunk, or a part of it, until that returns false or the execution ends.
  ///
  /// - Parameter reach: How many results are wanted at most: with few, the first rows are looked at in small steps.
  func scan(_ entity: Int, reach: Int, _ body: (Block, Selection) -> Bool) {
    let buffer = SelectionBuffer(shift: source.shift)
    defer { buffer.keepAlive() }
    if let only {
      guard case .row(let row) = only, Int(row.entity) == entity else { return }
      let block = source.block(entity, Int(row.row) >> source.shift)
      let selection = buffer.selection(for: block)
      selection.clear()
      selection.insert(Int(row.row) - block.firstRow)
      guard source.execution.advance(1) else { return }
      condition.narrow(selection, block)
      _ = body(block, selection)
      return
    }
    var step = reach <= 1 << source.shift ? ColumnRun.firstStep : 1 << source.shift
    for chunk in 0..<source.tables[entity].chunkCount {
      let block = source.block(entity, chunk)
      var start = 0
      while start < block.rowCount {
        let end = min(block.rowCount, start + step)
        if step < 1 << source.shift { step = min(step * 4, 1 << source.shift) }
        let selection = buffer.selection(for: block)
        source.selectLive(block, selection)
        if start > 0 || end < block.rowCount { selection.keep(start..<end) }
        let steps = selection.count
        condition.narrow(selection, block)
        // A step per row, as for the row plan; where the scan ends here, for those up to the first that was wanted.
        guard body(block, selection) else {
          _ = source.execution.advance(min(steps, (selection.first ?? start) - start + 1))
          return
        }
        guard source.execution.advance(steps) else { return }
        start = end
      }
    }
  }
}

extension ColumnSource {
  /// The number of an object, by which insertion is ordered.
  func number(of row: RowReference) -> Int {
    tables[Int(row.entity)].numbers[Int(row.row)]
  }
}

extension Selection {
  /// The first selected row.
  var first: Int? {
    for word in 0..<wordCount where words[word] != 0 { return word << 6 | words[word].trailingZeroBitCount }
    return nil
  }

  /// Deselects all rows but those of a range whose ends are multiples of 64 or the end of the chunk.
  func keep(_ rows: Range<Int>) {
    for word in 0..<wordCount where word < rows.lowerBound >> 6 || word << 6 >= rows.upperBound { words[word] = 0 }
  }
}
