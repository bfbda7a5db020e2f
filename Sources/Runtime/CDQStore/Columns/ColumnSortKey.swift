import CDQIR
import CDQValues
import Foundation

/// A sort key that is an attribute at the end of any number of to-ones.
final class ColumnSortKey {
  private let kind: Column.Kind
  private let options: TextOptions
  private let lowercases: Bool
  private let table: FoldingTable?
  private let isDescending: Bool
  let nullsFirst: Bool
  /// Follows the to-ones; nil if there are none.
  private let walk: ReferenceWalk?
  private let chunks: ChunkPointers
  /// The bytes by which special texts are ordered, computed when they are first needed.
  private var canonicalForms: [RowReference: [UInt8]] = [:]
  let isText: Bool

  /// Nil for a key that is not sorted by columns: a UUID, a dynamic value, or a text with `[l]`.
  init?(_ key: SortKeyIR, _ path: ColumnPlanner.Path, _ source: TableSource) {
    switch path.kind {
    case .bool, .int, .doubles: break
    case .text: if key.options.contains(.localeSensitive) { return nil }
    case .uuid, .values: return nil
    }
    kind = path.kind
    isText = path.kind == .text
    options = path.kind == .text ? key.options : []
    lowercases = options.contains(.caseInsensitive)
    table = FoldingTable.table(for: options)
    isDescending = key.isDescending
    nullsFirst = key.nullsFirst
    walk = path.steps.isEmpty ? nil : ReferenceWalk(path, source)
    // Under a folding, only ASCII texts are ordered by their bytes.
    chunks = ChunkPointers(
      source, attribute: path.slot, of: source.layout.entities[path.entity].concrete,
      specialIsNotASCII: !options.isEmpty)
  }

  private typealias ChunkRow = (chunk: UnsafePointer<ChunkPointers.Chunk>, row: Int)

  /// The chunk and the index in it of the value that a row leads to; nil if the value is nil.
  @inline(__always) private func place(_ row: RowReference) -> ChunkRow? {
    let last = walk?.target(row) ?? row
    guard !last.isNone, let place = chunks.place(last), place.chunk.pointee.isValid(place.row) else { return nil }
    return place
  }

  // MARK: Numbers

  /// The number of bytes of a text in one number. The lowest byte of the number tells how many there are, or is 8 if
  /// more follow: `Oslo` is 0x4F73_6C6F_0000_0004.
  private static let partLength = 7

  /// A number that orders an object among those with equal numbers so far; nil if the value is nil.
  ///
  /// - Parameter part: The index of the part of a text; 0 for other values.
  @inline(__always) func number(of row: RowReference, part: Int) -> UInt64? {
    guard let (chunk, place) = place(row) else { return nil }
    let flip: UInt64 = isDescending ? .max : 0
    guard isText else { return number(chunk, place) ^ flip }
    if chunk.pointee.isSpecial(place) { return special(row, chunk, place, part) ^ flip }
    let text = chunk.pointee.utf8(place)
    guard let start = text.baseAddress else { return flip }
    let done = part * ColumnSortKey.partLength
    return number(start + done, text.count - done) ^ flip
  }

  /// Whether texts that have this number may differ in their next part.
  @inline(__always) func goesOn(behind number: UInt64) -> Bool {
    UInt8(truncatingIfNeeded: number ^ (isDescending ? .max : 0)) > ColumnSortKey.partLength
  }

  /// - Parameter start: Eight bytes can be read there if `count` is not negative.
  @inline(__always) private func number(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count <= 0 { return 0 }
    return bytes(start, min(count, ColumnSortKey.partLength)) | UInt64(min(count, ColumnSortKey.partLength + 1))
  }

  /// The number of a text that is not ordered like its bytes. The bytes that order it are computed once.
  @inline(never)
  private func special(
    _ row: RowReference, _ chunk: UnsafePointer<ChunkPointers.Chunk>, _ place: Int, _ part: Int
  ) -> UInt64 {
    let known = canonicalForms[row] ?? canonicalForm(chunk, place)
    canonicalForms[row] = known
    let done = part * ColumnSortKey.partLength
    var word: UInt64 = 0
    for index in done..<(done + ColumnSortKey.partLength) {
      word = word << 8 | (index < known.count ? UInt64(known[index]) : 0)
    }
    return word << 8 | UInt64(max(0, min(known.count - done, ColumnSortKey.partLength + 1)))
  }

  private func canonicalForm(_ chunk: UnsafePointer<ChunkPointers.Chunk>, _ place: Int) -> [UInt8] {
    let text = chunk.pointee.utf8(place)
    // A text that is too long for the buffer of the chunk has no bytes here.
    let quick =
      text.isEmpty
      ? nil
      : table?.withFolded(text.assumingMemoryBound(to: UInt8.self)) { folded in
        ByteText.isSimple(folded) ? Array(folded) : nil
      }
    return quick ?? canonical(chunk.pointee.string(place))
  }

  // MARK: Few

  /// Whether the first number of this key shows that an object comes after an entry. If it does not, nothing is known.
  @inline(__always) func isBehind(_ entry: ColumnSort.Entry, _ row: RowReference) -> Bool {
    guard let (chunk, place) = place(row) else { return (nullsFirst ? 0 : 2) > entry.rank }
    if entry.rank != 1 { return entry.rank == 0 }
    let flip: UInt64 = isDescending ? .max : 0
    guard isText else { return number(chunk, place) ^ flip > entry.head }
    if chunk.pointee.isSpecial(place) { return false }
    let text = chunk.pointee.utf8(place)
    guard let start = text.baseAddress else { return false }
    return bytes(start, text.count) ^ flip > entry.head
  }

  @inline(__always) func entry(_ row: RowReference) -> ColumnSort.Entry {
    guard let (chunk, place) = place(row) else {
      return ColumnSort.Entry(head: 0, next: 0, index: 0, rank: nullsFirst ? 0 : 2, rest: .none, length: 0)
    }
    guard isText else {
      let head = number(chunk, place) ^ (isDescending ? .max : 0)
      return ColumnSort.Entry(head: head, next: 0, index: 0, rank: 1, rest: .none, length: 0)
    }
    let text = chunk.pointee.utf8(place)
    if chunk.pointee.isSpecial(place) { return specialEntry(text, chunk, place) }
    guard let start = text.baseAddress else { return entry(head: 0, next: 0, 0) }
    // Sixteen bytes can be read after every text.
    return entry(head: bytes(start, text.count), next: bytes(start + 8, text.count - 8), text.count)
  }

  @inline(__always) private func entry(head: UInt64, next: UInt64, _ count: Int) -> ColumnSort.Entry {
    let flip: UInt64 = isDescending ? .max : 0
    let length = UInt8(truncatingIfNeeded: min(count, 16))
    return ColumnSort.Entry(
      head: head ^ flip, next: next ^ flip, index: 0, rank: 1, rest: count > 16 ? .bytes : .none,
      length: isDescending ? ~length : length)
  }

  /// The entry of a text that is not ordered like its bytes.
  @inline(never)
  private func specialEntry(
    _ text: UnsafeRawBufferPointer, _ chunk: UnsafePointer<ChunkPointers.Chunk>, _ place: Int
  ) -> ColumnSort.Entry {
    // A text that is too long for the buffer of the chunk has no bytes here.
    let quick =
      text.isEmpty
      ? nil
      : table?.withFolded(text.assumingMemoryBound(to: UInt8.self)) { folded in
        ByteText.isSimple(folded) ? entry(canonical: folded) : nil
      }
    return quick ?? canonical(chunk.pointee.string(place)).withUnsafeBufferPointer { entry(canonical: $0) }
  }

  private func entry(canonical: UnsafeBufferPointer<UInt8>) -> ColumnSort.Entry {
    func word(_ start: Int) -> UInt64 {
      var word: UInt64 = 0
      for place in start..<(start + 8) { word = word << 8 | (place < canonical.count ? UInt64(canonical[place]) : 0) }
      return word
    }
    return entry(head: word(0), next: word(8), canonical.count)
  }

  /// The bytes by which a text is ordered: the folded text in NFC.
  private func canonical(_ text: String) -> [UInt8] {
    PlainText.composedBytes(of: TextFolding.folded(text, options))
  }

  /// Up to eight bytes, folded, as a number that is ordered like them; zero when there are none.
  @inline(__always) private func bytes(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
    let word = UInt64(bigEndian: start.loadUnaligned(as: UInt64.self))
    let kept = count >= 8 ? word : count <= 0 ? 0 : word & ~(UInt64.max >> UInt64(truncatingIfNeeded: count * 8))
    return lowercases ? ByteText.lowercased(kept) : kept
  }

  /// A number or truth value as an unsigned number with the same order. All NaN are equal and come after every number.
  @inline(__always) private func number(_ chunk: UnsafePointer<ChunkPointers.Chunk>, _ row: Int) -> UInt64 {
    switch kind {
    case .bool: return UInt64(chunk.pointee.value(row, as: UInt8.self))
    case .int: return OrderedBits.of(chunk.pointee.value(row, as: Int64.self))
    case .doubles, .uuid, .text, .values:
      return OrderedBits.of(chunk.pointee.value(row, as: Double.self))
    }
  }

  /// Compares two objects by this key; direction and the order of nil are applied.
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

  private func value(_ left: ChunkRow, _ right: ChunkRow) -> ComparisonResult {
    guard isText else {
      let (first, second) = (number(left.chunk, left.row), number(right.chunk, right.row))
      return first < second ? .orderedAscending : first > second ? .orderedDescending : .orderedSame
    }
    if options.isEmpty, !left.chunk.pointee.isSpecial(left.row), !right.chunk.pointee.isSpecial(right.row) {
      return ByteText.order(
        left.chunk.pointee.utf8(left.row).assumingMemoryBound(to: UInt8.self),
        right.chunk.pointee.utf8(right.row).assumingMemoryBound(to: UInt8.self))
    }
    let (first, second) = (
      canonical(left.chunk.pointee.string(left.row)), canonical(right.chunk.pointee.string(right.row))
    )
    return first.withUnsafeBufferPointer { first in second.withUnsafeBufferPointer { ByteText.order(first, $0) } }
  }
}
