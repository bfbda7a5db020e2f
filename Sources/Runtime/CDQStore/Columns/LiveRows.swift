import CDQValues

/// The rows of each table that are not deleted, for reading without reference counting. Valid as long as the snapshot.
final class LiveRows {
  /// By table and chunk: the bitmap of the live rows. Nil for a table in which no row is deleted.
  private let tables: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<UInt64>>?>
  private let tableCount: Int
  private let shift: Int

  init(_ state: StoreState) {
    shift = state.layout.chunkShift
    tableCount = state.tables.count
    tables = .allocate(capacity: max(1, tableCount))
    tables.initialize(repeating: nil, count: tableCount)
    for (entity, table) in state.tables.enumerated() where table.liveCount < table.rowCount {
      let chunks = table.isLive.words.chunks
      let pointer = UnsafeMutablePointer<UnsafePointer<UInt64>>.allocate(capacity: chunks.count)
      for (index, chunk) in chunks.enumerated() { (pointer + index).initialize(to: UnsafePointer(chunk.values)) }
      tables[entity] = pointer
    }
  }

  deinit {
    for entity in 0..<tableCount { tables[entity]?.deallocate() }
    tables.deallocate()
  }

  @inline(__always) func contains(_ row: RowReference) -> Bool {
    guard let chunks = tables[Int(row.entity)] else { return true }
    let place = Int(row.row) & ((1 << shift) - 1)
    return chunks[Int(row.row) >> shift][place >> 6] & (1 << UInt64(truncatingIfNeeded: place & 63)) != 0
  }
}
