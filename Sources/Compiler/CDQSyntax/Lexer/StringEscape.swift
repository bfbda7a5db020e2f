/// One backslash sequence of a string literal. The lexer, which reports bad escapes, and the parser, which needs the
/// value, both read escapes with this type and so agree on them.
package enum StringEscape {
  /// A valid escape: the scalar it denotes and the number of bytes that spell it, the backslash included.
  case scalar(Unicode.Scalar, length: Int)
  /// A backslash before a character that forms no escape of the language, as in `\d`.
  case unknown(Unicode.Scalar, length: Int)
  /// An escape with missing digits or a code that is no Unicode scalar, as in `\x4` and `\u{110000}`.
  case malformed(length: Int)

  /// Reads the escape at `cursor`, which is at a backslash with a byte after it.
  ///
  /// `escape` = "\" ( "\" | "'" | '"' | "n" | "r" | "t" | "0" | "x" hexDigit hexDigit
  ///   | "u" hexDigit hexDigit hexDigit hexDigit | "u{" hexDigits "}" | octalDigit octalDigit octalDigit ) ;
  static func read(_ cursor: Cursor) -> StringEscape {
    let byte = cursor.peek(1)
    switch byte {
    case 0x5C, 0x27, 0x22: return .scalar(Unicode.Scalar(byte), length: 2)
    case 0x6E: return .scalar("\n", length: 2)
    case 0x72: return .scalar("\r", length: 2)
    case 0x74: return .scalar("\t", length: 2)
    case 0x78: return hex(cursor, digits: 2)
    case 0x75: return cursor.peek(2) == 0x7B ? braced(cursor) : unicode(cursor)
    case 0x30...0x37: return octal(cursor)
    default:
      guard let (scalar, length) = cursor.scalar(1) else { return .malformed(length: 1) }
      return .unknown(scalar, length: 1 + length)
    }
  }

  /// `\xHH`, `\uHHHH`
  private static func hex(_ cursor: Cursor, digits: Int) -> StringEscape {
    guard let value = hexValue(cursor, from: 2, digits: digits) else {
      var length = 2
      while length < 2 + digits, ByteClass.hexValue(cursor.peek(length)) != nil { length += 1 }
      return .malformed(length: length)
    }
    guard let scalar = Unicode.Scalar(value) else { return .malformed(length: 2 + digits) }
    return .scalar(scalar, length: 2 + digits)
  }

  /// `\uHHHH`, two of them for a surrogate pair.
  private static func unicode(_ cursor: Cursor) -> StringEscape {
    guard let high = hexValue(cursor, from: 2, digits: 4), high & 0xFC00 == 0xD800 else {
      return hex(cursor, digits: 4)
    }
    guard cursor.peek(6) == 0x5C, cursor.peek(7) == 0x75, let low = hexValue(cursor, from: 8, digits: 4),
      low & 0xFC00 == 0xDC00, let scalar = Unicode.Scalar(0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF))
    else { return .malformed(length: 6) }
    return .scalar(scalar, length: 12)
  }

  /// `\u{1F600}`
  private static func braced(_ cursor: Cursor) -> StringEscape {
    var length = 3
    var value: UInt32 = 0
    while length < 11, let digit = ByteClass.hexValue(cursor.peek(length)) {
      value = value << 4 | digit
      length += 1
    }
    guard cursor.peek(length) == 0x7D, length > 3 else { return .malformed(length: length) }
    guard let scalar = Unicode.Scalar(value) else { return .malformed(length: length + 1) }
    return .scalar(scalar, length: length + 1)
  }

  /// `\101`; `\0` alone is NUL.
  private static func octal(_ cursor: Cursor) -> StringEscape {
    var length = 1
    var value: UInt32 = 0
    while length < 4, cursor.peek(length) & 0xF8 == 0x30 {
      value = value << 3 | UInt32(cursor.peek(length) & 7)
      length += 1
    }
    if length == 2, value == 0 { return .scalar("\0", length: 2) }
    guard length == 4, value <= 0xFF, let scalar = Unicode.Scalar(value) else { return .malformed(length: length) }
    return .scalar(scalar, length: 4)
  }

  private static func hexValue(_ cursor: Cursor, from start: Int, digits: Int) -> UInt32? {
    var value: UInt32 = 0
    for step in 0..<digits {
      guard let digit = ByteClass.hexValue(cursor.peek(start + step)) else { return nil }
      value = value << 4 | digit
    }
    return value
  }
}

extension StringEscape {
  /// The value of the literal at `span` of `source`, quotes included in the span.
  ///
  /// Strict mode drops the backslash of an unknown escape as Apple does, but keeps it before `*` and `?`, where it
  /// escapes a wildcard of LIKE.
  package static func value(of span: SourceSpan, in source: SourceText, hasEscapes: Bool, isStrict: Bool) -> String {
    let start = Int(span.start) + 1
    let end = max(start, Int(span.end) - 1)
    guard hasEscapes else { return String(decoding: source.utf8[start..<end], as: UTF8.self) }
    return source.utf8.withUnsafeBufferPointer { buffer in
      value(of: Cursor(buffer, at: start), upTo: end, isStrict: isStrict)
    }
  }

  private static func value(of start: Cursor, upTo end: Int, isStrict: Bool) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end - start.offset)
    var cursor = start
    while cursor.offset < end {
      guard cursor.peek() == 0x5C, cursor.offset + 1 < end else {
        bytes.append(cursor.peek())
        cursor.advance()
        continue
      }
      switch read(cursor) {
      case .scalar(let scalar, let length):
        bytes.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        cursor.advance(length)
      case .unknown(let scalar, let length):
        if !isStrict || scalar == "*" || scalar == "?" { bytes.append(0x5C) }
        bytes.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        cursor.advance(length)
      case .malformed:
        if !isStrict { bytes.append(0x5C) }
        cursor.advance()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
