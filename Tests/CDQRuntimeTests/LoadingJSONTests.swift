import CDQIR
import CDQRuntime
import Foundation
import Testing

@Suite struct LoadingJSONTests {
  @Test(
    arguments: [
      ("null", .null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .integer(0)), ("-7", .integer(-7)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number("9223372036854775808")), ("-0", .number("-0")), ("1.50", .number("1.50")),
      ("1e5", .number("1e5")), ("-2.5E-3", .number("-2.5E-3")), ("\"\"", .string("")),
      (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{c}\n\r\t")), (#""\u00e9\uD83D\uDE00""#, .string("é😀")),
      ("\"Zürich 🇨🇭\"", .string("Zürich 🇨🇭")), ("[]", .array([])), ("{}", .object([])),
      ("[1,[2,[]],{}]", .array([.integer(1), .array([.integer(2), .array([])]), .object([])])),
      (
        #"{"a": {"b": [true, null]}, "c": 1}"#,
        .object([.init("a", .object([.init("b", .array([.bool(true), .null]))])), .init("c", .integer(1))])
      ),
      ("\u{FEFF}[1]", .array([.integer(1)])),
    ] as [(String, JSONValue)])
  func reads(_ text: String, _ expected: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == expected)
    #expect(try JSONValue(parsing: expected.text) == expected)
  }

  @Test(arguments: [
    ("", 0), (" ", 1), ("nul", 0), ("nullx", 4), ("01", 0), ("-", 1), ("1.", 2), ("1e", 2), (".5", 0), ("+1", 0),
    ("[1,]", 2), ("[1 2]", 3), ("[", 1), ("{\"a\"}", 4), ("{\"a\":}", 5), ("{a:1}", 1), ("{\"a\":1,}", 6), ("'a'", 0),
    ("\"a", 0), ("\"\u{1}\"", 1), ("\"\\x\"", 1), ("\"\\u12\"", 1), ("\"\\ud800\"", 1), ("\"\\ud800\\u0041\"", 1),
    ("NaN", 0), ("Infinity", 0), ("[1]]", 3), ("// x", 0), ("{\"a\":1 \"b\":2}", 7), ("\"\\", 0), ("]", 0),
  ])
  func refuses(_ text: String, at offset: Int) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    do { _ = try JSONValue(parsing: text) } catch { #expect(error.offset == offset, "\(text): \(error.message)") }
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
      [0x22, 0xE2, 0x82, 0x22], [0x22, 0xF0, 0x9F, 0x98], [0x22, 0x80, 0x22],
    ] as [[UInt8]])
  func refusesInvalidUTF8(_ bytes: [UInt8]) {
    do {
      _ = try JSONValue.parse(utf8: bytes)
      Issue.record("accepted")
    } catch {
      #expect(error.code == .invalidUTF8)
      #expect(error.offset == 1)
    }
  }

  @Test func boundsNesting() throws {
    let deep = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    _ = try JSONValue(parsing: deep)
    let deeper = String(repeating: "[{\"a\":", count: 100_000)
    #expect(throws: JSONError.self) { try JSONValue(parsing: deeper) }
    do { _ = try JSONValue(parsing: deeper) } catch { #expect(error.code == .nestingTooDeep) }
  }

  /// A text at the nesting limit can be parsed, compared, written and freed on a small stack.
  @Test func survivesItsNestingLimitOnASmallStack() async {
    let text = String(repeating: "[{\"a\":", count: 64) + "1" + String(repeating: "}]", count: 64)
    let succeeded = await withCheckedContinuation { continuation in
      let thread = Thread {
        let value = try? JSONValue(parsing: text)
        let coding = ValueCoding(schema: Fixtures.world)
        let opaque = value.flatMap { try? coding.value(from: $0, as: OptionalType(.opaque)) }
        let untyped = value.flatMap { try? coding.untypedValue(from: $0) }
        let isSame = value == (try? JSONValue(parsing: text)) && value?.hashValue == value?.hashValue
        continuation.resume(returning: opaque == .string(text) && untyped == nil && isSame)
      }
      thread.stackSize = 512 * 1024
      thread.start()
    }
    #expect(succeeded)
  }
}
