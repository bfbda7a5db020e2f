extension Lexer {
  /// `number` = digits [ "." [ digits ] ] [ exponent ] | "." digits [ exponent ]
  ///   | "0x" hexDigits | "0o" octalDigits | "0b" binaryDigits ;
  mutating func lexNumber() {
    let start = cursor.offset
    var isMalformed = false
    if cursor.peek() == 0x30, let radix = radixPrefix() {
      cursor.advance(2)
      let digits = cursor.offset
      while let value = ByteClass.hexValue(cursor.peek()), value < radix { cursor.advance() }
      isMalformed = cursor.offset == digits
    } else {
      cursor.skipDigits()
      // `0...10` is a range, and `1..name` is an attempt at a path: the dots do not belong to the number.
      if cursor.peek() == 0x2E, cursor.peek(1) != 0x2E {
        cursor.advance()
        cursor.skipDigits()
      }
      skipExponent()
    }
    // A letter directly after a number is a typing error, not the next token.
    let end = cursor.offset
    cursor.skipIdentifier()
    if cursor.offset > end { isMalformed = true }
    if isMalformed {
      report(.malformedNumber(text(from: start)), at: SourceSpan(UInt32(start), UInt32(cursor.offset)))
    }
    addToken(.number, from: start, flags: isMalformed ? .malformed : .none)
  }

  private func radixPrefix() -> UInt32? {
    switch cursor.peek(1) | 0x20 {
    case 0x78: 16
    case 0x6F: 8
    case 0x62: 2
    default: nil
    }
  }

  /// `exponent` = ( "e" | "E" ) [ "+" | "-" ] digits ;
  private mutating func skipExponent() {
    guard cursor.peek() | 0x20 == 0x65 else { return }
    let signed = cursor.peek(1) == 0x2B || cursor.peek(1) == 0x2D
    guard ByteClass.isDigit(cursor.peek(signed ? 2 : 1)) else { return }
    cursor.advance(signed ? 2 : 1)
    cursor.skipDigits()
  }

  /// `string` = "'" { character | escape } "'" | '"' { character | escape } '"' ;
  ///
  /// A string ends on its line; in strict mode it may go on, if there is a closing quote at all.
  mutating func lexString(quote: UInt8) {
    let start = cursor.offset
    let diagnosticsBefore = bag
    cursor.advance()
    var flags: Token.Flags = .none
    while !cursor.isAtEnd {
      let byte = cursor.peek()
      if byte == quote {
        cursor.advance()
        addToken(.string, from: start, flags: flags)
        return
      }
      if ByteClass.isNewline(byte), !options.strictNSPredicate || !closes(quote) { break }
      if byte == 0x5C {
        flags.insert(.hasEscapes)
        lexEscape()
      } else {
        advanceInText()
      }
    }
    // Where the string ends is unknown, so errors found inside it may be wrong.
    bag = diagnosticsBefore
    endUnterminatedString(from: start, quote: quote)
  }

  private mutating func lexEscape() {
    let next = cursor.peek(1)
    if next == 0 && cursor.offset + 1 >= source.utf8.count || ByteClass.isNewline(next) {
      cursor.advance()
      return
    }
    let start = UInt32(cursor.offset)
    switch StringEscape.read(cursor) {
    case .scalar(_, let length):
      cursor.advance(length)
    case .unknown(let scalar, let length):
      cursor.advance(length)
      if options.strictNSPredicate, scalar == "*" || scalar == "?" { return }
      if scalar == "(", !options.strictNSPredicate { return reportInterpolation(from: start) }
      report(
        .unknownEscape(scalar, isStrict: options.strictNSPredicate), at: SourceSpan(start, UInt32(cursor.offset)))
    case .malformed(let length):
      cursor.advance(length)
      let span = SourceSpan(start, UInt32(cursor.offset))
      if options.strictNSPredicate {
        report(.unknownEscape(Unicode.Scalar(next), isStrict: true), at: span)
      } else {
        report(.malformedEscape(source.text(span)), at: span)
      }
    }
  }

  /// Reports `\(name)` in a string: the whole string, if it has nothing else in it.
  private mutating func reportInterpolation(from start: UInt32) {
    let bytes = source.utf8
    var end = cursor.offset
    while end < bytes.count, end - cursor.offset < 64, bytes[end] == 0x2E || ByteClass.continuesIdentifier(bytes[end]) { end += 1 }
    let name = source.text(SourceSpan(UInt32(cursor.offset), UInt32(end))).split(separator: ".").last
    let isWhole =
      start > 0 && end + 1 < bytes.count && bytes[end] == UInt8(ascii: ")") && bytes[end + 1] == bytes[Int(start) - 1]
      && (bytes[end + 1] == UInt8(ascii: "\"") || bytes[end + 1] == UInt8(ascii: "'"))
    if isWhole, let name, name.first?.isLetter == true {
      report(.interpolation(String(name)), at: SourceSpan(start - 1, UInt32(end + 2)))
    } else {
      report(.interpolation(nil), at: SourceSpan(start, UInt32(cursor.offset)))
    }
  }

  /// True when `quote` occurs again in the text. Both answers are remembered, so that texts with many lines or many
  /// quotes take linear time.
  private mutating func closes(_ quote: UInt8) -> Bool {
    if let known = nextQuote[quote], known >= cursor.offset { return known < source.utf8.count }
    var index = cursor.offset
    while index < source.utf8.count, source.utf8[index] != quote { index += 1 }
    nextQuote[quote] = index
    return index < source.utf8.count
  }

  /// Reports the opening quote. When an earlier string of the line ends in the middle of a word, as in `'What's'`, that
  /// string and everything after it become one token, since the quote inside it is the mistake.
  private mutating func endUnterminatedString(from start: Int, quote: UInt8) {
    let end = UInt32(cursor.offset)
    guard let first = earlierString(quote: quote) else {
      let span = SourceSpan(UInt32(start), end)
      report(.unterminatedString(quote: String(Unicode.Scalar(quote)), otherQuote: otherQuote(in: span)), at: span)
      addToken(.string, from: start, flags: .malformed)
      return
    }
    let opener = tokens[first]
    let inner = SourceSpan(opener.end - 1, opener.end)
    report(
      .quoteInsideString(inner: inner, quote: quote == 0x22 ? "\"" : "'"), at: SourceSpan(opener.start, end))
    tokens.removeLast(tokens.count - first)
    while let last = trivia.last, last.start >= opener.start { trivia.removeLast() }
    pending = opener.flags.intersection(Token.Flags.startsLine.union(.afterUnexpected))
    addToken(.string, from: Int(opener.start), flags: .malformed)
  }

  /// The quotation mark of the other kind that ends an unclosed string; nil where there is none, or more than one.
  private func otherQuote(in span: SourceSpan) -> SourceSpan? {
    let bytes = source.utf8[(Int(span.start) + 1)..<Int(span.end)]
    let other: UInt8 = source.utf8[Int(span.start)] == 0x22 ? 0x27 : 0x22
    let places = bytes.indices.filter { bytes[$0] == other }
    return places.count == 1 && places[0] > bytes.startIndex
      && (places[0] + 1 == bytes.endIndex || bytes[places[0] + 1] <= 0x20)
      ? SourceSpan(UInt32(places[0]), UInt32(places[0]) + 1) : nil
  }

  /// Index of the first string of this line, in the same quotes, that a word or the unclosed quote directly follows.
  private func earlierString(quote: UInt8) -> Int? {
    var found: Int?
    var index = tokens.count
    var next = UInt32(cursor.offset)
    var nextIsWord = false
    // The unclosed string itself starts directly after the last token, if there is no space between them.
    if let last = tokens.last, source.utf8[Int(last.end)] == quote { next = last.end }
    var startsLine = pending.contains(.startsLine)
    while index > 0, !startsLine {
      index -= 1
      let token = tokens[index]
      let isNeighbour = token.end == next && (nextIsWord || index == tokens.count - 1)
      if token.kind == .string, source.utf8[Int(token.start)] == quote, isNeighbour { found = index }
      next = token.start
      nextIsWord = token.kind == .word
      startsLine = token.flags.contains(.startsLine)
    }
    return found
  }
}
