import CDQIR
import Foundation

/// Sorts selected objects by attributes: by the first sixteen bytes of the first key as two numbers, and only where these
/// are equal by what the columns hold.
struct ColumnSort {
  private let keys: [ColumnSortKey]
  private let rows: [RowReference]

  /// An object with what decides first.
  struct Entry {
    /// The first key, so that its numbers are ordered as the objects are.
    var head: UInt64
    var next: UInt64
    /// Index into the rows, which decides last.
    var index: UInt32
    /// 0 for what comes first because of nil, 2 for what comes last, else 1.
    var rank: UInt8
    /// How the rest of the first key stands to others of equal numbers.
    var rest: Rest

    enum Rest: UInt8 {
      /// There is no rest: the numbers and `length` say it all.
      case none
      /// There are more bytes.
      case bytes
    }
    /// Bytes of a text that has no rest: it decides between texts that differ in zero bytes at the end.
    var length: UInt8
  }

  init(_ keys: [ColumnSortKey], _ rows: [RowReference]) {
    self.keys = keys
    self.rows = rows
  }

  /// The first `reach` of the objects, in order; equal ones stay in theirs.
  func sorted(reach: Int) -> [RowReference] {
    let wanted = min(reach, rows.count)
    if wanted <= rows.count / 16 { return first(wanted).map { rows[Int($0.index)] } }
    var entries: [Entry] = []
    entries.reserveCapacity(rows.count)
    for index in rows.indices { entries.append(entry(index)) }
    if entries.count > 256 {
      sortByDigits(&entries)
    } else {
      entries.sort(by: precedes)
    }
    return entries.prefix(wanted).map { rows[Int($0.index)] }
  }

  @inline(__always) private func entry(_ index: Int) -> Entry {
    var entry = keys[0].entry(rows[index])
    entry.index = UInt32(truncatingIfNeeded: index)
    return entry
  }

  @inline(__always) private func precedes(_ left: Entry, _ right: Entry) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    if left.head != right.head { return left.head < right.head }
    if left.next != right.next { return left.next < right.next }
    return precedesByRest(left, right)
  }

  /// The order of two objects whose numbers do not decide.
  @inline(never) private func precedesByRest(_ left: Entry, _ right: Entry) -> Bool {
    let (first, second) = (rows[Int(left.index)], rows[Int(right.index)])
    if left.rest != .none || right.rest != .none {
      let order = keys[0].order(first, second)
      if order != .orderedSame { return order == .orderedAscending }
    } else if left.length != right.length {
      return left.length < right.length
    }
    for key in keys.dropFirst() {
      let order = key.order(first, second)
      if order != .orderedSame { return order == .orderedAscending }
    }
    return left.index < right.index
  }

  // MARK: All

  /// Sorts by the bytes of the head, least significant first, then what is equal in it.
  private func sortByDigits(_ entries: inout [Entry]) {
    var counts = [Int](repeating: 0, count: 9 * 256)
    for entry in entries {
      for digit in 0..<8 { counts[digit * 256 + Int(entry.head >> UInt64(truncatingIfNeeded: digit * 8) & 0xFF)] += 1 }
      counts[8 * 256 + Int(entry.rank)] += 1
    }
    var other = entries
    for digit in 0..<9 {
      let digitCounts = counts[(digit * 256)..<(digit * 256 + 256)]
      // All have the same byte there.
      if digitCounts.contains(entries.count) { continue }
      var places: [Int] = []
      places.reserveCapacity(256)
      var place = 0
      for count in digitCounts {
        places.append(place)
        place += count
      }
      let shift = UInt64(truncatingIfNeeded: digit * 8)
      other.withUnsafeMutableBufferPointer { target in
        places.withUnsafeMutableBufferPointer { places in
          for entry in entries {
            let byte = digit == 8 ? Int(entry.rank) : Int(entry.head >> shift & 0xFF)
            target[places[byte]] = entry
            places[byte] += 1
          }
        }
      }
      swap(&entries, &other)
    }
    sortRuns(&entries)
  }

  private func sortRuns(_ entries: inout [Entry]) {
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].head == entries[start].head, entries[end].rank == entries[start].rank {
        end += 1
      }
      // Numbers that are equal and the only key are in order already.
      if end - start > 1, keys.count > 1 || keys[0].isText { entries[start..<end].sort(by: precedes) }
      start = end
    }
  }

  // MARK: Few

  /// The first `count` entries, in order.
  private func first(_ count: Int) -> [Entry] {
    guard count > 0 else { return [] }
    var heap = BoundedHeap<Entry>(capacity: count)
    for index in rows.indices {
      // Most rows are behind the last one that is kept by their first number already.
      if heap.isFull, keys[0].isBehind(heap.elements[0], rows[index]) { continue }
      _ = heap.insert(entry(index), by: precedes)
    }
    return heap.elements.sorted(by: precedes)
  }
}
