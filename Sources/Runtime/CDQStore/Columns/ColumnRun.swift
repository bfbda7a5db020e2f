import CDQIR
import CDQValues

/// One run of a query by columns. It tests the condition chunk by chunk, and collects the selected rows, counts them or
/// gives them to the projection.
final class ColumnRun {
  let ir: QueryIR
  let snapshot: Snapshot
  /// The run of the row plan, which binds arguments and evaluates what has no kernel.
  let run: QueryRun
  let source: TableSource
  let planner: ColumnPlanner
  let condition: any ColumnCondition
  /// The entities to scan: those whose tables have objects.
  let entities: [Int]
  /// The objects that may satisfy the condition according to an index; nil if no index is used.
  private let candidates: IndexCandidates?
  var hasCandidates: Bool { candidates != nil }
  /// How the run finds the rows that it tests.
  var access: PlanFacts.Access { candidates.map { .index(candidates: $0.count) } ?? .scan }
  /// Runs of the same query that test their part of the rows on other threads.
  private(set) var workers: [ColumnRun] = []

  /// - Parameters:
  ///   - run: The run with the arguments bound. Its outcome does not depend on which rows are tested.
  ///   - options: The options of that run. The runs of other threads are made with them too.
  init(
    _ query: PreparedStoreQuery, _ run: QueryRun, on snapshot: Snapshot, _ arguments: Arguments,
    _ options: ExecutionOptions
  ) throws(ExecutionError) {
    ir = query.ir
    self.run = run
    self.snapshot = snapshot
    source = TableSource(snapshot, run.execution)
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
    candidates = try IndexSearch(planner: planner, source: source, scope: scope, entities: entities)
      .candidates(of: predicate)
    guard options.threads > 1 else { return }
    let parts = partCount(most: options.threads, options)
    var single = options
    single.threads = 1
    while workers.count < parts - 1 {
      let run = try query.prepared.unplannedRun(arguments, single)
      workers.append(try ColumnRun(query, run, on: snapshot, arguments, single))
    }
  }

  /// Checks that there is exactly one result.
  ///
  /// - Throws: `ExecutionError.notFound` or `.notUnique`.
  static func one<Result>(_ results: [Result], of entity: String) throws(ExecutionError) -> [Result] {
    if results.isEmpty { throw .notFound(entity: entity) }
    guard results.count == 1 else { throw .notUnique(entity: entity) }
    return results
  }

  // MARK: Results

  /// The matching objects, at most `mostWanted`, in the order of the query.
  func records(mostWanted: Int) throws(ExecutionError) -> [StoredRecord] {
    let snapshot = snapshot
    return try references(mostWanted: mostWanted).map { StoredRecord(snapshot, $0) }
  }

  /// References to the matching objects, at most `mostWanted`, in the order of the query.
  func references(mostWanted: Int) throws(ExecutionError) -> [RowReference] {
    let found = try ordered(reach: run.reach(mostWanted))
    try run.execution.finish()
    return run.offset == 0 && found.count <= min(run.limit, mostWanted) ? found : run.window(found, mostWanted)
  }

  /// The number of results, at most `mostWanted`.
  func count(mostWanted: Int) throws(ExecutionError) -> Int {
    if ir.projection != nil { return try rows(mostWanted: mostWanted).count }
    if run.keepsByKey { return try references(mostWanted: mostWanted).count }
    let most = min(run.limit, mostWanted)
    guard most > 0 else { return 0 }
    let reach = run.reach(mostWanted)
    var found = 0
    if reach == .max, !workers.isEmpty {
      found = sideBySide { run, chunks in run.count(run.entities[0], reach: .max, chunks) }.reduce(0, +)
    } else {
      for entity in entities where found < reach { found += count(entity, reach: reach - found) }
    }
    try run.execution.finish()
    return min(max(0, min(found, reach) - run.offset), most)
  }

  /// Counts the selected rows of a table, at least until there are `reach`.
  private func count(_ entity: Int, reach: Int, _ chunks: Range<Int>? = nil) -> Int {
    var found = 0
    scan(entity, reach: reach, chunks) { _, selection in
      found += selection.count
      return found < reach
    }
    return found
  }

  /// The first `reach` selected objects in the order of the query.
  func ordered(reach: Int) throws(ExecutionError) -> [RowReference] {
    guard reach > 0 else { return [] }
    if let limit = run.keyLimit { return try first(of: limit, reach: reach) }
    return run.keys.isEmpty ? selected(reach: reach) : try sorted(reach: reach)
  }

  /// The first `reach` selected objects in insertion order.
  func selected(reach: Int) -> [RowReference] {
    if reach == .max, !workers.isEmpty {
      return Array(sideBySide { run, chunks in run.selected(run.entities[0], reach: .max, chunks) }.joined())
    }
    var result: [RowReference] = []
    for entity in entities {
      if entities.count == 1 {
        result = selected(entity, reach: reach)
      } else {
        result += selected(entity, reach: reach)
      }
    }
    if entities.count > 1 { result.sort { source.number(of: $0) < source.number(of: $1) } }
    return result.count > reach ? Array(result.prefix(reach)) : result
  }

  /// The first `reach` selected rows of a table, and the other selected rows that were tested together with the last
  /// one.
  private func selected(_ entity: Int, reach: Int, _ chunks: Range<Int>? = nil) -> [RowReference] {
    var result: [RowReference] = []
    let number = Int32(truncatingIfNeeded: entity)
    let found = UnsafeMutablePointer<RowReference>.allocate(capacity: 1 << source.shift)
    defer { found.deallocate() }
    scan(entity, reach: reach, chunks) { block, selection in
      let first = Int32(truncatingIfNeeded: block.firstRow)
      var count = 0
      selection.forEach { row in
        (found + count).initialize(to: RowReference(entity: number, row: first &+ Int32(truncatingIfNeeded: row)))
        count &+= 1
      }
      if count > 0 { result.append(contentsOf: UnsafeBufferPointer(start: found, count: count)) }
      return result.count < reach
    }
    return result
  }

  private func sorted(reach: Int) throws(ExecutionError) -> [RowReference] {
    let all = selected(reach: .max)
    if let keys = columnKeys(), all.count < Int(UInt32.max) { return ColumnSort(keys, all).sorted(reach: reach) }
    let snapshot = snapshot
    let selection = SortedSelection(try run.sortColumns(in: run.scope), capacity: min(reach, max(1, all.count)))
    for (place, row) in all.enumerated() {
      StoredRecord(snapshot, row).withRow { selection.insert($0, tag: place) }
    }
    return selection.sortedTags().map { all[$0] }
  }

  /// The sort keys, if all of them are attributes that can be sorted by columns; else nil.
  func columnKeys() -> [ColumnSortKey]? {
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

  /// The number of rows that are tested first when few results are wanted. Each further step tests four times as many.
  private static let firstStep = 64

  /// Tests a table chunk by chunk, or in smaller parts. Calls `body` with the selected rows of each part until it
  /// returns false or the execution has to end.
  ///
  /// - Parameters:
  ///   - reach: The maximum number of results that are wanted. If it is small, the first rows are tested in small
  ///     parts.
  ///   - chunks: The chunks to test; nil for all.
  func scan(_ entity: Int, reach: Int, _ chunks: Range<Int>? = nil, _ body: (Block, Selection) -> Bool) {
    let buffer = SelectionBuffer(shift: source.shift)
    defer { buffer.keepAlive() }
    if let candidates {
      if let rows = candidates.tables[entity] { scan(rows, of: entity, buffer, body) }
      return
    }
    var step = reach <= 1 << source.shift ? ColumnRun.firstStep : 1 << source.shift
    for chunk in chunks ?? 0..<source.tables[entity].chunkCount {
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
        // As in the row plan, each row is a step. In the part where the scan ends, only the rows up to the first
        // selected one count.
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

extension ColumnRun {
  /// Scans the candidates of an index, and all rows of the chunks that the index does not know.
  private func scan(
    _ candidates: IndexCandidates.OfTable, of entity: Int, _ buffer: SelectionBuffer, _ body: (Block, Selection) -> Bool
  ) {
    let rows = candidates.rows
    var (chunk, place) = (0, 0)
    while chunk < source.tables[entity].chunkCount {
      if candidates.isKnown?[chunk] ?? true {
        guard place < rows.count else {
          // Later chunks have no candidates if the index knows all chunks.
          if candidates.isKnown == nil { return }
          chunk += 1
          continue
        }
        let next = Int(rows[place]) >> source.shift
        if next > chunk {
          chunk = candidates.isKnown == nil ? next : chunk + 1
          continue
        }
      }
      let block = source.block(entity, chunk)
      let selection = buffer.selection(for: block)
      let end = block.firstRow + block.rowCount
      if candidates.isKnown?[chunk] ?? true {
        selection.clear()
        while place < rows.count, Int(rows[place]) < end {
          let row = Int(rows[place])
          if source.isLive(RowReference(entity, row)) { selection.insert(row - block.firstRow) }
          place += 1
        }
      } else {
        source.selectLive(block, selection)
        while place < rows.count, Int(rows[place]) < end { place += 1 }
      }
      guard source.execution.advance(selection.count) else { return }
      condition.narrow(selection, block)
      guard body(block, selection) else { return }
      chunk += 1
    }
  }
}

extension Selection {
  /// The first selected row; nil if no row is selected.
  var first: Int? {
    for word in 0..<wordCount where words[word] != 0 { return word << 6 | words[word].trailingZeroBitCount }
    return nil
  }

  /// Deselects the rows outside of a range. The ends of the range are multiples of 64 or the end of the chunk.
  func keep(_ rows: Range<Int>) {
    for word in 0..<wordCount where word < rows.lowerBound >> 6 || word << 6 >= rows.upperBound { words[word] = 0 }
  }
}
