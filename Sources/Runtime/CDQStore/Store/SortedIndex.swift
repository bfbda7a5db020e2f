import CDQValues

/// The rows of a table sorted by the value of one numeric or date attribute. A binary search finds the rows of a range.
///
/// The index is not updated by writes. It refers to the chunks that it was made from, and a chunk that the index holds
/// never changes, since writes copy shared chunks. So the index stays right for chunks that are still in the table; the
/// caller scans the other ones row by row.
final class SortedIndex: Sendable {
  /// The chunks of the column that the index was made from.
  let chunks: [ColumnChunk]
  /// The rows with a value, sorted by value; rows with equal values by row.
  private let rows: [UInt32]
  private let shift: Int

  /// Nil for a column that cannot be sorted: neither numbers nor dates.
  init?(_ column: Column) {
    guard column.count < Int(UInt32.max) else { return nil }
    chunks = column.chunks
    shift = column.shift
    switch column.kind {
    case .int: rows = SortedIndex.sorted(column, of: Int64.self) { OrderedBits.of($0) }
    case .doubles: rows = SortedIndex.sorted(column, of: Double.self) { OrderedBits.of($0) }
    case .bool, .uuid, .text, .values: return nil
    }
  }

  private static func sorted<Element: BitwiseCopyable & Sendable>(
    _ column: Column, of type: Element.Type, _ bits: (Element) -> UInt64
  ) -> [UInt32] {
    var entries: [KeyedRow] = []
    entries.reserveCapacity(column.count)
    for index in column.chunks.indices {
      let chunk = column.fixed(index, of: type)
      let first = index << column.shift
      for row in 0..<chunk.count where chunk.isValid(row) {
        entries.append(KeyedRow(key: bits(chunk.values[row]), row: UInt32(truncatingIfNeeded: first + row)))
      }
    }
    KeyedRow.sort(&entries)
    return entries.map(\.row)
  }

  /// The rows with a value in a range, sorted by value; nil when there are more than `most`.
  func rows<Element: BitwiseCopyable & Comparable & Sendable>(
    in range: ValueRange<Element>, as type: Element.Type, most: Int
  ) -> ArraySlice<UInt32>? {
    guard !range.isEmpty else { return [] }
    // NaN is sorted last and is in no range.
    let start = first(as: type) { !($0 < range.lower) }
    let end = first(as: type) { !($0 <= range.upper) }
    guard start < end else { return [] }
    return end - start > most ? nil : rows[start..<end]
  }

  /// Binary search: the first place whose value, like all later ones, satisfies `isBehind`.
  private func first<Element: BitwiseCopyable & Sendable>(as type: Element.Type, where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      let row = Int(rows[middle])
      let chunk = unsafeDowncast(chunks[row >> shift], to: FixedChunk<Element>.self)
      if isBehind(chunk.values[row & ((1 << shift) - 1)]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The sorted indexes of a store, each made on first use.
package final class SortedIndexes: Sendable {
  private struct Key: Hashable {
    var entity: Int
    var slot: Int
  }

  private struct Known {
    /// Nil while a thread makes the index.
    var index: SortedIndex?
    /// Rows that were scanned since because the index does not cover their chunks.
    var missed = 0
  }

  /// A table with fewer chunks is scanned faster than an index is made.
  private static let fewestChunks = 4
  /// The index is made again after this many scans of the whole table, which together take about as long.
  private static let mostMisses = 32

  private let known = Locked<[Key: Known]>([:])

  /// The sorted index of an attribute, and which of the table's chunks it covers. Nil when the table is small, when the
  /// attribute cannot be sorted, or while another thread makes the index.
  func index(of entity: Int, _ slot: Int, in table: Table) -> (index: SortedIndex, isKnown: [Bool])? {
    let column = table.attributes[slot]
    guard column.chunks.count >= SortedIndexes.fewestChunks else { return nil }
    let key = Key(entity: entity, slot: slot)
    guard let found = known.withLock({ known in known[key].map { $0.index } }) else {
      return make(key, column)
    }
    guard let index = found else { return nil }
    var missed = 0
    let isKnown = column.chunks.indices.map { chunk in
      if chunk < index.chunks.count, column.chunks[chunk] === index.chunks[chunk] { return true }
      missed += column.chunks[chunk].count
      return false
    }
    if missed > 0 {
      let isWorthIt = known.withLock { known in
        known[key, default: Known()].missed += missed
        return known[key, default: Known()].missed > SortedIndexes.mostMisses * column.count
      }
      if isWorthIt { return make(key, column) }
    }
    return (index, isKnown)
  }

  /// Makes an index without holding the lock. Meanwhile other threads run without the index.
  private func make(_ key: Key, _ column: Column) -> (index: SortedIndex, isKnown: [Bool])? {
    let isMine = known.withLock { known in
      if let known = known[key], known.index == nil { return false }
      known[key] = Known()
      return true
    }
    guard isMine else { return nil }
    let index = SortedIndex(column)
    known.withLock { $0[key] = Known(index: index) }
    return index.map { ($0, Array(repeating: true, count: column.chunks.count)) }
  }
}
