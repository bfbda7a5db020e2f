/// A source text: its name for diagnostics and its UTF-8 bytes.
///
/// Offsets are `UInt32`; the lexer refuses longer texts before it makes an offset.
public struct SourceText: Hashable, Sendable {
  /// The name that diagnostics use: a path as the user gave it, `<query>` or `<stdin>`.
  public let name: String
  /// The bytes as read, including a byte order mark.
  public let utf8: [UInt8]
  /// Offsets at which lines begin; the first is 0. `\n`, `\r\n` and a lone `\r` end a line.
  public let lineStarts: [UInt32]

  /// A source text of the given name.
  public init(name: String, _ text: String) {
    self.init(name: name, utf8: Array(text.utf8))
  }

  /// A source text from bytes that need not be valid UTF-8; the lexer reports invalid bytes.
  public init(name: String, utf8: [UInt8]) {
    self.name = name
    self.utf8 = utf8
    lineStarts = SourceText.lineStarts(of: utf8)
  }

  /// Reads through a pointer, as a debug build takes ten times as long for an array's elements.
  private static func lineStarts(of utf8: [UInt8]) -> [UInt32] {
    utf8.withUnsafeBufferPointer { buffer in
      var starts: [UInt32] = [0]
      guard let bytes = buffer.baseAddress else { return starts }
      let count = buffer.count
      var index = 0
      while index < count {
        // Eight bytes at a time: a borrow sets the highest bit of one that is less than 0x0E, or is no ASCII.
        while index + 8 <= count {
          let eight = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
          guard (eight &- 0x0E0E_0E0E_0E0E_0E0E | eight) & 0x8080_8080_8080_8080 == 0 else { break }
          index += 8
        }
        guard index < count else { break }
        let byte = bytes[index]
        index += 1
        if byte > 0x0D { continue }
        if byte == 0x0A {
          starts.append(UInt32(truncatingIfNeeded: index))
        } else if byte == 0x0D {
          if index < count && bytes[index] == 0x0A { index += 1 }
          starts.append(UInt32(truncatingIfNeeded: index))
        }
      }
      return starts
    }
  }

  /// The text of `span`, clamped to the source; bytes that are not valid UTF-8 are shown as U+FFFD.
  public func text(_ span: SourceSpan) -> String {
    let start = min(Int(span.start), utf8.count)
    let end = min(max(Int(span.end), start), utf8.count)
    return String(decoding: utf8[start..<end], as: UTF8.self)
  }

  /// 0-based number of the line that holds `offset`.
  public func line(at offset: UInt32) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The bytes of a 0-based line, without its line ending.
  public func lineSpan(_ line: Int) -> SourceSpan {
    let start = lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : UInt32(truncatingIfNeeded: utf8.count)
    while end > start, utf8[Int(end) - 1] == 0x0A || utf8[Int(end) - 1] == 0x0D { end -= 1 }
    return SourceSpan(start, end)
  }

  /// Line, byte column and UTF-16 column of `offset`, all 1-based.
  public func position(at offset: UInt32) -> SourcePosition {
    let line = line(at: offset)
    let start = lineStarts[line]
    // The byte order mark does not count as a column of the first line: no editor shows it.
    let mark: UInt32 = line == 0 && utf8.starts(with: [0xEF, 0xBB, 0xBF]) && offset >= 3 ? 3 : 0
    let prefix = text(SourceSpan(start + mark, offset))
    return SourcePosition(
      line: line + 1, column: Int(offset - start - mark) + 1, utf8: Int(offset), utf16: prefix.utf16.count + 1)
  }
}

/// A place in a text as people and editors count it.
public struct SourcePosition: Hashable, Sendable, Codable {
  /// Line number, starting at 1.
  public var line: Int
  /// 1-based column in UTF-8 bytes, as swiftc prints it.
  public var column: Int
  /// 0-based offset in UTF-8 bytes from the start of the text.
  public var utf8: Int
  /// 1-based column in UTF-16 units, as editors count.
  public var utf16: Int
}
