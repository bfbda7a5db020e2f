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
      /// The numbers say nothing.
      case unknown
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
    var isKnown = true
    for index in rows.indices {
      let entry = entry(index)
      if entry.rest == .unknown { isKnown = false }
      entries.append(entry)
    }
    if isKnown, entries.count > 256 {
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
    if left.rest != .unknown && right.rest != .unknown {
      if left.head != right.head { return left.head < right.head }
      if left.next != right.next { return left.next < right.next }
    }
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
    for index in rows.indices { _ = heap.insert(entry(index), by: precedes) }
    return heap.elements.sorted(by: precedes)
  }
}

/// An attribute that is sorted by, at the end of any number of to-ones.
final class ColumnSortKey {
  private let path: ColumnPlanner.Path
  private let isDescending: Bool
  private let nullsFirst: Bool
  private let source: ColumnSource
  var isText: Bool { path.kind == .text }

  /// Nil for what is not sorted by columns.
  init?(_ key: SortKeyIR, _ path: ColumnPlanner.Path, _ source: ColumnSource) {
    switch path.kind {
    case .bool, .int, .double, .date, .duration: break
    case .text: if !key.options.isEmpty { return nil }
    case .uuid, .values: return nil
    }
    self.path = path
    self.source = source
    isDescending = key.isDescending
    nullsFirst = key.nullsFirst
  }

  /// The chunk and the row in it that the steps lead to; nil where they lead nowhere.
  @inline(__always) private func place(_ row: RowReference) -> (chunk: ColumnChunk, row: Int)? {
    var row = row
    for step in path.steps {
      row = source.tables[Int(row.entity)].toOne[step][Int(row.row)]
      guard source.isLive(row) else { return nil }
    }
    let shift = source.shift
    let chunk = source.tables[Int(row.entity)].attributes[path.slot].chunks[Int(row.row) >> shift]
    let place = Int(row.row) & ((1 << shift) - 1)
    return chunk.isValid(place) ? (chunk, place) : nil
  }

  @inline(__always) func entry(_ row: RowReference) -> ColumnSort.Entry {
    guard let (chunk, row) = place(row) else {
      return ColumnSort.Entry(head: 0, next: 0, index: 0, rank: nullsFirst ? 0 : 2, rest: .none, length: 0)
    }
    let flip: UInt64 = isDescending ? .max : 0
    guard path.kind == .text else {
      return ColumnSort.Entry(head: number(chunk, row) ^ flip, next: 0, index: 0, rank: 1, rest: .none, length: 0)
    }
    let texts = unsafeDowncast(chunk, to: TextChunk.self)
    if !texts.isPlain, texts.notPlain[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0 {
      return ColumnSort.Entry(head: 0, next: 0, index: 0, rank: 1, rest: .unknown, length: 0)
    }
    let start = UnsafeRawPointer(texts.bytes) + Int(texts.offsets[row])
    let count = Int(texts.offsets[row + 1] - texts.offsets[row])
    // Sixteen bytes can be read behind every text.
    let head = ColumnSortKey.bytes(start, count) ^ flip
    let next = ColumnSortKey.bytes(start + 8, count - 8) ^ flip
    let length = UInt8(truncatingIfNeeded: min(count, 16))
    return ColumnSort.Entry(
      head: head, next: next, index: 0, rank: 1, rest: count > 16 ? .bytes : .none,
      length: isDescending ? ~length : length)
  }

  /// Up to eight bytes as a number that is ordered like them; none when there are none.
  @inline(__always) private static func bytes(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
    let word = UInt64(bigEndian: start.loadUnaligned(as: UInt64.self))
    return count >= 8 ? word : count <= 0 ? 0 : word & ~(UInt64.max >> UInt64(truncatingIfNeeded: count * 8))
  }

  /// A number, ordered as an unsigned one. All NaN are one, behind every number.
  @inline(__always) private func number(_ chunk: ColumnChunk, _ row: Int) -> UInt64 {
    switch path.kind {
    case .bool: return UInt64(unsafeDowncast(chunk, to: FixedChunk<UInt8>.self).values[row])
    case .int:
      return UInt64(bitPattern: unsafeDowncast(chunk, to: FixedChunk<Int64>.self).values[row]) ^ (1 << 63)
    case .double, .date, .duration, .uuid, .text, .values:
      let value = unsafeDowncast(chunk, to: FixedChunk<Double>.self).values[row]
      if value.isNaN { return .max }
      let bits = (value + 0).bitPattern
      return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    }
  }

  /// How two objects stand to each other by this key, direction and nil order applied.
  func order(_ left: RowReference, _ right: RowReference) -> ComparisonResult {
    switch (place(left), place(right)) {
    case (let left?, let right?):
      let order = value(left, right)
      return isDescending ? order.reversed : order
    case (nil, nil): return .orderedSame
    case (nil, _): return nullsFirst ? .orderedAscending : .orderedDescending
    case (_, nil): return nullsFirst ? .orderedDescending : .orderedAscending
    }
  }

  private typealias Place = (chunk: ColumnChunk, row: Int)

  private func value(_ left: Place, _ right: Place) -> ComparisonResult {
    guard path.kind == .text else {
      let (first, second) = (number(left.chunk, left.row), number(right.chunk, right.row))
      return first < second ? .orderedAscending : first > second ? .orderedDescending : .orderedSame
    }
    let (first, second) = (
      unsafeDowncast(left.chunk, to: TextChunk.self), unsafeDowncast(right.chunk, to: TextChunk.self)
    )
    if first.isPlain(left.row), second.isPlain(right.row) {
      return ByteText.order(first.utf8(left.row), second.utf8(right.row))
    }
    return String.order(first.string(left.row), second.string(right.row))
  }
}
