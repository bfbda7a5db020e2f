import Foundation

/// The first rows in the order of some columns, of any number of rows, in memory for those it keeps. Rows that compare
/// equal stay in the order in which they came.
struct SortedSelection<Row> {
  private let columns: [SortColumn<Row>]
  private let capacity: Int
  /// By slot: what the caller calls the row; it grows from row to row, so it also decides between equal ones.
  private var tags: [Int] = []
  /// The slots that are kept. When full it is a heap with the last of them on top.
  private var kept: [Int] = []
  /// A slot that is not kept.
  private var spare = 0

  /// - Parameter capacity: How many rows are kept; more than none.
  init(_ columns: [SortColumn<Row>], capacity: Int) {
    self.columns = columns
    self.capacity = max(1, capacity)
  }

  /// Takes a row.
  ///
  /// - Parameter tag: Greater than every one before.
  mutating func insert(_ row: Row, tag: Int) {
    for column in columns { column.set(spare, row) }
    if spare < tags.count { tags[spare] = tag } else { tags.append(tag) }
    if kept.count < capacity {
      kept.append(spare)
      spare = kept.count
      if kept.count == capacity { heapify() }
    } else if precedes(spare, kept[0]) {
      swap(&spare, &kept[0])
      siftDown(0)
    }
  }

  /// The tags of the kept rows, in order.
  func sortedTags() -> [Int] {
    kept.sorted { precedes($0, $1) }.map { tags[$0] }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    for column in columns {
      switch column.compare(left, right) {
      case .orderedAscending: return true
      case .orderedDescending: return false
      case .orderedSame: continue
      }
    }
    return tags[left] < tags[right]
  }

  private mutating func heapify() {
    for index in kept.indices.prefix(kept.count / 2).reversed() { siftDown(index) }
  }

  private mutating func siftDown(_ start: Int) {
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
