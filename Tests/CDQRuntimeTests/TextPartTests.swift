import CDQRandom
import CDQRuntime
import Foundation
import Testing

/// The functions for parts of texts, against CONTAINS and against naive searches.
@Suite struct TextPartTests {
  private static let pieces = [
    "a", "b", "ab", "e", "e\u{301}", "\u{E9}", "\u{301}", "\r", "\n", "\r\n", "\u{1100}", "\u{1161}", "\u{AC00}", "K", "\u{212A}",
    "👨‍👩‍👧", "🇳🇴", " ", "q\u{307}\u{323}", "q\u{323}\u{307}",
  ]

  private static func text(_ random: inout SplitMix, _ most: Int) -> String {
    (0..<random.below(most + 1)).map { _ in random.pick(pieces) }.joined()
  }

  @Test func `before finds a separator where CONTAINS does, at the first place`() {
    var random = SplitMix(seed: 11)
    var found = 0
    for _ in 0..<20_000 {
      let (text, part) = (TextPartTests.text(&random, 8), TextPartTests.text(&random, 2))
      let isFound = CDQText.contains(text, TextNeedle(part))
      let (before, after) = (CDQText.before(text, part), CDQText.after(text, part))
      #expect((before != nil) == isFound && (after != nil) == isFound, "\(text.debugDescription) \(part.debugDescription)")
      guard let before, let after else { continue }
      found += 1
      let (letters, separator) = (Array(text), Array(part))
      let first = letters.indices.first { letters[$0...].starts(with: separator) }
      let start = first ?? 0
      #expect(before.utf8.elementsEqual(String(letters[..<start]).utf8))
      #expect(after.utf8.elementsEqual(String(letters[(start + separator.count)...]).utf8))
    }
    #expect(found > 1000)
  }

  @Test func `replacing replaces what repeated searches find`() throws {
    var random = SplitMix(seed: 12)
    for _ in 0..<20_000 {
      let (text, old) = (TextPartTests.text(&random, 8), TextPartTests.text(&random, 2))
      let new = TextPartTests.text(&random, 2)
      var (rest, expected) = (text, "")
      while let before = CDQText.before(rest, old), let after = CDQText.after(rest, old) {
        expected += before + new
        // The rest begins with a Character of the text.
        guard rest.count == before.count + old.count + after.count else { break }
        rest = after
      }
      if CDQText.before(rest, old) != nil { continue }
      let result = try CDQText.replacing(text, old, new)
      #expect(result.utf8.elementsEqual((expected + rest).utf8), "\(text.debugDescription) \(old.debugDescription)")
    }
  }

  @Test(arguments: [
    ("aXbXc", "X", "a", "bXc"), ("X", "X", "", ""), ("e\u{301}x", "\u{E9}", "", "x"), ("\r\nx", "\r\n", "", "x"),
    ("\u{1100}\u{1161}b", "\u{AC00}", "", "b"),
  ])
  func `Parts keep the scalars of the text`(text: String, separator: String, before: String, after: String) {
    #expect(CDQText.before(text, separator)?.unicodeScalars.elementsEqual(before.unicodeScalars) == true)
    #expect(CDQText.after(text, separator)?.unicodeScalars.elementsEqual(after.unicodeScalars) == true)
  }

  @Test(arguments: [("a", ""), ("", ""), ("", "a"), ("e\u{301}", "e"), ("\r\n", "\n"), ("🇳🇴", "🇳"), ("a", "ab")])
  func `Nothing is found inside a Character, and no empty text`(text: String, separator: String) throws {
    #expect(CDQText.before(text, separator) == nil && CDQText.after(text, separator) == nil)
    #expect(try CDQText.replacing(text, separator, "x").utf8.elementsEqual(text.utf8))
  }

  @Test func `A long separator is found in linear time`() throws {
    let text = String(repeating: "a", count: 400_000)
    let part = String(repeating: "a", count: 100_000) + "b"
    #expect(CDQText.before(text, part) == nil)
    #expect(CDQText.before(text + "b", part)?.utf8.count == 300_000)
    #expect(CDQText.before("é\u{301}" + text + "b", part)?.count == 300_001)
    #expect(try CDQText.replacing(text + "b" + text + "b", part, "") == String(text.prefix(300_000)) + text.prefix(300_000))
  }

  @Test func `prefix and suffix take any number`() {
    for count in [Int64.min, -1, 0, 1, 2, 3, .max] {
      let expected = Int(clamping: max(count, 0))
      #expect(CDQText.prefix("e\u{301}👨‍👩‍👧x", count) == String("e\u{301}👨‍👩‍👧x".prefix(expected)))
      #expect(CDQText.suffix("e\u{301}👨‍👩‍👧x", count) == String("e\u{301}👨‍👩‍👧x".suffix(expected)))
    }
  }

  @Test func `Replacements within each other do not fill the memory`() throws {
    #expect(throws: ExecutionError.textLimit(4_194_304)) {
      var text = "a"
      for _ in 0..<60 { text = try CDQText.replacing(text, "a", "aaaa") }
    }
    // Up to the limit, and for a long text that becomes no longer, there is a result.
    let long = String(repeating: "a", count: 4_194_303)
    #expect(try CDQText.replacing(long + "x", "x", "y").utf8.count == 4_194_304)
    #expect(try CDQText.replacing(long + "aax", "x", "y").utf8.count == 4_194_306)
    #expect(throws: ExecutionError.textLimit(4_194_304)) { try CDQText.replacing(long + "x", "x", "yy") }
  }
}
