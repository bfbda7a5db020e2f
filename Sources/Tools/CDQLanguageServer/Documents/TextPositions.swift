package import CDQSyntax

/// The conversion between offsets in bytes and the positions of a client, for one text.
///
/// Lines end at `\n`, `\r\n` and `\r`, as the protocol says and `SourceText` has them. Positions outside the text are
/// clamped: one after the end of its line is the end of the line.
///
/// The last conversion is remembered, since features convert in text order. In a long line marks are set, too: a line of
/// a megabyte is counted once, in whatever order its places are asked for.
package final class TextPositions {
  let source: SourceText
  let encoding: PositionEncoding
  /// The offset and position of the last conversion.
  private var last = (offset: 0, line: 0, units: 0)
  /// For long lines: the units before every so many bytes.
  private var marks: [Int: [Int]] = [:]
  private static let bytesBetweenMarks = 1024

  package init(_ source: SourceText, _ encoding: PositionEncoding) {
    self.source = source
    self.encoding = encoding
  }

  /// The offset of a position, never inside a character.
  package func offset(of position: Position) -> UInt32 {
    guard position.line < source.lineStarts.count else { return UInt32(truncatingIfNeeded: source.utf8.count) }
    let line = source.lineSpan(position.line)
    var offset = Int(line.start)
    var units = 0
    while offset < Int(line.end), units < position.character {
      units += encoding.units(ofByte: source.utf8[offset])
      offset += 1
      // The rest of the character.
      while offset < Int(line.end), source.utf8[offset] & 0xC0 == 0x80 {
        units += encoding.units(ofByte: source.utf8[offset])
        offset += 1
      }
    }
    return UInt32(truncatingIfNeeded: offset)
  }

  package func position(of offset: UInt32) -> Position {
    let offset = min(Int(offset), source.utf8.count)
    let line = source.line(at: UInt32(truncatingIfNeeded: offset))
    var (index, units) = (Int(source.lineStarts[line]), 0)
    if encoding == .utf8 { return Position(line: line, character: offset - index) }
    if last.line == line, last.offset <= offset, last.offset >= index {
      (index, units) = (last.offset, last.units)
    }
    if offset - index > TextPositions.bytesBetweenMarks {
      let start = Int(source.lineStarts[line])
      let mark = (offset - start) / TextPositions.bytesBetweenMarks
      (index, units) = (start + mark * TextPositions.bytesBetweenMarks, marks(of: line)[mark])
    }
    source.utf8.withUnsafeBufferPointer { bytes in
      while index < offset {
        units += encoding.units(ofByte: bytes[index])
        index += 1
      }
    }
    last = (offset, line, units)
    return Position(line: line, character: units)
  }

  private func marks(of line: Int) -> [Int] {
    if let known = marks[line] { return known }
    let (start, end) = (Int(source.lineStarts[line]), Int(source.lineSpan(line).end))
    var (found, units) = ([0], 0)
    source.utf8.withUnsafeBufferPointer { bytes in
      // A place may be in the line break, which is no part of the line's span.
      for index in start..<min(bytes.count, end + 2) {
        if index > start, (index - start) % TextPositions.bytesBetweenMarks == 0 { found.append(units) }
        units += encoding.units(ofByte: bytes[index])
      }
    }
    if (min(source.utf8.count, end + 2) - start) % TextPositions.bytesBetweenMarks == 0 { found.append(units) }
    marks[line] = found
    return found
  }

  package func range(of span: SourceSpan) -> PositionRange {
    PositionRange(position(of: span.start), position(of: span.end))
  }

  package func span(of range: PositionRange) -> SourceSpan {
    SourceSpan(offset(of: range.start), offset(of: range.end))
  }
}
