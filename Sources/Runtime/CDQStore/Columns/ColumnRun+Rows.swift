import CDQIR
import CDQValues

/// Runs of queries with `select` and `group by`.
extension ColumnRun {
  /// The result rows of a projection, at most `mostWanted`, in the order of the query.
  func rows(mostWanted: Int) throws(ExecutionError) -> [[Value]] {
    guard let projection = ir.projection else { throw .wrongResult(expected: "objects, not rows") }
    let most = ir.cardinality == .count || ir.cardinality == .exists ? Int.max : mostWanted
    if !projection.isGrouped { return try objectRows(projection, most) }
    if let rows = try groupRows(projection, most) { return rows }
    return try groupRowsByRecord(projection, most)
  }

  /// Makes a result row per object.
  private func objectRows(_ projection: ProjectionIR, _ most: Int) throws(ExecutionError) -> [[Value]] {
    let snapshot = snapshot
    let found = FoundRows()
    let plan = try run.projection(projection, source: { StoredRecord(snapshot, found.rows[$0]).withRow($1) })
    if projection.isDistinct, run.keys.isEmpty, let rows = try distinctRows(projection) {
      found.rows = rows
      return try run.finished(rows.indices.map { plan.row($0) }, projection, most)
    }
    // `distinct` drops equal rows only after they are made, so the number of rows to make is unknown.
    found.rows = try ordered(reach: projection.isDistinct ? Int.max : run.reach(most))
    try run.execution.finish()
    run.rowCount = found.rows.count
    return try run.finished(found.rows.indices.map { plan.row($0) }, projection, most)
  }

  /// The rows of a table by their numbers.
  func records(of entity: Int) -> RowSource {
    let snapshot = snapshot
    return { StoredRecord(snapshot, RowReference(entity, $0)).withRow($1) }
  }

  /// The first object of each distinct result row, found by grouping; nil if an item has no kernel.
  private func distinctRows(_ projection: ProjectionIR) throws(ExecutionError) -> [RowReference]? {
    guard entities.count == 1, let entity = entities.first, let base = source.layout.index(of: ir.entity),
      let grouping = try ColumnGrouping(
        projection.items.map(\.expression), planner, source, ColumnPlanner.Scope(variable: 0, entity: base),
        records: records(of: entity))
    else { return nil }
    scan(entity, reach: .max) { block, selection in
      grouping.take(block, selection)
      return true
    }
    try run.execution.finish()
    return grouping.firsts.map { RowReference(entity, $0) }
  }

  /// Makes a result row per group from columns; nil if a key or an aggregate has no kernel.
  private func groupRows(_ projection: ProjectionIR, _ most: Int) throws(ExecutionError) -> [[Value]]? {
    guard entities.count <= 1, let base = source.layout.index(of: ir.entity),
      let grouping = try ColumnGrouping(
        projection.grouping, planner, source, ColumnPlanner.Scope(variable: 0, entity: base),
        records: records(of: entities.first ?? 0))
    else { return nil }
    let entity = entities.first ?? 0
    let source = records(of: entity)
    let plan = try run.projection(projection, source: source) { node throws(ExecutionError) in
      try grouping.aggregate(node)
    }
    guard grouping.isComplete else { return nil }
    if !entities.isEmpty {
      scan(entity, reach: .max) { block, selection in
        grouping.take(block, selection)
        return true
      }
    }
    try run.execution.finish()
    let reach = projection.isDistinct ? Int.max : run.reach(most)
    return try run.finished(plan.rows(of: grouping.result(source), reach), projection, most)
  }

  /// Makes a result row per group by the row plan, which gets only the selected objects.
  private func groupRowsByRecord(_ projection: ProjectionIR, _ most: Int) throws(ExecutionError) -> [[Value]] {
    let snapshot = snapshot
    let all = selected(reach: .max)
    return try run.rows(projection, mostWanted: most, source: { StoredRecord(snapshot, all[$0]).withRow($1) }) {
      _, body in
      for (place, row) in all.enumerated() {
        guard StoredRecord(snapshot, row).withRow({ body(place, $0) }) else { return }
      }
    }
  }
}

/// The objects that a projection reads. They are known only after the projection is planned.
private final class FoundRows {
  var rows: [RowReference] = []
}
