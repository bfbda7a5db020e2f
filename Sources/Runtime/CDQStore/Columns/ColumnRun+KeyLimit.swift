import CDQIR
import CDQValues

/// Runs of queries that keep the first objects of each combination of keys.
extension ColumnRun {
  /// The selected objects in insertion order, with the numbers of their keys.
  private struct Numbered {
    var rows: [RowReference] = []
    var numbers: [Int32] = []
  }

  /// The first objects of each combination of keys, at most `reach`, in the order of the query.
  func first(of limit: KeyLimit, reach: Int) throws(ExecutionError) -> [RowReference] {
    guard limit.count > 0 else { return [] }
    let all: Numbered
    if let numbered = try numberedByColumns(limit.keys) { all = numbered } else { all = try numberedByRecord(limit) }
    if run.keys.isEmpty || run.isCount {
      var counter = KeyCounter(limit.count)
      var kept: [RowReference] = []
      for (row, number) in zip(all.rows, all.numbers) where counter.keeps(Int(number)) {
        kept.append(row)
        if kept.count == reach { break }
      }
      return kept
    }
    if let keys = columnKeys(), all.rows.count < Int(UInt32.max) {
      return ColumnSort(keys, all.rows).first(limit.count, ofEach: all.numbers, reach: reach)
    }
    let snapshot = snapshot
    let selection = SortedSelection(try run.sortColumns(in: run.scope), capacity: limit.count)
    for (place, row) in all.rows.enumerated() {
      StoredRecord(snapshot, row).withRow { selection.insert($0, tag: place, group: Int(all.numbers[place])) }
    }
    return selection.sortedTags().prefix(reach).map { all.rows[$0] }
  }

  /// Numbers the keys by kernels; nil if a key has none, or the objects are in several tables.
  private func numberedByColumns(_ keys: [ExpressionIR]) throws(ExecutionError) -> Numbered? {
    guard entities.count <= 1, let base = source.layout.index(of: ir.entity),
      let grouping = try ColumnGrouping(
        keys, planner, source, ColumnPlanner.Scope(variable: 0, entity: base), records: records(of: entities.first ?? 0))
    else { return nil }
    var result = Numbered()
    guard let entity = entities.first else { return result }
    scan(entity, reach: .max) { block, selection in
      grouping.number(block, selection) { batch, numbers in
        for index in 0..<batch.count {
          result.rows.append(batch.reference(index))
          result.numbers.append(numbers[index])
        }
      }
      return true
    }
    return result
  }

  private func numberedByRecord(_ limit: KeyLimit) throws(ExecutionError) -> Numbered {
    let numbering = try run.numbering(for: limit)
    var result = Numbered(rows: selected(reach: .max))
    let snapshot = snapshot
    result.numbers.reserveCapacity(result.rows.count)
    for row in result.rows {
      let number = StoredRecord(snapshot, row).withRow { numbering.number(of: $0) }
      result.numbers.append(Int32(truncatingIfNeeded: number))
    }
    return result
  }
}
