import CDQIR
import CDQValues
import Foundation

/// Sorts selected objects by attributes. A value is compared as unsigned numbers with the same order: a text as one
/// number for every seven bytes, any other value as one number.
struct ColumnSort {
  private let keys: [ColumnSortKey]
  private let rows: [RowReference]

  /// An object with the start of its first key, for sorts of which only the first few results are wanted.
  struct Entry {
    /// The first key as numbers with the same order: the first 16 bytes of a text in `head` and `next`, any other value
    /// in `head`.
    var head: UInt64
    var next: UInt64
    /// The index into the rows, which orders objects with equal keys.
    var index: UInt32
    /// 0 for a nil that comes first, 2 for a nil that comes last, 1 for a value.
    var rank: UInt8
    /// Whether the first key is longer than the numbers.
    var rest: Rest

    enum Rest: UInt8 {
      /// The numbers and `length` are the whole key.
      case none
      /// The text has more than 16 bytes.
      case bytes
    }
    /// The number of bytes of a text that has no rest, inverted if the sort is descending. It orders texts that differ
    /// only in zero bytes at the end.
    var length: UInt8
  }

  init(_ keys: [ColumnSortKey], _ rows: [RowReference]) {
    self.keys = keys
    self.rows = rows
  }

  /// The first `reach` objects in the order of the sort. Objects with equal keys keep their order.
  func sorted(reach: Int) -> [RowReference] {
    let wanted = min(reach, rows.count)
    if wanted <= rows.count / 16 { return first(wanted).map { rows[Int($0.index)] } }
    let entries = sortedEntries()
    return rows.withUnsafeBufferPointer { rows in entries.prefix(wanted).map { rows[Int($0.row)] } }
  }

  /// The indexes of all rows, in the order of the sort.
  private func sortedEntries() -> [KeyedRow] {
    var entries: [KeyedRow] = []
    entries.reserveCapacity(rows.count)
    for index in rows.indices { entries.append(KeyedRow(key: 0, row: UInt32(truncatingIfNeeded: index))) }
    var scratch = entries
    entries.withUnsafeMutableBufferPointer { entries in
      scratch.withUnsafeMutableBufferPointer { sortAll(entries, $0) }
    }
    return entries
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

  /// Compares two objects whose ranks and numbers are equal.
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

  /// A range of entries that are equal in all numbers sorted by so far, and the number to sort them by next.
  private struct Run {
    var entries: Range<Int>
    var key: Int
    /// The index of the seven-byte part of a text; 0 for other values.
    var part: Int
  }

  /// Sorts by the first number of the first key, then each run of entries with the same number by the next one, and so
  /// on. In a run, objects are in the order in which they were given, and equal ones keep it.
  private func sortAll(
    _ entries: UnsafeMutableBufferPointer<KeyedRow>, _ scratch: UnsafeMutableBufferPointer<KeyedRow>
  ) {
    // This is a list and not a recursion because texts may be long.
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

  /// Gives the entries of a run their numbers, and moves the entries without a value before or after the others.
  ///
  /// - Returns: The range of the entries with a value.
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
      // The first number of most rows shows that they come after the last row kept.
      if heap.isFull, keys[0].isBehind(heap.elements[0], rows[index]) { continue }
      _ = heap.insert(entry(index), by: precedes)
    }
    return heap.elements.sorted(by: precedes)
  }

  // MARK: Few of each

  /// The first `count` objects of each number, at most `reach` in all, in the order of the sort.
  ///
  /// - Parameter numbers: By row; numbered in the order of their first rows.
  func first(_ count: Int, ofEach numbers: [Int32], reach: Int) -> [RowReference] {
    var sizes: [Int] = []
    for number in numbers {
      if Int(number) == sizes.count { sizes.append(1) } else { sizes[Int(number)] += 1 }
    }
    let wanted = sizes.reduce(0) { $0 + min($1, count) }
    // Where most objects are kept, sorting all of them is faster than choosing.
    if count > 1, wanted > rows.count / 4 {
      var counter = KeyCounter(count)
      var kept: [RowReference] = []
      for entry in sortedEntries() where counter.keeps(Int(numbers[Int(entry.row)])) {
        kept.append(rows[Int(entry.row)])
        if kept.count == reach { break }
      }
      return kept
    }
    // The chosen objects, in the order in which they were given, which objects with equal keys keep.
    var isKept = [Bool](repeating: false, count: rows.count)
    for index in chosen(count, ofEach: numbers, sizes.count) { isKept[Int(index)] = true }
    let kept = rows.indices.filter { isKept[$0] }.map { rows[$0] }
    return ColumnSort(keys, kept).sorted(reach: reach)
  }

  /// The indexes of the first `count` rows of each number, in any order.
  private func chosen(_ count: Int, ofEach numbers: [Int32], _ numberCount: Int) -> [UInt32] {
    let key = keys[0]
    if count > 1 {
      var heaps = [BoundedHeap<Entry>](repeating: BoundedHeap(capacity: count), count: numberCount)
      for index in rows.indices {
        let number = Int(numbers[index])
        if heaps[number].isFull, key.isBehind(heaps[number].elements[0], rows[index]) { continue }
        _ = heaps[number].insert(entry(index), by: precedes)
      }
      return heaps.flatMap { $0.elements.map(\.index) }
    }
    var best: [Entry] = []
    best.reserveCapacity(numberCount)
    for index in rows.indices {
      let number = Int(numbers[index])
      if number == best.count {
        best.append(entry(index))
      } else if !key.isBehind(best[number], rows[index]) {
        let entry = entry(index)
        if precedes(entry, best[number]) { best[number] = entry }
      }
    }
    return best.map(\.index)
  }
}
