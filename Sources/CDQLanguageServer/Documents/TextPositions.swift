package import CDQSyntax

/// The conversion between offsets in bytes and the positions of a client, for one text.
///
/// Lines end at `\n`, `\r\n` and `\r`, as the protocol says and `SourceText` has them. Positions outside the text are
/// clamped: one behind the end of its line is the end of the line.
///
/// The last conversion is remembered, since features convert in text order: a line of a megabyte is counted once.
package final class TextPositions {
  let source: SourceText
  let encoding: PositionEncoding
  /// The offset and position of the last conversion.
  private var last = (offset: 0, line: 0, units: 0)

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
    if last.line == line, last.offset <= offset, last.offset >= index { (index, units) = (last.offset, last.units) }
    source.utf8.withUnsafeBufferPointer { bytes in
      while index < offset {
        units += encoding.units(ofByte: bytes[index])
        index += 1
      }
    }
    last = (offset, line, units)
    return Position(line: line, character: units)
  }

  package func range(of span: SourceSpan) -> PositionRange {
    PositionRange(position(of: span.start), position(of: span.end))
  }

  package func span(of range: PositionRange) -> SourceSpan {
    SourceSpan(offset(of: range.start), offset(of: range.end))
  }
}
