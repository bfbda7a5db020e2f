import CDQValues

import Foundation

/// Selects the first `capacity` of any number of rows, or of each group of rows, in the order of some sort columns. Its
/// memory holds only the rows that it keeps. Rows with equal keys stay in the order of insertion.
struct SortedSelection {
  private let set: (Int, Row) -> Void
  private let slots: SlotSelection

  /// - Parameter capacity: The number of rows to keep of each group, at least 1.
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

  /// Inserts a row if it is among the first ones of its group.
  ///
  /// - Parameters:
  ///   - tag: Identifies the row for the caller. It must be greater than all tags before.
  ///   - group: The number of the row's group. Groups are numbered in the order of their first rows.
  func insert(_ row: Row, tag: Int, group: Int = 0) {
    set(slots.spare, row)
    slots.keepSpare(tag: tag, group: group)
  }

  /// The tags of the kept rows of all groups, in order.
  func sortedTags() -> [Int] { slots.sortedTags() }

  /// The tags of the kept rows of each group, in order.
  func sortedTagsByGroup() -> [[Int]] { slots.sortedTagsByGroup() }
}

/// The part of a selection that works on slots and is independent of rows, so that it is compiled once and well.
private final class SlotSelection {
  private let columns: [(Int, Int) -> ComparisonResult]
  /// By slot: the tag of the row, which also orders rows with equal keys.
  private var tags: [Int] = []
  /// The slots of the kept rows of each group.
  private var kept: [BoundedHeap<Int>]
  private let capacity: Int
  /// The slot for the next row.
  private(set) var spare = 0

  init(_ columns: [(Int, Int) -> ComparisonResult], capacity: Int) {
    self.columns = columns
    self.capacity = capacity
    kept = [BoundedHeap(capacity: capacity)]
  }

  /// Keeps the row whose keys are in the spare slot if it is among the first ones of its group, and chooses the next
  /// spare slot.
  func keepSpare(tag: Int, group: Int) {
    if spare < tags.count { tags[spare] = tag } else { tags.append(tag) }
    while group >= kept.count { kept.append(BoundedHeap(capacity: capacity)) }
    // Without a row that is dropped, all slots are in use.
    spare = kept[group].insert(spare, by: precedes) ?? tags.count
  }

  func sortedTagsByGroup() -> [[Int]] {
    kept.map { group in group.elements.sorted { precedes($0, $1) }.map { tags[$0] } }
  }

  func sortedTags() -> [Int] {
    (kept.count == 1 ? kept[0].elements : kept.flatMap(\.elements)).sorted { precedes($0, $1) }.map { tags[$0] }
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
