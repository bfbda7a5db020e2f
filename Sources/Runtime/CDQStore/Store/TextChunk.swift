import CDQIR
import CDQValues
import Foundation

/// A chunk of texts, stored one after another in a buffer of UTF-8 without any normalization.
///
/// Two bitmaps say how a row may be read. A *plain* text (`PlainText`) is compared and searched by its bytes; any other
/// text is compared as a `String`, which respects canonical equivalence. Since texts are stored as they are, `length`
/// and `MATCHES` see the original.
package final class TextChunk: ColumnChunk, @unchecked Sendable {
  /// The longest text in the buffer, in bytes. Longer texts are kept in `long`, so that 32 bits suffice for offsets.
  package static let longest = 0xFFFF
  /// Readable bytes after the last text, so that a search can read 16 bytes at a time.
  package static let padding = 16

  package private(set) var bytes: UnsafeMutablePointer<UInt8>
  private var byteCapacity: Int
  /// The start of each text in `bytes`, followed by the end of the last one.
  package private(set) var offsets: UnsafeMutablePointer<UInt32>
  /// A bitmap of the texts with a byte beyond ASCII, including those in `long`.
  package private(set) var notASCII: UnsafeMutablePointer<UInt64>
  package private(set) var notASCIICount = 0
  /// A bitmap of the texts that are not plain, including those in `long`.
  package private(set) var notPlain: UnsafeMutablePointer<UInt64>
  package private(set) var notPlainCount = 0
  /// The texts that are too long for the buffer, by row.
  private var long: [Int: String] = [:]

  package var isASCII: Bool { notASCIICount == 0 }
  package var isPlain: Bool { notPlainCount == 0 }
  /// The bytes of all texts in the buffer.
  @inline(__always) package var usedBytes: Int { Int(offsets[count]) }
  /// The bytes that the buffer can hold before it has to grow.
  package var bytesWithRoom: Int { byteCapacity }

  override init(capacity: Int) {
    let words = (capacity + 63) >> 6
    byteCapacity = 16
    bytes = .allocate(capacity: byteCapacity + TextChunk.padding)
    bytes.initialize(repeating: 0, count: byteCapacity + TextChunk.padding)
    offsets = .allocate(capacity: capacity + 1)
    offsets.initialize(to: 0)
    notASCII = .allocate(capacity: words)
    notASCII.initialize(repeating: 0, count: words)
    notPlain = .allocate(capacity: words)
    notPlain.initialize(repeating: 0, count: words)
    super.init(capacity: capacity)
  }

  /// Makes a copy that the caller owns alone and may change.
  init(copying other: TextChunk) {
    let words = (other.capacity + 63) >> 6
    byteCapacity = other.byteCapacity
    bytes = .allocate(capacity: byteCapacity + TextChunk.padding)
    bytes.initialize(from: other.bytes, count: byteCapacity + TextChunk.padding)
    offsets = .allocate(capacity: other.capacity + 1)
    offsets.initialize(from: other.offsets, count: other.count + 1)
    notASCII = .allocate(capacity: words)
    notASCII.initialize(from: other.notASCII, count: words)
    notPlain = .allocate(capacity: words)
    notPlain.initialize(from: other.notPlain, count: words)
    notASCIICount = other.notASCIICount
    notPlainCount = other.notPlainCount
    long = other.long
    super.init(copying: other)
  }

  deinit {
    bytes.deallocate()
    offsets.deallocate()
    notASCII.deallocate()
    notPlain.deallocate()
  }

  package override func grow(to capacity: Int) {
    let (oldWords, newWords) = ((self.capacity + 63) >> 6, (capacity + 63) >> 6)
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity + 1)
    larger.initialize(from: offsets, count: count + 1)
    offsets.deallocate()
    offsets = larger
    if newWords > oldWords {
      notASCII = TextChunk.widened(notASCII, oldWords, newWords)
      notPlain = TextChunk.widened(notPlain, oldWords, newWords)
    }
    super.grow(to: capacity)
  }

  private static func widened(
    _ words: UnsafeMutablePointer<UInt64>, _ old: Int, _ new: Int
  ) -> UnsafeMutablePointer<UInt64> {
    let result = UnsafeMutablePointer<UInt64>.allocate(capacity: new)
    result.initialize(from: words, count: old)
    (result + old).initialize(repeating: 0, count: new - old)
    words.deallocate()
    return result
  }

  package override var byteCount: Int { super.byteCount * 3 + byteCapacity + TextChunk.padding + 4 * (capacity + 1) }

  private func reserveBytes(_ wanted: Int) {
    if wanted > byteCapacity { reallocateBytes(max(wanted, byteCapacity * 2)) }
  }

  /// Frees the unused part of the buffer. Called when the chunk is full.
  package func trim() {
    if byteCapacity - usedBytes > usedBytes >> 4 { reallocateBytes(usedBytes) }
  }

  private func reallocateBytes(_ size: Int) {
    let used = usedBytes
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: size + TextChunk.padding)
    moved.initialize(from: bytes, count: used)
    (moved + used).initialize(repeating: 0, count: size + TextChunk.padding - used)
    bytes.deallocate()
    bytes = moved
    byteCapacity = size
  }

  // MARK: Reading

  /// The bytes of a row's text; empty for nil and for a text in `long`.
  @inline(__always) package func utf8(_ row: Int) -> UnsafeBufferPointer<UInt8> {
    let start = Int(offsets[row])
    return UnsafeBufferPointer(start: bytes + start, count: Int(offsets[row + 1]) - start)
  }

  /// Whether a row's text may be compared by its bytes.
  @inline(__always) package func isPlain(_ row: Int) -> Bool {
    notPlainCount == 0 || notPlain[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) == 0
  }

  /// Whether a text is in `long` instead of the buffer.
  package var hasTextsAside: Bool { !long.isEmpty }

  /// The text of a row, or nil.
  @inline(__always) package func text(_ row: Int) -> String? {
    isValid(row) ? string(row) : nil
  }

  /// The text of a row that has one.
  @inline(__always) package func string(_ row: Int) -> String {
    if !long.isEmpty, let text = long[row] { return text }
    return String(decoding: utf8(row), as: UTF8.self)
  }

  // MARK: Writing

  /// Empties the chunk for reuse and keeps its memory.
  package func removeAll() {
    restart(0)
    if notASCIICount > 0 {
      notASCII.update(repeating: 0, count: (capacity + 63) >> 6)
      notPlain.update(repeating: 0, count: (capacity + 63) >> 6)
      (notASCIICount, notPlainCount) = (0, 0)
    }
    if !long.isEmpty { long.removeAll(keepingCapacity: true) }
  }

  /// Appends a row without a value. The caller has made room for it.
  package func appendNull() {
    offsets[count + 1] = offsets[count]
    appendRow(isValid: false)
  }

  /// Appends a row with bytes that are valid UTF-8. The caller has made room for the row.
  package func append(_ text: UnsafeBufferPointer<UInt8>) {
    let row = count
    guard text.count <= TextChunk.longest else {
      appendAside(String(decoding: text, as: UTF8.self))
      return
    }
    let start = usedBytes
    reserveBytes(start + text.count)
    if let base = text.baseAddress { (bytes + start).update(from: base, count: text.count) }
    offsets[row + 1] = UInt32(truncatingIfNeeded: start + text.count)
    appendRow(isValid: true)
    if !ByteText.isASCII(text) { mark(row, plain: PlainText.isPlain(text)) }
  }

  /// Appends a row per cell; the caller has made room for them.
  ///
  /// - Parameter values: The values that `.value` cells refer to by index.
  package func append(_ cells: UnsafeBufferPointer<RowBatch.Cell>, _ values: [Value]) {
    var index = 0
    while index < cells.count {
      let end = appendPlain(cells, from: index)
      guard end < cells.count else { return }
      switch cells[end] {
      case .text(let bytes): append(bytes)
      case .value:
        if case .string(let text) = cells[end].value(values) { text.withBytes { append($0) } } else { appendNull() }
      case .null, .number: appendNull()
      }
      index = end + 1
    }
  }

  /// Appends the rows before the first cell that is not a short text, and returns the index of that cell. The chunk's
  /// properties are kept in local variables during the loop.
  private func appendPlain(_ cells: UnsafeBufferPointer<RowBatch.Cell>, from start: Int) -> Int {
    var (end, size) = (start, usedBytes)
    while end < cells.count, case .text(let text) = cells[end], text.count <= TextChunk.longest {
      size += text.count
      end += 1
    }
    reserveBytes(size)
    let (bytes, offsets, valid, firstRow) = (bytes, offsets, valid, count)
    var used = usedBytes
    for index in start..<end {
      guard case .text(let text) = cells[index] else { break }
      let row = firstRow + index - start
      if let base = text.baseAddress { (bytes + used).update(from: base, count: text.count) }
      used += text.count
      offsets[row + 1] = UInt32(truncatingIfNeeded: used)
      valid[row >> 6] |= 1 << UInt64(truncatingIfNeeded: row & 63)
      if !ByteText.isASCII(text) { mark(row, plain: PlainText.isPlain(text)) }
    }
    didAppend(end - start, nulls: 0)
    return end
  }

  private func appendAside(_ text: String) {
    let row = count
    appendNull()
    setValid(row, true)
    long[row] = text
    mark(row, plain: false)
  }

  /// Replaces the text of a row.
  package func set(_ row: Int, _ text: String?) {
    unmark(row)
    long[row] = nil
    guard let text else {
      replace(row, UnsafeBufferPointer(start: nil, count: 0))
      setValid(row, false)
      return
    }
    setValid(row, true)
    text.withBytes { utf8 in
      guard utf8.count <= TextChunk.longest else {
        replace(row, UnsafeBufferPointer(start: nil, count: 0))
        long[row] = text
        mark(row, plain: false)
        return
      }
      replace(row, utf8)
      if !ByteText.isASCII(utf8) { mark(row, plain: PlainText.isPlain(utf8)) }
    }
  }

  /// Replaces the bytes of a row, and moves those of all later rows.
  private func replace(_ row: Int, _ text: UnsafeBufferPointer<UInt8>) {
    let (start, end, used) = (Int(offsets[row]), Int(offsets[row + 1]), usedBytes)
    let growth = text.count - (end - start)
    reserveBytes(used + max(0, growth))
    if growth != 0 {
      memmove(bytes + end + growth, bytes + end, used - end)
      if growth < 0 { (bytes + used + growth).update(repeating: 0, count: -growth) }
      for next in (row + 1)...count { offsets[next] = UInt32(truncatingIfNeeded: Int(offsets[next]) + growth) }
    }
    if let base = text.baseAddress { (bytes + start).update(from: base, count: text.count) }
  }

  /// Marks a row as not ASCII, and as not plain if so.
  private func mark(_ row: Int, plain: Bool) {
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: row & 63)
    notASCII[row >> 6] |= bit
    notASCIICount += 1
    if !plain {
      notPlain[row >> 6] |= bit
      notPlainCount += 1
    }
  }

  private func unmark(_ row: Int) {
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: row & 63)
    if notASCII[row >> 6] & bit != 0 {
      notASCII[row >> 6] &= ~bit
      notASCIICount -= 1
    }
    if notPlain[row >> 6] & bit != 0 {
      notPlain[row >> 6] &= ~bit
      notPlainCount -= 1
    }
  }
}
