import CDQValues

import Foundation

/// Selects the first `capacity` of any number of rows in the order of some sort columns. Its memory holds only the rows
/// that it keeps. Rows with equal keys stay in the order of insertion.
struct SortedSelection {
  private let set: (Int, Row) -> Void
  private let slots: SlotSelection

  /// - Parameter capacity: The number of rows to keep, at least 1.
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

  /// Inserts a row if it is among the first ones.
  ///
  /// - Parameter tag: Identifies the row for the caller. It must be greater than all tags before.
  func insert(_ row: Row, tag: Int) {
    set(slots.spare, row)
    slots.keepSpare(tag: tag)
  }

  /// The tags of the kept rows, in order.
  func sortedTags() -> [Int] { slots.sortedTags() }
}

/// The part of a selection that works on slots and is independent of rows, so that it is compiled once and well.
private final class SlotSelection {
  private let columns: [(Int, Int) -> ComparisonResult]
  /// By slot: the tag of the row, which also orders rows with equal keys.
  private var tags: [Int] = []
  /// The slots of the kept rows.
  private var kept: BoundedHeap<Int>
  /// The slot for the next row.
  private(set) var spare = 0

  init(_ columns: [(Int, Int) -> ComparisonResult], capacity: Int) {
    self.columns = columns
    kept = BoundedHeap(capacity: capacity)
  }

  /// Keeps the row whose keys are in the spare slot if it is among the first ones, and chooses the next spare slot.
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
