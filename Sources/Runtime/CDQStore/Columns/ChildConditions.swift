import CDQValues

/// Memory with one element for each row of some tables.
final class RowMemory<Element: BitwiseCopyable> {
  private let tables: UnsafeMutablePointer<UnsafeMutablePointer<Element>?>
  private let tableCount: Int

  init(_ source: TableSource, of entities: [Int], _ start: Element) {
    tableCount = source.tables.count
    tables = .allocate(capacity: max(1, tableCount))
    tables.initialize(repeating: nil, count: tableCount)
    for entity in entities {
      let rows = max(1, source.tables[entity].rowCount)
      let pointer = UnsafeMutablePointer<Element>.allocate(capacity: rows)
      pointer.initialize(repeating: start, count: rows)
      tables[entity] = pointer
    }
  }

  deinit {
    for entity in 0..<tableCount { tables[entity]?.deallocate() }
    tables.deallocate()
  }

  /// Changes the element of a row; does nothing for rows of other tables.
  @inline(__always) func update(_ row: RowReference, _ change: (inout Element) -> Void) {
    guard row.entity >= 0, let elements = tables[Int(row.entity)] else { return }
    change(&elements[Int(row.row)])
  }

  /// The elements of the rows of a table; nil for other tables.
  func of(_ entity: Int) -> UnsafePointer<Element>? { tables[entity].map { UnsafePointer($0) } }
}

extension StoreLayout.RelationshipLayout {
  /// The column of the inverse to-one; nil if there is no inverse, or if it is to-many or transient.
  func backColumn(_ source: TableSource) -> Int? {
    guard let inverse else { return nil }
    let back = source.layout.entities[destination].relationships[inverse]
    return back.relationship.isToMany || back.relationship.isTransient ? nil : back.column
  }

  /// Tests the objects that the relationship can lead to, chunk by chunk. Calls `body` with the selection of those that
  /// satisfy the condition, and with the references that the to-one `column` has in all rows of the chunk.
  func forEachTarget(
    where condition: (any ColumnCondition)?, leadingBack column: Int, _ source: TableSource,
    _ body: (Block, Selection, UnsafePointer<RowReference>) -> Void
  ) {
    let buffer = SelectionBuffer(shift: source.shift)
    defer { buffer.keepAlive() }
    for entity in source.layout.entities[destination].concrete {
      for chunk in 0..<source.tables[entity].chunkCount {
        let block = source.block(entity, chunk)
        guard source.execution.advance(block.rowCount) else { return }
        let selection = buffer.selection(for: block)
        source.selectLive(block, selection)
        condition?.narrow(selection, block)
        body(block, selection, source.targets(block, column).values)
      }
    }
  }
}

/// A to-many relationship and a condition on the objects that it leads to.
struct ChildSelection {
  let relation: StoreLayout.RelationshipLayout
  /// Entities whose objects have the relationship.
  let owners: [Int]
  let condition: any ColumnCondition
  let source: TableSource

  /// Counts for each object how many of the objects that the relationship leads to satisfy the condition. With an
  /// inverse to-one that takes one pass over their tables; otherwise all lists are followed.
  func counts() -> RowMemory<Int32> {
    let counts = RowMemory<Int32>(source, of: owners, 0)
    if let column = relation.backColumn(source) {
      relation.forEachTarget(where: condition, leadingBack: column, source) { _, selection, references in
        selection.forEach { row in counts.update(references[row]) { $0 &+= 1 } }
      }
    } else {
      countLists(counts)
    }
    return counts
  }

  private func countLists(_ counts: RowMemory<Int32>) {
    let answers = TargetAnswers(condition, source)
    let state = source.snapshot.state
    for entity in owners {
      let table = source.tables[entity]
      for row in 0..<table.rowCount {
        let owner = RowReference(entity, row)
        for target in table.toMany[relation.column][row] where state.isLive(target) {
          guard source.execution.tick() else { return }
          if answers.holds(target) { counts.update(owner) { $0 &+= 1 } }
        }
      }
    }
  }
}

/// `ANY`: whether a to-many leads to an object that satisfies a condition, as in `ANY cities.population > 5`.
final class AnyChildCondition: ColumnCondition {
  let cost = 300
  let ofNothing = false
  private let children: ChildSelection
  private lazy var counts = children.counts()

  init(_ children: ChildSelection) {
    self.children = children
  }

  func narrow(_ selection: Selection, _ block: Block) {
    guard let counts = counts.of(block.entity) else { return selection.clear() }
    selection.filter { counts[block.firstRow + $0] != 0 }
  }
}
