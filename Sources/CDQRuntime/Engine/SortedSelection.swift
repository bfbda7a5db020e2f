import Foundation

/// The first rows in the order of some columns, of any number of rows, in memory for those it keeps. Rows that compare
/// equal stay in the order in which they came.
struct SortedSelection<Row> {
  private let set: (Int, Row) -> Void
  private let slots: SlotSelection

  /// - Parameter capacity: How many rows are kept; more than none.
  init(_ columns: [SortColumn<Row>], capacity: Int) {
    slots = SlotSelection(columns.map(\.compare), capacity: max(1, capacity))
    let sets = columns.map(\.set)
    if sets.count == 1 {
      set = sets[0]
    } else {
      set = { slot, row in
        for set in sets { set(slot, row) }
      }
    }
  }

  /// Takes a row.
  ///
  /// - Parameter tag: What the caller calls the row. Greater than every one before.
  func insert(_ row: Row, tag: Int) {
    set(slots.spare, row)
    slots.keepSpare(tag: tag)
  }

  /// The tags of the kept rows, in order.
  func sortedTags() -> [Int] { slots.sortedTags() }
}

/// The part of a selection that knows nothing of rows, so that it is compiled once and well.
private final class SlotSelection {
  private let columns: [(Int, Int) -> ComparisonResult]
  private let capacity: Int
  /// By slot: the row's tag, which also decides between equal rows.
  private var tags: [Int] = []
  /// The slots that are kept. When full it is a heap with the last of them on top.
  private var kept: [Int] = []
  /// The slot for the next row.
  private(set) var spare = 0

  init(_ columns: [(Int, Int) -> ComparisonResult], capacity: Int) {
    self.columns = columns
    self.capacity = capacity
  }

  /// Takes the row whose keys are in the spare slot.
  func keepSpare(tag: Int) {
    if spare < tags.count { tags[spare] = tag } else { tags.append(tag) }
    if kept.count < capacity {
      kept.append(spare)
      spare = kept.count
      if kept.count == capacity {
        for index in (0..<(kept.count / 2)).reversed() { siftDown(index) }
      }
    } else if precedes(spare, kept[0]) {
      (spare, kept[0]) = (kept[0], spare)
      siftDown(0)
    }
  }

  func sortedTags() -> [Int] {
    kept.sorted { precedes($0, $1) }.map { tags[$0] }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    for compare in columns {
      switch compare(left, right) {
      case .orderedAscending: return true
      case .orderedDescending: return false
      case .orderedSame: continue
      }
    }
    return tags[left] < tags[right]
  }

  private func siftDown(_ start: Int) {
    var parent = start
    while true {
      var last = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < kept.count && precedes(kept[last], kept[child]) {
        last = child
      }
      if last == parent { return }
      kept.swapAt(parent, last)
      parent = last
    }
  }
}
