import CDQValues

/// A collection of objects that creates each record on access: the objects of an entity in insertion order, or those
/// that a query found.
public struct StoredRecords: RandomAccessCollection, Sendable {
  /// The rows: usually all of one table without deleted ones, otherwise a list.
  private enum Rows {
    case table(entity: Int32, count: Int)
    case list([RowReference])
  }

  private let snapshot: Snapshot
  private let rows: Rows

  init(_ snapshot: Snapshot, of entity: Int?, includingSubentities: Bool) {
    self.snapshot = snapshot
    guard let entity else {
      rows = .list([])
      return
    }
    let sources = includingSubentities ? snapshot.state.layout.entities[entity].concrete : [entity]
    let tables = sources.filter { snapshot.state.tables[$0].liveCount > 0 }
    if tables.count == 1, case let table = snapshot.state.tables[tables[0]], table.liveCount == table.rowCount {
      rows = .table(entity: Int32(truncatingIfNeeded: tables[0]), count: table.rowCount)
    } else {
      rows = .list(snapshot.state.rows(of: entity, includingSubentities: includingSubentities))
    }
  }

  init(_ snapshot: Snapshot, _ rows: [RowReference]) {
    self.snapshot = snapshot
    self.rows = .list(rows)
  }

  /// The position of the first object: always 0.
  public var startIndex: Int { 0 }

  /// The number of objects.
  public var endIndex: Int {
    switch rows {
    case .table(_, let count): count
    case .list(let rows): rows.count
    }
  }

  /// The object at a 0-based position. Traps when the position is out of range.
  public subscript(position: Int) -> StoredRecord {
    switch rows {
    case .table(let entity, let count):
      precondition(position >= 0 && position < count, "index out of range")
      return StoredRecord(snapshot, RowReference(entity: entity, row: Int32(truncatingIfNeeded: position)))
    case .list(let rows):
      return StoredRecord(snapshot, rows[position])
    }
  }
}
