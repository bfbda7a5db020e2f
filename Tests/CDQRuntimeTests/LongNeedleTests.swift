import CDQRuntime
import Testing

/// Searches for needles that are too long for a comparison at each position of a text.
@Suite struct LongNeedleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var needle: String
    var options: TextOptions = []
    var isFound: Bool
    var testDescription: String { name }
  }

  private static func letters(_ count: Int, _ letter: String = "a") -> String {
    String(repeating: letter, count: count)
  }

  static let cases = [
    Case(
      name: "in the middle", text: letters(99) + "b" + letters(99), needle: letters(80) + "b" + letters(80),
      isFound: true),
    Case(name: "after a false start", text: letters(100) + "b", needle: letters(70) + "b", isFound: true),
    Case(name: "nowhere", text: letters(1000), needle: letters(70) + "b", isFound: false),
    Case(name: "longer than the text", text: letters(70), needle: letters(71), isFound: false),
    Case(
      name: "folded", text: letters(90, "A") + "É", needle: letters(70) + "e",
      options: [.caseInsensitive, .diacriticInsensitive], isFound: true),
    Case(
      name: "ASCII folded", text: letters(90, "A") + "B", needle: letters(70) + "b", options: .caseInsensitive,
      isFound: true),
    Case(name: "not folded", text: letters(90, "A"), needle: letters(70), isFound: false),
    Case(name: "decomposed", text: letters(90, "e\u{301}") + "x", needle: letters(70, "é") + "x", isFound: true),
    Case(name: "a split cluster", text: letters(90) + "\u{323}", needle: letters(90), isFound: false),
    Case(name: "a split line end", text: letters(90) + "\r\n", needle: letters(70) + "\r", isFound: false),
    Case(name: "a line end", text: letters(90) + "\r\n" + letters(3), needle: letters(70) + "\r\n", isFound: true),
    Case(name: "quadratic for bytes", text: letters(300_000), needle: letters(100_000) + "b", isFound: false),
    Case(
      name: "quadratic for Characters", text: letters(60_000, "ạ̈"), needle: letters(20_000, "ạ̈") + "b", isFound: false),
  ]

  @Test(arguments: cases) func contains(_ test: Case) {
    #expect(CDQText.contains(test.text, TextNeedle(test.needle, test.options)) == test.isFound)
  }
}
