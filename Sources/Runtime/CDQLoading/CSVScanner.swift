package import CDQJSON
import CDQStore
import Foundation

/// A scanner of CSV (RFC 4180) that reads one record at a time: quoted cells, doubled quotes, line breaks in quotes, LF
/// or CRLF. Cells are separated by commas, or, if the first line has none, by the semicolons, tabs or bars that it has.
///
/// Other than the RFC it distinguishes an empty cell, which is nil, from a quoted empty one, which is the empty string.
/// Invariant: the bytes are valid UTF-8.
package struct CSVScanner {
  /// The place of one cell.
  package struct Cell {
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
  /// The byte between two cells.
  package let separator: UInt8
  /// 0-based offset of the next byte.
  var position: Int

  /// A scanner of a whole file that is known to be valid UTF-8. It skips a byte order mark.
  ///
  /// - Parameter separator: the byte between two cells; nil to guess it.
  package init(valid bytes: UnsafeBufferPointer<UInt8>, separator: UInt8? = nil) {
    self.bytes = bytes
    position = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    self.separator = separator ?? CSVScanner.separator(of: bytes, from: position)
  }

  /// The byte between two cells of an input.
  package static func separator(of input: LoadInput) -> UInt8 {
    input.csvSeparator
      ?? input.bytes.withUnsafeBytes { raw in raw.withMemoryRebound(to: UInt8.self) { separator(of: $0, from: 0) } }
  }

  /// The most frequent candidate outside quotes in the first line that is not empty; the comma if it is there.
  private static func separator(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt8 {
    let comma = UInt8(ascii: ",")
    var counts: [UInt8: Int] = [comma: 0, UInt8(ascii: ";"): 0, UInt8(ascii: "\t"): 0, UInt8(ascii: "|"): 0]
    var isQuoted = false
    var hasText = false
    for byte in bytes[start...] {
      let isLineEnd = byte == 0x0A || byte == 0x0D
      if isLineEnd, hasText, !isQuoted { break }
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, counts[byte] != nil { counts[byte, default: 0] += 1 }
      if byte == comma, !isQuoted { return comma }
      hasText = hasText || !isLineEnd
    }
    let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return best.flatMap { $0.value > 0 ? $0.key : nil } ?? comma
  }

  /// Consumes the next record into `cells`, skipping empty lines.
  ///
  /// - Returns: false at the end of the file.
  /// - Throws: `JSONError` for misplaced quotes, after which the cells of the rest of the file cannot be told apart.
  package mutating func readRecord(into cells: inout [Cell]) throws(JSONError) -> Bool {
    cells.removeAll(keepingCapacity: true)
    while position < bytes.count, takeLineEnd() {}
    guard position < bytes.count else { return false }
    while true {
      cells.append(try readCell())
      if position < bytes.count, bytes[position] == separator {
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
    return byte == separator || byte == 0x0A || byte == 0x0D
  }

  private mutating func readCell() throws(JSONError) -> Cell {
    let start = position
    if position < bytes.count, bytes[position] == UInt8(ascii: "\"") { return try readQuotedCell() }
    position = plainEnd(from: start)
    guard isAtCellEnd else { throw JSONError(at: position, "a quote in a cell that does not start with one") }
    return Cell(contents: start..<position)
  }

  /// The offset of the next separator, line end or quote, or of the end of the bytes.
  private func plainEnd(from start: Int) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = start
    guard separator == UInt8(ascii: ",") else {
      while index < raw.count {
        let byte = raw[index]
        if byte == separator || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D { break }
        index += 1
      }
      return index
    }
    while index < raw.count {
      // Skips eight bytes at a time while none of them is below 0x2D, as comma, quote, LF and CR are.
      while index + 8 <= raw.count {
        let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        // The lowest set bit belongs to the first byte below 0x2D: a borrow only affects the bytes after it.
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
  package func text(of cell: Cell) -> String? {
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
