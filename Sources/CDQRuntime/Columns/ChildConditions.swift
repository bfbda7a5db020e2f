/// Numbers for the objects of some tables, zero at first.
final class RowCounts {
  private var counts: [UnsafeMutablePointer<Int32>?]

  init(_ source: ColumnSource, of entities: [Int]) {
    counts = Array(repeating: nil, count: source.tables.count)
    for entity in entities {
      let rows = source.tables[entity].rowCount
      let pointer = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, rows))
      pointer.initialize(repeating: 0, count: max(1, rows))
      counts[entity] = pointer
    }
  }

  deinit {
    for pointer in counts { pointer?.deallocate() }
  }

  @inline(__always) func increment(_ row: RowReference) {
    counts[Int(row.entity)]?[Int(row.row)] &+= 1
  }

  /// The numbers of a table's rows.
  func of(_ entity: Int) -> UnsafePointer<Int32>? { counts[entity].map { UnsafePointer($0) } }
}

/// A to-many, and a condition on the objects it leads to.
struct ChildSelection {
  let relation: StoreLayout.RelationshipLayout
  /// Entities whose objects have the relationship.
  let owners: [Int]
  let condition: ColumnCondition
  let source: ColumnSource

  /// The column of the to-one that leads back; nil when nothing does or it is to-many too.
  private var backColumn: Int? {
    guard let slot = relation.inverse else { return nil }
    let inverse = source.layout.entities[relation.destination].relationships[slot]
    return inverse.relationship.isToMany || inverse.relationship.isTransient ? nil : inverse.column
  }

  /// For each object how many of those the relationship leads to satisfy the condition, by one pass over the table they
  /// are in where it leads back, else over the lists.
  func counts() -> RowCounts {
    let counts = RowCounts(source, of: owners)
    if let backColumn { countBack(backColumn, counts) } else { countLists(counts) }
    return counts
  }

  private func countBack(_ column: Int, _ counts: RowCounts) {
    let buffer = SelectionBuffer(shift: source.shift)
    defer { buffer.keepAlive() }
    for entity in source.layout.entities[relation.destination].concrete {
      for chunk in 0..<source.tables[entity].chunkCount {
        let block = source.block(entity, chunk)
        guard source.execution.advance(block.rowCount) else { return }
        let selection = buffer.selection(for: block)
        source.selectLive(block, selection)
        condition.narrow(selection, block)
        let references = source.targets(block, column).values
        selection.forEach { row in
          let owner = references[row]
          if owner.entity >= 0 { counts.increment(owner) }
        }
      }
    }
  }

  private func countLists(_ counts: RowCounts) {
    let answers = TargetAnswers(condition, source)
    let state = source.snapshot.state
    for entity in owners {
      let table = source.tables[entity]
      for row in 0..<table.rowCount {
        let owner = RowReference(entity, row)
        for target in table.toMany[relation.column][row] where state.isLive(target) {
          guard source.execution.tick() else { return }
          if answers.holds(target) { counts.increment(owner) }
        }
      }
    }
  }
}

/// `ANY`: whether a to-many leads to an object that satisfies a condition.
final class AnyChildCondition: ColumnCondition {
  private let children: ChildSelection
  private lazy var counts = children.counts()

  init(_ children: ChildSelection) {
    self.children = children
    super.init(cost: 300, ofNothing: false)
  }

  override func narrow(_ selection: Selection, _ block: Block) {
    guard let counts = counts.of(block.entity) else { return selection.clear() }
    selection.filter { counts[block.firstRow + $0] != 0 }
  }
}
