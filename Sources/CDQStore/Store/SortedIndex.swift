import CDQValues

/// The rows of a table by the value of one attribute, a number or a date: ranges of values are found by halving.
///
/// Nobody keeps it up to date. It knows the chunks it was made of, and as a chunk that somebody else holds never changes,
/// what it says of a chunk that a table still has is right; rows of other chunks are looked at one by one.
final class SortedIndex: Sendable {
  /// The chunks of the column.
  let chunks: [ColumnChunk]
  /// Rows with a value, by value; equal ones by row.
  private let rows: [UInt32]
  private let shift: Int

  /// Nil for a column that is not sorted.
  init?(_ column: Column) {
    guard column.count < Int(UInt32.max) else { return nil }
    chunks = column.chunks
    shift = column.shift
    switch column.kind {
    case .int: rows = SortedIndex.sorted(column, of: Int64.self) { OrderedBits.of($0) }
    case .double, .date, .duration: rows = SortedIndex.sorted(column, of: Double.self) { OrderedBits.of($0) }
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

  /// The rows whose value is in a range, by value; nil when there are more than `most`.
  func rows<Element: BitwiseCopyable & Comparable & Sendable>(
    in range: ValueRange<Element>, as type: Element.Type, most: Int
  ) -> ArraySlice<UInt32>? {
    guard !range.isEmpty else { return [] }
    // NaN comes last and is in no range.
    let start = first(as: type) { !($0 < range.lower) }
    let end = first(as: type) { !($0 <= range.upper) }
    guard start < end else { return [] }
    return end - start > most ? nil : rows[start..<end]
  }

  /// The place of the first row whose value satisfies what all later ones do too.
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

/// The sorted indexes of a store, made when they are first asked for.
package final class SortedIndexes: Sendable {
  private struct Key: Hashable {
    var entity: Int
    var slot: Int
  }

  private struct Known {
    /// Nil while it is being made.
    var index: SortedIndex?
    /// Rows that were looked at since because the index did not know them.
    var missed = 0
  }

  /// Tables of fewer chunks are scanned in less time than an index takes.
  private static let fewestChunks = 4
  /// How often all rows may be looked at in place of making an index again, which takes about as long.
  private static let mostMisses = 32

  private let known = Locked<[Key: Known]>([:])

  /// The index of an attribute of a table, and which of the table's chunks it knows; nil where there is none, or where
  /// it is being made.
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

  /// Makes an index without the lock; who asks for it meanwhile does without.
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
