/// Turns UTF-8 bytes into tokens and trivia in one pass.
///
/// Invariant: tokens and trivia cover the text without gap or overlap, whatever the bytes. The lexer reports text that
/// forms no token once and makes it trivia; it marks the token after it, so that the parser says nothing more about
/// the place.
package struct Lexer {
  let source: SourceText
  let options: ParseOptions
  var cursor: Cursor
  var tokens: [Token] = []
  var trivia: [Trivia] = []
  var bag = DiagnosticBag()
  /// Flags that the next token gets.
  var pending: Token.Flags = .startsLine
  /// For each kind of quote, the offset where the last search found it; the end of the text when the search found none.
  var nextQuote: [UInt8: Int] = [:]

  /// Splits a text into tokens and trivia, and reports its lexical errors.
  package static func lex(_ source: SourceText, options: ParseOptions = ParseOptions()) -> LexedText {
    source.utf8.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(source: source, bytes, options: options)
      lexer.run()
      return LexedText(tokens: lexer.tokens, trivia: lexer.trivia, diagnostics: lexer.bag.diagnostics)
    }
  }

  private init(source: SourceText, _ bytes: UnsafeBufferPointer<UInt8>, options: ParseOptions) {
    self.source = source
    self.options = options
    cursor = Cursor(bytes)
  }

  private mutating func run() {
    let limits = options.limits
    guard source.utf8.count <= min(limits.length, Int(UInt32.max) - 1) else {
      return refuse(.tooLong(limit: limits.length), at: SourceSpan(at: 0))
    }
    if cursor.peek() == 0xEF, cursor.peek(1) == 0xBB, cursor.peek(2) == 0xBF {
      cursor.advance(3)
      addTrivia(.byteOrderMark, from: 0)
    }
    tokens.reserveCapacity(min(source.utf8.count / 4, 1 << 20) + 8)
    trivia.reserveCapacity(min(source.utf8.count / 6, 1 << 20) + 8)
    while !cursor.isAtEnd {
      lexNext()
      if tokens.count > max(0, limits.tokens) {
        return refuse(.tooManyTokens(limit: limits.tokens), at: tokens[max(0, limits.tokens)].span)
      }
    }
    let end = UInt32(cursor.offset)
    tokens.append(Token(.endOfText, flags: pending, start: end, length: 0))
  }

  /// Makes the whole text one piece of trivia with one error, for a text that exceeds a limit.
  private mutating func refuse(_ error: LexicalError, at span: SourceSpan) {
    let end = UInt32(clamping: source.utf8.count)
    bag = DiagnosticBag()
    report(error, at: span)
    trivia = end == 0 ? [] : [Trivia(.unexpected, start: 0, length: end)]
    tokens = [Token(.endOfText, flags: Token.Flags.malformed.union(.afterUnexpected), start: end, length: 0)]
  }

  private mutating func lexNext() {
    let start = cursor.offset
    let byte = cursor.peek()
    if ByteClass.isWhitespace(byte) {
      lexWhitespace()
    } else if ByteClass.startsIdentifier(byte) {
      lexWord(from: start)
    } else if ByteClass.isDigit(byte) || (byte == 0x2E && ByteClass.isDigit(cursor.peek(1)) && !followsDot()) {
      lexNumber()
    } else if byte == 0x22 || byte == 0x27 {
      lexString(quote: byte)
    } else if byte == 0x2F && (cursor.peek(1) == 0x2F || cursor.peek(1) == 0x2A) {
      lexComment()
    } else if byte >= 0x80 {
      lexNonASCII()
    } else if !lexSigil(byte) {
      lexPunctuation(byte)
    }
  }

  /// True directly after a dot: in `0..5` the second dot is not the start of `.5`.
  private func followsDot() -> Bool {
    guard let last = tokens.last else { return false }
    return last.kind == .dot && Int(last.end) == cursor.offset
  }

  /// `whitespace` = " " | tab | lineFeed | verticalTab | formFeed | carriageReturn ;
  private mutating func lexWhitespace() {
    let start = cursor.offset
    while ByteClass.isWhitespace(cursor.peek()) {
      if ByteClass.isNewline(cursor.peek()) { pending.insert(.startsLine) }
      cursor.advance()
    }
    addTrivia(.whitespace, from: start)
  }

  /// `comment` = "//" { characterOfLine } | "/*" { comment | character } "*/" ;
  private mutating func lexComment() {
    let start = cursor.offset
    var kind = Trivia.Kind.lineComment
    if cursor.peek(1) == 0x2F {
      // Four slashes are a ruler, not documentation, as in Swift.
      if cursor.peek(2) == 0x2F, cursor.peek(3) != 0x2F { kind = .documentation }
      while !cursor.isAtEnd, !ByteClass.isNewline(cursor.peek()) { advanceInText() }
    } else {
      kind = .blockComment
      skipBlockComment(from: start)
    }
    addTrivia(kind, from: start)
    if options.strictNSPredicate {
      report(.commentInStrictMode, at: SourceSpan(UInt32(start), UInt32(cursor.offset)))
      pending.insert(.afterUnexpected)
    }
  }

  private mutating func skipBlockComment(from start: Int) {
    cursor.advance(2)
    var depth = 1
    while depth > 0 {
      if cursor.isAtEnd {
        report(.unterminatedComment, at: SourceSpan(UInt32(start), UInt32(start) + 2))
        pending.insert(.afterUnexpected)
        return
      }
      if cursor.peek() == 0x2A, cursor.peek(1) == 0x2F {
        depth -= 1
        cursor.advance(2)
      } else if cursor.peek() == 0x2F, cursor.peek(1) == 0x2A {
        depth += 1
        cursor.advance(2)
      } else {
        if ByteClass.isNewline(cursor.peek()) { pending.insert(.startsLine) }
        advanceInText()
      }
    }
  }

  /// Skips one character inside a comment or string and the plain text after it, reporting bytes that are not UTF-8.
  mutating func advanceInText() {
    if cursor.peek() < 0x80 {
      cursor.advance()
      cursor.skipPlainText()
    } else if let (_, length) = cursor.scalar() {
      cursor.advance(length)
    } else {
      skipInvalidUTF8()
    }
  }

  mutating func skipInvalidUTF8() {
    let start = cursor.offset
    while !cursor.isAtEnd, cursor.peek() >= 0x80, cursor.scalar() == nil { cursor.advance() }
    report(.invalidUTF8, at: SourceSpan(UInt32(start), UInt32(cursor.offset)))
  }

  // MARK: Output

  mutating func addToken(_ kind: TokenKind, from start: Int, keyword: Keyword = .none, flags: Token.Flags = .none) {
    tokens.append(
      Token(
        kind, keyword: keyword, flags: flags.union(pending), start: UInt32(start), length: UInt32(cursor.offset - start)
      ))
    pending = .none
  }

  mutating func addTrivia(_ kind: Trivia.Kind, from start: Int) {
    trivia.append(Trivia(kind, start: UInt32(start), length: UInt32(cursor.offset - start)))
  }

  /// Makes the text from `start` to the cursor trivia that forms no token; the caller has reported it.
  mutating func addUnexpected(from start: Int) {
    addTrivia(.unexpected, from: start)
    pending.insert(.afterUnexpected)
  }

  mutating func report(_ error: LexicalError, at span: SourceSpan) {
    bag.add(error.diagnostic(file: source.name, at: span))
  }

  /// The text from `start` to the cursor.
  func text(from start: Int) -> String {
    source.text(SourceSpan(UInt32(start), UInt32(cursor.offset)))
  }
}
