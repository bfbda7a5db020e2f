import CDQRandom
import CDQRuntime
import Foundation
import Testing

@Suite struct TextTests {
  /// Two texts, and whether they are equal without options and with `[c]`, `[d]` and `[cd]`.
  static let equalityCases: [(String, String, [Bool])] = [
    ("straße", "STRASSE", [false, true, false, true]), ("ﬁ", "FI", [false, true, false, true]),
    ("ς", "σ", [false, true, false, true]), ("é", "e", [false, false, true, true]),
    ("Å", "A", [false, false, true, true]),
    ("\u{E9}", "e\u{301}", [true, true, true, true]), ("ø", "o", [false, false, false, false]),
    ("ł", "l", [false, false, false, false]), ("Æ", "AE", [false, false, false, false]),
    ("İ", "i", [false, false, false, true]), ("I", "ı", [false, false, false, false]),
    ("A", "a", [false, true, false, true]),
    ("Ａ", "A", [false, false, false, false]), ("É", "e", [false, false, false, true]),
    ("É", "é", [false, true, false, true]),
    ("ト", "ド", [false, false, false, false]), ("\u{1F0}", "J\u{30C}", [false, true, false, true]),
    ("q\u{307}\u{323}", "q\u{323}\u{307}", [true, true, true, true]), ("\r\n", "\n", [false, false, false, false]),
  ]

  @Test(arguments: equalityCases)
  func equality(left: String, right: String, expected: [Bool]) throws {
    let all: [TextOptions] = [[], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive]]
    for (options, isEqual) in zip(all, expected) {
      for (left, right) in [(left, right), (right, left)] {
        #expect(CDQText.equal(left, TextNeedle(right, options)) == isEqual, "\(left) \(right) \(options.suffix)")
        #expect(CDQText.equal(left, right, options) == isEqual)
        #expect(try holds(compare(string(left), .notEqual, string(right), options)) == !isEqual)
        #expect(CDQText.hasPrefix(left + "x", TextNeedle(right, options)) == isEqual)
        #expect(CDQText.hasSuffix("x" + left, TextNeedle(right, options)) == isEqual)
        #expect(CDQText.contains("x" + left + "x", TextNeedle(right, options)) == isEqual)
        #expect(try CDQText.like(left, LikePattern(right, options)) == isEqual)
      }
    }
  }

  @Test func orderIsThatOfScalarsInNFC() {
    let texts = [
      "", "a", "ab", "abc", "A", "b", "e", "e\u{301}", "é", "ez", "é1", "e\u{301}1", "f", "ea", "e\u{323}\u{301}",
      "e\u{301}\u{323}", "ẹ\u{301}", "z", "ß", "Ω", "\u{2126}", "日本", "日本語", "\r", "\r\n", "\n", "가",
      "\u{1100}\u{1161}", "\u{1100}", "\u{301}", "\u{301}a", "x\u{301}", "x", "xa", "👨‍👩‍👧", "👨", "K", "\u{212A}",
      "a longer text than others e", "a longer text than others e\u{301}", "a longer text than others f",
      // Composed, these texts are less than their own first scalar.
      "\u{627}", "\u{627}\u{653}", "\u{627}a", "\u{622}", "日\u{3099}", "か", "か\u{3099}", "が", "か\u{3042}",
      "\u{9C7}", "\u{9C7}\u{9BE}", "\u{9C7}a", "a\0", "eé", "eè", "e\u{E9}\u{323}", "e\u{212A}", "aK",
    ]
    for left in texts {
      for right in texts {
        let (first, second) = (
          left.precomposedStringWithCanonicalMapping.unicodeScalars.map(\.value),
          right.precomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
        )
        let expected = first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
        #expect(CDQText.order(left, right).signum() == expected, "'\(left)' '\(right)'")
        #expect(CDQText.less(left, right) == (expected < 0) && CDQText.lessOrEqual(left, right) == (expected <= 0))
      }
    }
  }

  /// Two texts, options, and whether the second is a prefix, suffix or substring of the first. Grapheme clusters are
  /// not divided, and the empty text is never found.
  static let partCases: [(String, String, TextOptions, [Bool])] = [
    ("abc", "", TextOptions(), [false, false, false]), ("", "", [], [false, false, false]),
    ("abc", "ab", [], [true, false, true]), ("abc", "bc", [], [false, true, true]),
    ("abc", "abcd", [], [false, false, false]),
    ("e\u{301}a", "e", [], [false, false, false]), ("ae\u{301}", "\u{301}", [], [false, false, false]),
    ("e\u{301}a", "\u{E9}", [], [true, false, true]), ("e\u{301}a", "e", .diacriticInsensitive, [true, false, true]),
    ("a\r\nb", "a\r", [], [false, false, false]), ("a\r\n", "\n", [], [false, false, false]),
    ("a\r\nb", "\r\n", [], [false, false, true]), ("👨‍👩‍👧", "👨", [], [false, false, false]),
    ("x👨‍👩‍👧", "👨‍👩‍👧", [], [false, true, true]),
    ("straße", "SS", .caseInsensitive, [false, false, true]),
    ("San José", "jose", [.caseInsensitive, .diacriticInsensitive], [false, true, true]),
    ("SAN", "san", .caseInsensitive, [true, true, true]), ("SAN", "san", .diacriticInsensitive, [false, false, false]),
    ("日本語", "日本", [], [true, false, true]), ("Ωmega", "ω", .caseInsensitive, [true, false, true]),
    ("aé", "A\u{301}", .diacriticInsensitive, [false, false, false]),
    ("K\u{301}x", "k", .caseInsensitive, [false, false, false]),
  ]

  @Test(arguments: partCases)
  func parts(text: String, part: String, options: TextOptions, expected: [Bool]) throws {
    let needle = TextNeedle(part, options)
    #expect(CDQText.hasPrefix(text, needle) == expected[0])
    #expect(CDQText.hasSuffix(text, needle) == expected[1])
    #expect(CDQText.contains(text, needle) == expected[2])
  }

  static let likeCases: [(String, String, Bool)] = [
    ("abc", "a*", true), ("abc", "*c", true), ("abc", "*b*", true), ("abc", "a?c", true), ("helo", "hel?o", false),
    ("abc", "abc", true), ("abc", "ab", false), ("", "*", true), ("", "?", false), ("", "", true),
    ("a\nb", "a*b", true),
    ("a.c", "a.c", true), ("abc", "a.c", false), ("[x]", "[x]", true), ("a*c", #"a\*c"#, true),
    ("abc", #"a\*c"#, false),
    ("a?", #"a\?"#, true), (#"a\"#, #"a\\"#, true), ("e\u{301}", "?", true), ("👨‍👩‍👧", "?", true), ("\r\n", "?", true),
    ("aXbXc", "*X*X*", true), ("aXbc", "*X*X*", false), ("100%", "100%", true), ("mississippi", "m*iss*i", true),
    ("aaab", "*a?b", true),
  ]

  @Test(arguments: likeCases)
  func like(text: String, pattern: String, expected: Bool) throws {
    #expect(try CDQText.like(text, LikePattern(pattern)) == expected)
  }

  @Test func likeFolds() throws {
    #expect(try CDQText.like("Straße", LikePattern("STRA??E", .caseInsensitive)))
    #expect(try CDQText.like("São Paulo", LikePattern("sao*", [.caseInsensitive, .diacriticInsensitive])))
    #expect(try !CDQText.like(nil, LikePattern("*")))
    #expect(try !CDQText.like("a", LikePattern(nil)))
    // The matcher never backtracks to an earlier `*` after a later one matched, so this ends at once.
    let hostile = String(repeating: "a", count: 20_000)
    #expect(try !CDQText.like(hostile, LikePattern(String(repeating: "a*", count: 50) + "b?c")))
  }

  static let matchCases: [(String, String, Bool)] = [
    ("foobar", "foo|foobar", true), ("foobar", "foo", false), ("foo\n", "foo", false), ("a\nb", "a.b", false),
    ("a\nb", "(?s)a.b", true), ("a", "(?x) a # letter", true), ("é", "[\\p{L}]", true), ("X1", "[\\dxX]+", true),
    ("ABC", "abc", false), ("", "", true),
  ]

  @Test(arguments: matchCases)
  func matches(text: String, pattern: String, expected: Bool) throws {
    #expect(try CDQText.matches(text, RegexPattern(pattern)) == expected)
    #expect(try holds(CDQRuntimeTests.text(string(text), .matches, string(pattern))) == expected)
  }

  @Test func matchesFoldsCase() throws {
    #expect(try CDQText.matches("ABC", RegexPattern("abc", .caseInsensitive)))
    #expect(try !CDQText.matches(nil, RegexPattern("a")))
  }

  @Test(arguments: ["(", "a)(b", "[z-a]", "*"])
  func badExpressionsAreErrors(pattern: String) throws {
    let error = #expect(throws: ExecutionError.self) { try RegexPattern(pattern) }
    #expect(error?.code == "invalid-pattern" && error?.stage == .bind)
    #expect(throws: ExecutionError.self) {
      try PreparedQuery(
        QueryIR(entity: "City", predicate: text(attribute("name", .string), .matches, string(pattern))),
        access: TestModel.cities)
    }
    // A pattern that a row gives can only be checked when the query reads the row.
    let query = try PreparedQuery(
      QueryIR(entity: "City", predicate: text(string("x"), .matches, attribute("name", .string))),
      access: TestModel.cities)
    let late = #expect(throws: ExecutionError.self) { try query.count(in: [TestCity(id: 1, name: pattern)]) }
    #expect(late?.code == "invalid-pattern" && late?.stage == .run)
  }

  @Test(arguments: [#"a\"#, #"\n"#]) func badLikePatternsAreErrors(pattern: String) {
    #expect(throws: ExecutionError.self) { try LikePattern(pattern) }
  }

  @Test func hostileExpressionsEndInAnError() throws {
    let city = TestCity(id: 1, name: String(repeating: "a", count: 60) + "c")
    let query = try PreparedQuery(
      QueryIR(entity: "City", predicate: text(attribute("name", .string), .matches, string("(a+)+b"))),
      access: TestModel.cities)
    #expect(throws: ExecutionError.regexLimit(pattern: "(a+)+b")) { try query.indices(in: [city, city]) }
    #expect(throws: ExecutionError.stepLimit(5)) {
      try query.indices(in: [city], options: ExecutionOptions(maximumSteps: 5))
    }
  }

  /// Regular expressions that take exponential or quadratic time or run out of memory: the query throws an error and
  /// never reports "no match".
  static let hostile: [(pattern: String, part: String, count: Int)] = [
    ("(.*)*x", "a", 40), ("(.*)*x", "a", 20_000), ("(?=(a+)+b).*", "a", 40), ("(?=(?=((a+)+)b)a*)a*", "a", 40),
    ("((a*)*)\\1\\2b", "a", 60), ("(a+)\\1+b", "a", 100_000), ("(?<x>a+)\\k<x>+b", "a", 100_000),
    ("(x+x+)+y", "x", 5000), ("(a|b)*", "ab", 500_000), ("a+", "a", 1_000_000),
  ]

  @Test(arguments: hostile)
  func hostileExpressionsAreNeverNoMatch(_ row: (pattern: String, part: String, count: Int)) throws {
    let city = TestCity(id: 1, name: String(repeating: row.part, count: row.count))
    let query = try PreparedQuery(
      QueryIR(
        entity: "City", parameters: [ParameterIR(name: "p", type: OptionalType(.string))],
        predicate: text(attribute("name", .string), .matches, .parameter(0, .string))),
      access: TestModel.cities)
    #expect(throws: ExecutionError.regexLimit(pattern: row.pattern)) {
      try query.count(in: [city], arguments: ["p": .string(row.pattern)])
    }
    // A match that passes the deadline ends when ICU next reports progress.
    let options = ExecutionOptions(deadline: .now + .milliseconds(20))
    #expect(throws: ExecutionError.self) {
      try query.count(in: [city], arguments: ["p": .string(row.pattern)], options: options)
    }
  }

  @Test func longTextsMatchOrdinaryExpressions() throws {
    for (pattern, part) in [("(a|b)*", "ab"), ("a+", "a"), ("[a-z ]*", "word "), ("(\\w+) .*\\1 ", "word ")] {
      #expect(try CDQText.matches(String(repeating: part, count: 10_000), RegexPattern(pattern)), "\(pattern)")
    }
  }

  @Test func orderIsThatOfScalarsOfNFC() throws {
    let ordered = ["", "A", "Z", "a", "b", "f", "z", "\u{E9}", "日", "👨"]
    for (left, right) in zip(ordered, ordered.dropFirst()) {
      #expect(CDQText.less(left, right) && !CDQText.less(right, left) && CDQText.lessOrEqual(left, right))
    }
    // For these texts Swift's `<` is false in both directions.
    for (left, right) in [("e\u{301}", "\u{E9}1"), ("x\u{E9}", "xe\u{301}a"), ("e\u{301}", "\u{E9}日")] {
      #expect(CDQText.less(left, right) && !CDQText.less(right, left) && CDQText.lessOrEqual(left, right))
      #expect(try holds(compare(string(right), .greaterOrEqual, string(left))))
      #expect(try holds(compare(string(left), .greater, string(right))) == false)
    }
    #expect(CDQText.lessOrEqual("e\u{301}", "\u{E9}") && !CDQText.less("e\u{301}", "\u{E9}"))
    #expect(CDQText.less("a", "B", .caseInsensitive) && !CDQText.less("a", "B"))
    #expect(CDQText.less("a", "B", .localeSensitive, locale: Locale(identifier: "en_US")))
    #expect(!CDQText.less(nil, "a") && CDQText.lessOrEqual(nil, nil) && CDQText.equal(nil, nil as String?))
  }

  /// The folding table for scalars below U+0300 agrees with Foundation.
  @Test(arguments: [TextOptions.caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive]])
  func foldingIsFoundations(options: TextOptions) {
    var foundation: String.CompareOptions = []
    if options.contains(.caseInsensitive) { foundation.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { foundation.insert(.diacriticInsensitive) }
    var random = SplitMix(seed: 7)
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let limit: UInt32 = Int.random(in: 0..<4, using: &random) == 0 ? 0x600 : 0x300
        if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) {
          text.unicodeScalars.append(scalar)
        }
      }
      let expected = text.folding(options: foundation, locale: nil)
      #expect(Array(CDQText.folded(text, options).unicodeScalars) == Array(expected.unicodeScalars))
    }
  }
}
