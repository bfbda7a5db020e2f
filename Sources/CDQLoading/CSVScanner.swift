import CDQStore

/// A scanner of CSV (RFC 4180) that reads one record at a time: quoted cells, doubled quotes, line breaks in quotes, LF
/// or CRLF.
///
/// Other than the RFC it distinguishes an empty cell, which is nil, from a quoted empty one, which is the empty string.
/// Invariant: the bytes are valid UTF-8.
struct CSVScanner {
  /// The place of one cell.
  struct Cell {
    /// The range of its text, without the surrounding quotes.
    var contents: Range<Int>
    var isQuoted = false
    /// Whether its text has doubled quotes, each of which represents one quote.
    var hasDoubledQuotes = false

    /// The offset of its first byte, which is the quote if it is quoted.
    var offset: Int { isQuoted ? contents.lowerBound - 1 : contents.lowerBound }

    /// Whether the cell is empty and not quoted, which means nil.
    var isNull: Bool { !isQuoted && contents.isEmpty }
  }

  let bytes: UnsafeBufferPointer<UInt8>
  /// 0-based offset of the next byte.
  var position: Int

  /// A scanner of a whole file that is known to be valid UTF-8. It skips a byte order mark.
  init(valid bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    position = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// Consumes the next record into `cells`, skipping empty lines.
  ///
  /// - Returns: false at the end of the file.
  /// - Throws: `JSONError` for misplaced quotes, after which the cells of the rest of the file cannot be told apart.
  mutating func readRecord(into cells: inout [Cell]) throws(JSONError) -> Bool {
    cells.removeAll(keepingCapacity: true)
    while position < bytes.count, takeLineEnd() {}
    guard position < bytes.count else { return false }
    while true {
      cells.append(try readCell())
      if position < bytes.count, bytes[position] == UInt8(ascii: ",") {
        position += 1
        continue
      }
      _ = takeLineEnd()
      return true
    }
  }

  private mutating func takeLineEnd() -> Bool {
    guard position < bytes.count else { return false }
    if bytes[position] == 0x0D {
      position += position + 1 < bytes.count && bytes[position + 1] == 0x0A ? 2 : 1
      return true
    }
    guard bytes[position] == 0x0A else { return false }
    position += 1
    return true
  }

  private var isAtCellEnd: Bool {
    guard position < bytes.count else { return true }
    let byte = bytes[position]
    return byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D
  }

  private mutating func readCell() throws(JSONError) -> Cell {
    let start = position
    if position < bytes.count, bytes[position] == UInt8(ascii: "\"") { return try readQuotedCell() }
    position = plainEnd(from: start)
    guard isAtCellEnd else { throw JSONError(at: position, "a quote in a cell that does not start with one") }
    return Cell(contents: start..<position)
  }

  /// The offset of the next comma, line end or quote, or of the end of the bytes.
  private func plainEnd(from start: Int) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = start
    while index < raw.count {
      // Skips eight bytes at a time while none of them is below 0x2D, as comma, quote, LF and CR are.
      while index + 8 <= raw.count {
        let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        // The lowest set bit belongs to the first byte below 0x2D: a borrow only affects the bytes behind it.
        let small = (word &- 0x2D2D_2D2D_2D2D_2D2D) & ~word & 0x8080_8080_8080_8080
        guard small == 0 else {
          index += small.trailingZeroBitCount / 8
          break
        }
        index += 8
      }
      guard index < raw.count else { break }
      switch raw[index] {
      case UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D: return index
      default: index += 1
      }
    }
    return index
  }

  private mutating func readQuotedCell() throws(JSONError) -> Cell {
    let start = position
    position += 1
    var hasDoubledQuotes = false
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "\"") else {
        position += 1
        continue
      }
      position += 1
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        guard isAtCellEnd else { throw JSONError(at: position, "text after the closing quote of a cell") }
        return Cell(
          contents: (start + 1)..<(position - 1), isQuoted: true, hasDoubledQuotes: hasDoubledQuotes)
      }
      hasDoubledQuotes = true
      position += 1
    }
    throw JSONError(at: start, "this quoted cell is not closed")
  }

  /// The text of a cell; nil when the cell is empty and not quoted.
  func text(of cell: Cell) -> String? {
    if cell.isNull { return nil }
    guard cell.hasDoubledQuotes else {
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[cell.contents]), as: UTF8.self)
    }
    var text: [UInt8] = []
    text.reserveCapacity(cell.contents.count)
    var index = cell.contents.lowerBound
    while index < cell.contents.upperBound {
      text.append(bytes[index])
      // Skips the second one of two quotes.
      index += bytes[index] == UInt8(ascii: "\"") ? 2 : 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}
