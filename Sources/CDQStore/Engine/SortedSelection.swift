import CDQValues

import Foundation

/// The first rows in the order of some columns, of any number of rows, in memory for those it keeps. Rows that compare
/// equal stay in the order in which they came.
struct SortedSelection {
  private let set: (Int, Row) -> Void
  private let slots: SlotSelection

  /// - Parameter capacity: How many rows are kept; more than none.
  init(_ columns: [SortColumn], capacity: Int) {
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
  /// By slot: the row's tag, which also decides between equal rows.
  private var tags: [Int] = []
  /// The slots that are kept.
  private var kept: BoundedHeap<Int>
  /// The slot for the next row.
  private(set) var spare = 0

  init(_ columns: [(Int, Int) -> ComparisonResult], capacity: Int) {
    self.columns = columns
    kept = BoundedHeap(capacity: capacity)
  }

  /// Takes the row whose keys are in the spare slot.
  func keepSpare(tag: Int) {
    if spare < tags.count { tags[spare] = tag } else { tags.append(tag) }
    spare = kept.insert(spare, by: precedes) ?? kept.elements.count
  }

  func sortedTags() -> [Int] {
    kept.elements.sorted { precedes($0, $1) }.map { tags[$0] }
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
}
