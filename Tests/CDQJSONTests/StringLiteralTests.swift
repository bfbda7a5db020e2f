import CDQJSON
import Testing

@Suite struct StringLiteralTests {
  /// A quotation mark with an accent on it is one character of Swift, but still ends a literal in any notation.
  static let accented = "a\"\u{301}b'\u{301}c`\u{301}"

  @Test(
    arguments: [
      ("plain text", .cdq, "\"plain text\""), ("say \"no\"\\\n\r\t", .cdq, #""say \"no\"\\\n\r\t""#),
      ("\u{1B}\u{202E}é\u{7F}", .cdq, #""\u001B\u202Eé\u007F""#), (accented, .cdq, "\"a\\\"\u{301}b'\u{301}c`\u{301}\""),
      ("\u{1B}\u{202E}\n", .dump, "\"\\u{1b}\u{202E}\\n\""),
      ("\u{1B}\u{8}\u{C}\u{7F}é\u{2028}", .json, "\"\\u001b\\b\\f\u{7F}é\u{2028}\""), ("'\"\\", .json, #""'\"\\""#),
      ("\u{1B}\u{A0}é\u{2028}", .swift, #""\u{1B}\u{A0}é\u{2028}""#), ("\\(x) \"", .swift, #""\\(x) \"""#),
      ("O'Hara \\ \"\n", .sql, "'O''Hara \\ \"\n'"), (accented, .sql, "'a\"\u{301}b''\u{301}c`\u{301}'"),
      ("a\"b'", .sqlName, "\"a\"\"b'\""), (accented, .sqlName, "\"a\"\"\u{301}b'\u{301}c`\u{301}\""),
      (accented, .sqlBackquotedName, "`a\"\u{301}b'\u{301}c``\u{301}`"),
      ("it's \\", .psql, #"'it\'s \\'"#), (accented, .arrayElement, "\"a\\\"\u{301}b'\u{301}c`\u{301}\""),
    ] as [(String, StringLiteral.Style, String)])
  func `A text is quoted by the rules of a notation`(text: String, style: StringLiteral.Style, literal: String) {
    #expect(StringLiteral.quoted(text, style).unicodeScalars.elementsEqual(literal.unicodeScalars))
  }

  /// What is written in JSON is read back, also by Foundation's rules for each ASCII character.
  @Test func `Every scalar of ASCII and some others survive JSON`() throws {
    let text = String(String.UnicodeScalarView((0..<0x80).compactMap { Unicode.Scalar($0) })) + "é\u{2028}😀" + StringLiteralTests.accented
    let literal = StringLiteral.quoted(text, .json)
    #expect(try JSONValue(parsing: literal) == .string(text))
    #expect(try JSONNode(utf8: Array(literal.utf8)).string == text)
  }
}
