/// Helpers of generated code for the rows that it has collected.
public enum CDQRows {
  /// Sorts rows and keeps the first ones, as many as a page needs. If these are few, the other rows are not sorted but
  /// only compared with the last of them.
  ///
  /// - Parameters:
  ///   - rows: The rows to sort; afterwards at most `offset + limit` rows.
  ///   - offset: The number of rows before the page, which are kept.
  ///   - limit: The number of rows of the page.
  ///   - precedes: Whether a row comes before another. It must be a total order, because equal rows end up in no
  ///     particular order.
  @inlinable
  public static func sort<Row>(
    _ rows: inout [Row], offset: Int = 0, limit: Int, by precedes: (Row, Row) -> Bool
  ) {
    let (sum, isOverflow) = offset.addingReportingOverflow(limit)
    let wanted = isOverflow ? rows.count : Swift.min(sum, rows.count)
    guard wanted > 0 else { return rows.removeAll() }
    guard wanted < rows.count / 4 else {
      rows.sort(by: precedes)
      return rows.removeLast(rows.count - wanted)
    }
    // A heap of the best rows so far, with the worst of them at its root.
    var best = Array(rows[..<wanted])
    var parent = wanted / 2
    while parent > 0 {
      parent -= 1
      sink(parent, in: &best, by: precedes)
    }
    for index in wanted..<rows.count where precedes(rows[index], best[0]) {
      best[0] = rows[index]
      sink(0, in: &best, by: precedes)
    }
    best.sort(by: precedes)
    rows = best
  }

  /// Moves the row at `place` down the heap, below the rows that come after it.
  @inlinable
  internal static func sink<Row>(_ place: Int, in heap: inout [Row], by precedes: (Row, Row) -> Bool) {
    var parent = place
    while true {
      var last = parent
      let left = 2 * parent + 1
      if left < heap.count, precedes(heap[last], heap[left]) { last = left }
      if left + 1 < heap.count, precedes(heap[last], heap[left + 1]) { last = left + 1 }
      if last == parent { return }
      heap.swapAt(parent, last)
      parent = last
    }
  }

  /// The first rows of each group, in their order.
  ///
  /// - Parameters:
  ///   - count: The number of rows to keep of each group.
  ///   - group: The group of a row.
  @inlinable
  public static func first<Row, Group: Hashable>(
    _ count: Int, ofEach group: (Row) -> Group, in rows: [Row]
  ) -> [Row] {
    var counts: [Group: Int] = [:]
    return rows.filter { row in
      let key = group(row)
      let known = counts[key] ?? 0
      guard known < count else { return false }
      counts[key] = known + 1
      return true
    }
  }

  /// Removes the elements at some positions.
  ///
  /// - Parameter positions: Distances from the start, in any order and without duplicates.
  /// - Returns: The number of removed elements.
  @inlinable
  public static func remove<Objects: RangeReplaceableCollection>(
    _ positions: [Int], from objects: inout Objects
  ) -> Int {
    if positions.isEmpty { return 0 }
    var kept = Objects()
    kept.reserveCapacity(Swift.max(0, objects.count - positions.count))
    let sorted = positions.sorted()
    var next = 0
    for (position, object) in objects.enumerated() {
      if next < sorted.count, sorted[next] == position {
        next += 1
      } else {
        kept.append(object)
      }
    }
    objects = kept
    return next
  }
}
