extension Lexer {
  /// `word` = wordStart { wordContinue } ;
  mutating func lexWord(from start: Int) {
    cursor.skipIdentifier()
    var keyword = KeywordTable.shared.keyword(source.utf8, start, cursor.offset)
    if cursor.offset - start == 3, cursor.peek() == 0x2D { keyword = lexTypeOperator(from: start) ?? keyword }
    var flags: Token.Flags = .none
    if keyword != .none, isLowercase(from: start) { flags.insert(.lowercase) }
    addToken(.word, from: start, keyword: keyword, flags: flags)
  }

  /// Reads `UTI-CONFORMS-TO` and `UTI-EQUALS`, which contain a `-` and so are tried before the identifier ends.
  private mutating func lexTypeOperator(from start: Int) -> Keyword? {
    for keyword in [Keyword.utiConformsTo, .utiEquals] {
      let end = start + keyword.spelling.utf8.count
      guard end <= source.utf8.count,
        KeywordTable.shared.keyword(source.utf8, start, end) == keyword,
        end == source.utf8.count || !ByteClass.continuesIdentifier(source.utf8[end])
      else { continue }
      cursor.advance(to: end)
      return keyword
    }
    return nil
  }

  private func isLowercase(from start: Int) -> Bool {
    var index = start
    while index < cursor.offset {
      if source.utf8[index] >= 0x41, source.utf8[index] <= 0x5A { return false }
      index += 1
    }
    return true
  }

  /// `$name`, `@name`, `@@name`, `#word`, `%@`; false when `byte` starts none of them.
  ///
  /// `anyWord` = word | "#" word ;
  /// `identifier` = unreservedWord | "#" word ;
  mutating func lexSigil(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x24: lexNamed(.variable, sigil: "$")
    case 0x23: lexNamed(.escapedWord, sigil: "#")
    case 0x40:
      if cursor.peek(1) == 0x40 { lexNamed(.doubleAtWord, sigil: "@@") } else { lexNamed(.atWord, sigil: "@") }
    case 0x25: lexPercent()
    default: return false
    }
    return true
  }

  private mutating func lexNamed(_ kind: TokenKind, sigil: String) {
    let start = cursor.offset
    cursor.advance(sigil.utf8.count)
    guard cursor.startsIdentifier() else {
      // `$0` is Realm's positional argument; the digits belong to the mistake.
      while ByteClass.continuesIdentifier(cursor.peek()), !cursor.isAtEnd { cursor.advance() }
      report(.missingName(after: sigil), at: SourceSpan(UInt32(start), UInt32(cursor.offset)))
      addUnexpected(from: start)
      return
    }
    cursor.skipIdentifier()
    addToken(kind, from: start)
  }

  /// `%@`, `%K`, `%ld`; a `%` that starts no argument is a token that the grammar refuses.
  ///
  /// `printfConversion` = "%" [ lengthModifier [ lengthModifier ] ] conversionLetter ;
  private mutating func lexPercent() {
    let start = cursor.offset
    cursor.advance()
    let conversion = argumentLength()
    if conversion > 0 {
      cursor.advance(conversion)
      addToken(.argument, from: start)
      return
    }
    if cursor.peek() == 0x25 { cursor.advance() }
    addToken(.percent, from: start)
  }

  /// Number of bytes of `@`, `K` or a printf conversion with its length modifiers; 0 when there is none.
  private func argumentLength() -> Int {
    if cursor.peek() == 0x40 || cursor.peek() == 0x4B { return 1 }
    var length = 0
    while length < 2, "hlqzjtL".utf8.contains(cursor.peek(length)) { length += 1 }
    guard "dDiuUxXoOfFeEgGaAsScC".utf8.contains(cursor.peek(length)) else { return 0 }
    // Outside strict mode `a %d` is more likely a remainder, as in `n %digits`.
    if !options.strictNSPredicate, ByteClass.continuesIdentifier(cursor.peek(length + 1)) { return 0 }
    return length + 1
  }
}
