import Foundation
import Testing

@testable import CDQLoading
@testable import CDQMapping
@testable import CDQPersistence
@testable import CDQStore
@testable import CDQValues
import CDQRuntime

/// LIKE, MATCHES and comparisons of two text columns: random patterns on both engines, and unit tests of the parts.
@Suite struct EngineTextTests {
  static let patterns =
    RandomQueries.patterns + [
      "*a?b*", "S*a?s*", "?*", "*?", "a*b", "*?b", "日?*", "*é?*", "??*", "*?*?*", "a?*b*", "*ß*e", "?\u{301}", "*\r*", "a?", "*\n",
      "Str?ß*", "*I?*", "i*", "*ab*ab*",
    ]
  static let expressions = [
    "a.*", "(?i)straße", "(?i).*ss.*", ".*b", "a|b.*", "(ab|e)+.*", "x\\*y", "\\?", "[ab]+", "(?i)k.*", "a?b", "s{2}.*",
    ".*日.*", "é", "e\u{301}.*", "(?i)ﬁ", "(?i)fi", "(?s)a.*", "Ab .*", "(?:Str|STR).*", "[^a]*b", "", "(a)\\1?", "S(tr)?.*",
  ]

  static func match(_ random: inout RandomQueries, variable: Int) -> PredicateIR {
    let operators: [TextMatchIR.Operator] = [.beginsWith, .endsWith, .contains, .like, .like, .matches]
    let match = random.pick(operators)
    let pattern =
      switch match {
      case .like: random.pick(patterns)
      case .matches: random.pick(expressions)
      case .beginsWith, .endsWith, .contains: random.pick(RandomQueries.texts)
      }
    return .text(
      TextMatchIR(
        match, EngineTests.path(.string, &random, variable: variable), .literal(.string(pattern), .string),
        options: match == .matches ? random.pick([[], .caseInsensitive]) : random.options()))
  }

  static func pair(_ random: inout RandomQueries, variable: Int, _ operation: ComparisonIR.Operator) -> PredicateIR {
    let (left, right) = (
      EngineTests.path(.string, &random, variable: variable), EngineTests.path(.string, &random, variable: variable)
    )
    if random.chance(50) { return .comparison(ComparisonIR(operation, left, right, options: random.options())) }
    let matches: [TextMatchIR.Operator] = [.beginsWith, .endsWith, .contains]
    return .text(TextMatchIR(random.pick(matches), left, right, options: random.options()))
  }

  @Test func likeByBytesIsLike() throws {
    var random = RandomQueries(seed: 31)
    let letters = ["a", "b", "B", "é", "日"]
    for _ in 0..<4000 {
      let isFolded = random.chance(40)
      let options: TextOptions = isFolded ? .caseInsensitive : []
      let pattern = (0..<random.pick([1, 2, 3, 5, 8])).map { _ in random.pick(["*", "?", "a", "b", "é"]) }.joined()
      let like = try LikePattern(pattern, options)
      guard let tokens = like.tokens, let segments = LikeSegments(tokens, lowercases: isFolded) else { continue }
      let text = (0..<random.pick([0, 1, 2, 4, 7])).map { _ in random.pick(isFolded ? ["a", "b", "B"] : letters) }.joined()
      let answer = text.withBytes { segments.matches($0) }
      guard answer == like.matches(text, tokens), answer == like.matches(text) else {
        Issue.record("'\(text)' LIKE '\(pattern)' is \(answer) by bytes")
        return
      }
      guard like.matches(text), let literal = segments.literal else { continue }
      let needle = TextNeedle(literal.text, options)
      let isThere =
        switch literal.place {
        case .prefix: needle.isPrefix(of: text)
        case .suffix: needle.isSuffix(of: text)
        case .anywhere, .whole: needle.isContained(in: text)
        }
      #expect(isThere, "'\(text)' has no '\(literal.text)' of '\(pattern)'")
    }
  }

  /// Regular expressions and their required literals (`^`: prefix, `$`: suffix); nil where the analysis finds none.
  @Test(arguments: [
    (".*burg[aeiou].*", ["burg"]), ("san.*", ["^san"]), (".*ville", ["ville$"]), ("san.*|.*ville", ["^san", "ville$"]),
    ("ab?c", ["^a"]), ("ab+cd", ["^ab"]), ("x(foo|bar)+y", ["foo", "bar"]), ("a.*(long|longer)?", ["^a"]),
    ("(?:abc){2,}", ["abc"]), ("(?:abc){0,2}x", ["x$"]), ("\\d+km", ["km$"]), ("a\\.b", ["^a.b"]), ("[a-z\\]]+end", ["end$"]),
    ("[[ab]c]d", ["d$"]), ("(?<name>abc).*", ["abc"]), ("a|.*", nil), (".*", nil), ("", nil), ("\\Qa.b\\E", nil),
    ("(?=abc).*", nil), ("a(?i)b", nil), ("\\x41bc", nil), ("(?x)a b", nil), ("é+abc", ["abc$"]), ("[]a]b", nil),
    ("\\u0041bc", nil), ("(a)\\1b", nil), ("ab*?c", ["^a"]), ("(ab|c*)d", ["d$"]),
  ] as [(String, [String]?)])
  func literalsOfExpressions(pattern: String, expected: [String]?) {
    let literals = RegexLiterals(pattern, ignoresCase: false)?.alternatives.map { literal in
      let text = String(decoding: literal.bytes, as: UTF8.self)
      return literal.place == .prefix ? "^" + text : literal.place == .suffix ? text + "$" : text
    }
    #expect(literals == expected)
  }

  @Test func flagsOfExpressions() {
    #expect(RegexLiterals("(?i)abc", ignoresCase: false)?.ignoresCase == true)
    #expect(RegexLiterals("(?s)abc", ignoresCase: false)?.ignoresCase == false)
    #expect(RegexLiterals("abc", ignoresCase: true)?.ignoresCase == true)
    let deep = String(repeating: "(", count: 50) + "a" + String(repeating: ")", count: 50)
    #expect(RegexLiterals(deep, ignoresCase: false) == nil)
  }

  /// Every text that matches contains one of the expression's required literals.
  @Test func literalsAreNeeded() throws {
    for expression in Self.expressions {
      let pattern = try RegexPattern(expression)
      guard let literals = RegexLiterals(expression, ignoresCase: false), !literals.ignoresCase else { continue }
      for text in RandomQueries.texts where pattern.matches(text) == true {
        let isThere = literals.alternatives.contains { literal in
          let (bytes, all) = (literal.bytes, Array(text.utf8))
          let places = all.indices.filter { all[$0...].starts(with: bytes) }
          return switch literal.place {
          case .prefix: all.starts(with: bytes)
          case .suffix: all.reversed().starts(with: bytes.reversed())
          case .anywhere, .whole: !places.isEmpty
          }
        }
        #expect(isThere, "\(expression) of '\(text)'")
      }
    }
  }

  @Test func asciiIsLowercasedEightBytesAtATime() {
    for byte in UInt8(0)..<0x80 {
      let word = UInt64(byte) &* 0x0101_0101_0101_0101
      #expect(ByteText.lowercased(word) == UInt64(ByteText.lowercased(byte)) &* 0x0101_0101_0101_0101)
    }
  }
}
