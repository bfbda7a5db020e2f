import CDQIR
import CDQValues
import Foundation

/// Sorts selected objects by attributes, each as numbers that are ordered like it: a text has one for every seven bytes.
struct ColumnSort {
  private let keys: [ColumnSortKey]
  private let rows: [RowReference]

  /// An object with what decides first, where only few are wanted.
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
    var entries: [KeyedRow] = []
    entries.reserveCapacity(rows.count)
    for index in rows.indices { entries.append(KeyedRow(key: 0, row: UInt32(truncatingIfNeeded: index))) }
    var scratch = entries
    entries.withUnsafeMutableBufferPointer { entries in
      scratch.withUnsafeMutableBufferPointer { sortAll(entries, $0) }
    }
    return rows.withUnsafeBufferPointer { rows in entries.prefix(wanted).map { rows[Int($0.row)] } }
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

  /// Entries that are equal in what came before, and what they are to be sorted by next.
  private struct Run {
    var entries: Range<Int>
    var key: Int
    /// Which seven bytes of a text.
    var part: Int
  }

  /// Sorts by the first number of the first key, then each run of entries that are equal in it by the next, and so on. In a
  /// run objects are in the order in which they were given, in which equal ones stay.
  private func sortAll(
    _ entries: UnsafeMutableBufferPointer<KeyedRow>, _ scratch: UnsafeMutableBufferPointer<KeyedRow>
  ) {
    // A list and not a recursion, as texts may be long.
    var open = [Run(entries: 0..<entries.count, key: 0, part: 0)]
    while let run = open.popLast() {
      let present = numbers(of: run, entries, scratch)
      let key = keys[run.key]
      let part = UnsafeMutableBufferPointer(rebasing: entries[present])
      KeyedRow.sort(part, scratch: UnsafeMutableBufferPointer(rebasing: scratch[present]))
      let hasNext = run.key + 1 < keys.count
      if !key.isText, !hasNext { continue }
      var start = present.lowerBound
      while start < present.upperBound {
        let number = entries[start].key
        var end = start + 1
        while end < present.upperBound, entries[end].key == number { end += 1 }
        if end - start > 1 {
          if key.isText, key.goesOn(behind: number) {
            open.append(Run(entries: start..<end, key: run.key, part: run.part + 1))
          } else if hasNext {
            open.append(Run(entries: start..<end, key: run.key + 1, part: 0))
          }
        }
        start = end
      }
      guard hasNext else { continue }
      for nulls in [run.entries.lowerBound..<present.lowerBound, present.upperBound..<run.entries.upperBound]
      where nulls.count > 1 {
        open.append(Run(entries: nulls, key: run.key + 1, part: 0))
      }
    }
  }

  /// Gives the entries of a run their numbers, and puts those without a value before or behind the others.
  ///
  /// - Returns: Where the others are.
  private func numbers(
    of run: Run, _ entries: UnsafeMutableBufferPointer<KeyedRow>, _ scratch: UnsafeMutableBufferPointer<KeyedRow>
  ) -> Range<Int> {
    let key = keys[run.key]
    return rows.withUnsafeBufferPointer { rows in
      var (kept, nulls) = (run.entries.lowerBound, 0)
      for index in run.entries {
        let entry = entries[index]
        if let number = key.number(of: rows[Int(entry.row)], part: run.part) {
          entries[kept] = KeyedRow(key: number, row: entry.row)
          kept += 1
        } else {
          scratch[run.entries.lowerBound + nulls] = entry
          nulls += 1
        }
      }
      if nulls == 0 { return run.entries }
      let count = kept - run.entries.lowerBound
      let present = run.entries.lowerBound + (key.nullsFirst ? nulls : 0)
      if key.nullsFirst {
        for index in (0..<count).reversed() { entries[present + index] = entries[run.entries.lowerBound + index] }
      }
      let first = key.nullsFirst ? run.entries.lowerBound : kept
      for index in 0..<nulls { entries[first + index] = scratch[run.entries.lowerBound + index] }
      return present..<(present + count)
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
