extension Lexer {
  /// Reads the longest operator or punctuation at the cursor. A character that starts none is reported and skipped.
  mutating func lexPunctuation(_ byte: UInt8) {
    let start = cursor.offset
    guard let (kind, length) = Lexer.punctuation(byte, cursor.peek(1), cursor.peek(2)) else {
      let scalar = Unicode.Scalar(byte)
      cursor.advance()
      // A run of the same character is one mistake.
      while !cursor.isAtEnd, cursor.peek() == byte { cursor.advance() }
      report(.unexpectedCharacter(scalar), at: SourceSpan(UInt32(start), UInt32(cursor.offset)))
      addUnexpected(from: start)
      return
    }
    cursor.advance(length)
    addToken(kind, from: start)
  }

  private static func punctuation(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> (TokenKind, Int)? {
    switch first {
    case 0x28: (.leftParenthesis, 1)
    case 0x29: (.rightParenthesis, 1)
    case 0x2C: (.comma, 1)
    case 0x2E: second == 0x2E && third == 0x2E ? (.ellipsis, 3) : (.dot, 1)
    case 0x5B: (.leftBracket, 1)
    case 0x5D: (.rightBracket, 1)
    case 0x7B: (.leftBrace, 1)
    case 0x7D: (.rightBrace, 1)
    case 0x3A: second == 0x3D ? (.colonEqual, 2) : (.colon, 1)
    case 0x3F: (.question, 1)
    case 0x2B: (.plus, 1)
    case 0x2D: (.minus, 1)
    case 0x2F: (.slash, 1)
    case 0x2A: second == 0x2A ? (.doubleStar, 2) : (.star, 1)
    case 0x5E: (.caret, 1)
    case 0x7E: (.tilde, 1)
    case 0x26: second == 0x26 ? (.doubleAmpersand, 2) : (.ampersand, 1)
    case 0x7C: second == 0x7C ? (.doubleBar, 2) : (.bar, 1)
    case 0x21, 0x3C, 0x3D, 0x3E: comparison(first, second, third)
    default: nil
    }
  }

  private static func comparison(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> (TokenKind, Int) {
    let isEqual = second == 0x3D
    switch first {
    case 0x21:
      if isEqual { return third == 0x3D ? (.notDoubleEqual, 3) : (.notEqual, 2) }
      return (.bang, 1)
    case 0x3C:
      if isEqual { return third == 0x3E ? (.lessEqualGreater, 3) : (.lessEqual, 2) }
      if second == 0x3C { return (.shiftLeft, 2) }
      return second == 0x3E ? (.lessGreater, 2) : (.less, 1)
    case 0x3E:
      if isEqual { return (.greaterEqual, 2) }
      return second == 0x3E ? (.shiftRight, 2) : (.greater, 1)
    default:
      if isEqual { return third == 0x3D ? (.tripleEqual, 3) : (.doubleEqual, 2) }
      if second == 0x3C { return (.equalLess, 2) }
      return second == 0x3E ? (.equalGreater, 2) : (.equal, 1)
    }
  }

  /// Reads a character beyond ASCII: the start of a word, a look-alike of a character of the language such as `≤`, or
  /// neither, which is an error.
  mutating func lexNonASCII() {
    let start = cursor.offset
    guard let (scalar, length) = cursor.scalar() else {
      skipInvalidUTF8()
      addUnexpected(from: start)
      return
    }
    if scalar.properties.isXIDStart {
      lexWord(from: start)
    } else if scalar == "\u{201C}" || scalar == "\u{201D}" || scalar == "\u{2018}" || scalar == "\u{2019}" {
      lexCurlyString(length)
    } else if let lookalike = Lexer.lookalike(scalar) {
      cursor.advance(length)
      report(
        .lookalike(scalar, replacement: lookalike.text), at: SourceSpan(UInt32(start), UInt32(cursor.offset)))
      if let kind = lookalike.kind { addToken(kind, from: start) } else { addTrivia(.whitespace, from: start) }
    } else {
      skipUnexpected()
      report(.unexpectedCharacter(scalar), at: SourceSpan(UInt32(start), UInt32(cursor.offset)))
      addUnexpected(from: start)
    }
  }

  /// Skips characters that no token starts with, up to a space or an ASCII character: one mistake, reported once.
  private mutating func skipUnexpected() {
    while cursor.peek() >= 0x80, let (scalar, length) = cursor.scalar(), !scalar.properties.isXIDStart,
      Lexer.lookalike(scalar) == nil
    {
      cursor.advance(length)
    }
  }

  /// The ASCII character that a word processor replaced with this one, such as `-` for a dash; nil kind for a wide
  /// space.
  private static func lookalike(_ scalar: Unicode.Scalar) -> (kind: TokenKind?, text: String)? {
    switch scalar {
    case "\u{2013}", "\u{2014}", "\u{2212}": (.minus, "-")
    case "\u{2264}": (.lessEqual, "<=")
    case "\u{2265}": (.greaterEqual, ">=")
    case "\u{2260}": (.notEqual, "!=")
    case "\u{00D7}": (.star, "*")
    case "\u{00F7}": (.slash, "/")
    case "\u{2026}": (.ellipsis, "...")
    case "\u{00A0}", "\u{1680}", "\u{2000}"..."\u{200B}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{3000}",
      "\u{FEFF}":
      (nil, " ")
    default: nil
    }
  }

  /// Reads a string in typographic quotes as one string token, and reports the quotes.
  private mutating func lexCurlyString(_ quoteLength: Int) {
    let start = cursor.offset
    let open = SourceSpan(UInt32(start), UInt32(start + quoteLength))
    let isDouble = cursor.peek(2) >= 0x9C
    cursor.advance(quoteLength)
    var close: SourceSpan?
    while !cursor.isAtEnd, !ByteClass.isNewline(cursor.peek()), close == nil {
      let offset = UInt32(cursor.offset)
      if cursor.peek() == (isDouble ? 0x22 : 0x27) {
        cursor.advance()
        close = SourceSpan(offset, offset + 1)
      } else if let (scalar, length) = cursor.scalar(),
        isDouble ? scalar == "\u{201C}" || scalar == "\u{201D}" : scalar == "\u{2018}" || scalar == "\u{2019}"
      {
        cursor.advance(length)
        close = SourceSpan(offset, offset + UInt32(length))
      } else {
        advanceInText()
      }
    }
    report(.curlyQuotes(open: open, close: close), at: SourceSpan(UInt32(start), UInt32(cursor.offset)))
    addToken(.string, from: start, flags: .malformed)
  }
}
