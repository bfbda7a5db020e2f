import CDQSyntax
import Testing

@Suite struct LexerTests {
  /// Texts and the texts of their tokens, with `!` before a malformed one.
  static let texts: [(String, [String])] = [
    ("name==5", ["name", "==", "5"]),
    ("a===b!==c<=>d", ["a", "===", "b", "!==", "c", "<=>", "d"]),
    ("a=<b=>c<>d<=e>=f<<g>>h", ["a", "=<", "b", "=>", "c", "<>", "d", "<=", "e", ">=", "f", "<<", "g", ">>", "h"]),
    (
      "a**b*c&&d&e||f|g^h~i!j",
      ["a", "**", "b", "*", "c", "&&", "d", "&", "e", "||", "f", "|", "g", "^", "h", "~", "i", "!", "j"]
    ),
    ("a:=1 b:c", ["a", ":=", "1", "b", ":", "c"]),
    ("0...10", ["0", "...", "10"]),
    ("1.5...2.", ["1.5", "...", "2."]),
    ("0..5", ["0", ".", ".", "5"]),
    ("a.b ..c .5 1. 1.e5 1e+5", ["a", ".", "b", ".", ".", "c", ".5", "1.", "1.e5", "1e+5"]),
    ("0x1F 0o17 0b1 007", ["0x1F", "0o17", "0b1", "007"]),
    ("03a 0x 0xG 0b2 1_0 1e", ["!03a", "!0x", "!0xG", "!0b2", "!1_0", "!1e"]),
    ("1-0 x-1", ["1", "-", "0", "x", "-", "1"]),
    ("'a' \"b'c\" 'd\\'e'", ["'a'", "\"b'c\"", "'d\\'e'"]),
    ("'a\nb'", ["!'a", "b", "!'"]),
    ("\"a\\", ["!\"a\\"]),
    ("'What's' x", ["!'What's' x"]),
    ("'a' + 'b'c'", ["'a'", "+", "!'b'c'"]),
    ("\u{201C}x\u{201D} \u{2018}y\u{2019}", ["!\u{201C}x\u{201D}", "!\u{2018}y\u{2019}"]),
    (
      "$a $a? #like @count @@index %@ %K %ld %d",
      ["$a", "$a", "?", "#like", "@count", "@@index", "%@", "%K", "%ld", "%d"]
    ),
    ("n %data % 5", ["n", "%", "data", "%", "5"]),
    (
      "UTI-CONFORMS-TO uti-equals UTI-X UTI-EQUALSX",
      ["UTI-CONFORMS-TO", "uti-equals", "UTI", "-", "X", "UTI", "-", "EQUALSX"]
    ),
    ("größe 名前 _x é\u{301}", ["größe", "名前", "_x", "é\u{301}"]),
    ("a ≤ b ≥ c ≠ d – e", ["a", "≤", "b", "≥", "c", "≠", "d", "–", "e"]),
    ("a // b\nc /* d /* e */ f */ g /// h", ["a", "c", "g"]),
    ("a/b", ["a", "/", "b"]),
    ("\u{FEFF}a", ["a"]),
    ("a\r\nb\rc\u{0}d", ["a", "b", "c", "d"]),
    ("a § $ ` ;; b", ["a", "b"]),
    ("", []),
  ]

  @Test(arguments: texts) func splits(_ row: (String, [String])) {
    let source = SourceText(name: "t", row.0)
    let lexed = Lexer.lex(source)
    let found = lexed.tokens.dropLast().map { token in
      (token.flags.contains(.malformed) ? "!" : "") + source.text(token.span)
    }
    #expect(found == row.1)
    #expect(lexed.tokens.last?.kind == .endOfText)
  }

  /// In any sequence of bytes, every byte is in exactly one token or piece of trivia.
  @Test func tokensAndTriviaTileTheText() {
    var state: UInt64 = 42
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let alphabet = Array("ab1.'\"\\$#@%&*/<>=!?(){}[] \n\r,:-e_".utf8) + [0xC3, 0xA9, 0xE2, 0x80, 0x9C, 0xFF, 0x00]
    for round in 0..<2000 {
      let bytes = (0..<random(40)).map { _ in alphabet[random(alphabet.count)] }
      let source = SourceText(name: "t", utf8: bytes)
      let lexed = Lexer.lex(source, options: ParseOptions(strictNSPredicate: round % 2 == 0))
      let spans = (lexed.tokens.map(\.span) + lexed.trivia.map(\.span)).filter { !$0.isEmpty }.sorted {
        $0.start < $1.start
      }
      var end: UInt32 = 0
      for span in spans {
        #expect(span.start == end, "\(bytes)")
        end = span.end
      }
      #expect(Int(end) == bytes.count, "\(bytes)")
      _ = Parser.parsePredicate(source)
      _ = Parser.parseQuery(source)
      _ = Parser.parseDocument(source)
    }
  }

  @Test func keywordsAreFoundInAnyCase() {
    for keyword in Keyword.allCases where keyword != .none {
      for text in [keyword.spelling, keyword.spelling.lowercased(), keyword.spelling.uppercased()] {
        let token = Lexer.lex(SourceText(name: "t", text)).tokens[0]
        #expect(token.keyword == keyword)
        #expect(token.flags.contains(.lowercase) == (text == text.lowercased()))
      }
      let longer = Lexer.lex(SourceText(name: "t", keyword.spelling + "x")).tokens[0]
      #expect(longer.keyword != keyword)
    }
  }

  /// The lexer reports each run of invalid UTF-8 once and continues with the rest of the text.
  @Test func invalidBytesAreReportedOnce() {
    let bytes = Array("a == '".utf8) + [0xFF, 0xFE] + Array("' AND ".utf8) + [0xC3] + Array(" b // ".utf8) + [0x80]
    let result = Lexer.lex(SourceText(name: "t", utf8: bytes))
    #expect(
      result.diagnostics.map { "\($0.span.start)-\($0.span.end) \($0.code)" } == [
        "6-8 invalid-utf8", "14-15 invalid-utf8", "21-22 invalid-utf8",
      ])
    #expect(result.tokens.map(\.kind) == [.word, .doubleEqual, .string, .word, .word, .endOfText])
  }

  @Test func tokensAreDumpedWithPlaceAndKind() {
    let text = "City // all\n  where #like >= $x?"
    #expect(
      dumpTokens(SourceText(name: "t", text)) == """
        1:1 word City
        1:6 line-comment // all
        2:3 word where (where)
        2:9 escaped-word #like
        2:15 operator >=
        2:18 variable $x
        2:20 punctuation ?
        2:21 end

        """)
  }

  @Test(arguments: [
    ("a == 1", TextLimits(length: 6), []), ("a == 1", TextLimits(length: 5), ["text-too-long" as DiagnosticCode]),
    ("a == 1 ", TextLimits(tokens: 3), []), ("a === 1 AND $", TextLimits(tokens: 3), ["too-many-tokens"]),
    ("a == 1", TextLimits(tokens: 0), ["too-many-tokens"]), ("a == 1", TextLimits(tokens: -1), ["too-many-tokens"]),
    ("a == 1", TextLimits(length: -1), ["text-too-long"]),
  ])
  func limitsOfLengthAndTokensAreOneError(_ row: (text: String, limits: TextLimits, codes: [DiagnosticCode])) {
    let source = SourceText(name: "t", row.text)
    let options = ParseOptions(limits: row.limits)
    #expect(Lexer.lex(source, options: options).diagnostics.map(\.code) == row.codes)
    #expect(Parser.parsePredicate(source, options: options).diagnostics.map(\.code) == row.codes)
    #expect(Parser.parseQuery(source, options: options).diagnostics.count <= 1 || row.codes.isEmpty)
  }
}
