import CDQJSON
import Testing

@Suite struct JSONNodeTests {
  @Test func `Values have their places, and comments are white space`() throws {
    let text = "// é\n{ \"a\\u0062\": [1, -2.5, \"x // y\"], // \"no\"\n\"c\": {}, \"d\": null, \"e\": true }"
    let bytes = Array(text.utf8)
    let root = try JSONNode(utf8: bytes)
    func written(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let members = try #require(root.members)
    #expect(members.map(\.key) == ["ab", "c", "d", "e"])
    #expect(members.map { written($0.keyRange) } == ["\"a\\u0062\"", "\"c\"", "\"d\"", "\"e\""])
    #expect(members.map { written($0.value.range) } == ["[1, -2.5, \"x // y\"]", "{}", "null", "true"])
    let elements = try #require(members[0].value.elements)
    #expect(elements.map { written($0.range) } == ["1", "-2.5", "\"x // y\""])
    #expect(elements.map(\.integer) == [1, nil, nil] && elements[2].string == "x // y")
    #expect(members[1].value.members?.isEmpty == true && members[3].value.bool == true && members[2].value.kind == .null)
    #expect(written(root.range).hasPrefix("{ \"a") && root.range.upperBound == bytes.count)
  }

  /// The tape and the reader of whole values accept the same texts, and name the same place of the same error.
  @Test(arguments: [
    "", " ", "{", "[", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "[1 2]", "nul", "01", "1.", "\"", "\"\\x\"", "\"\\ud800\"",
    "\"\n\"", "[]]", "[[], {}, [{}]]", "{\"a\": [1, {\"b\": \"c\"}], \"d\": {}}", "\u{FEFF}1", "-0.5e3", "[true, false, null]",
    "{\"a\":{\"b\":[]}", "]", "{]", "[}", String(repeating: "[", count: 200), String(repeating: "{\"a\":", count: 200),
  ])
  func `Two readers of JSON agree`(text: String) {
    let whole = Result { () throws(JSONError) in _ = try JSONValue(parsing: text) }
    let tape = Result { () throws(JSONError) in _ = try JSONTape(utf8: Array(text.utf8)) }
    switch (whole, tape) {
    case (.success, .success): break
    case (.failure(let first), .failure(let second)): #expect(first == second)
    case (.success, .failure(let error)), (.failure(let error), .success): Issue.record("\(text): \(error)")
    }
  }

  @Test func `A slash that begins no comment is an error at its place`() {
    do throws(JSONError) {
      _ = try JSONNode(utf8: Array("{ /* */ }".utf8))
      Issue.record("read")
    } catch {
      #expect(error.offset == 2 && error.message == "a comment starts with '//'")
    }
  }

  @Test func `Text for people is indented, and arrays of scalars are on one line`() throws {
    let value = try JSONValue(parsing: #"{"a": [1, "x", null], "b": [], "c": {}, "d": [{"e": [[1]]}]}"#)
    #expect(
      value.indentedText == """
        {
          "a": [1, "x", null],
          "b": [],
          "c": {},
          "d": [
            {
              "e": [
                [1]
              ]
            }
          ]
        }
        """)
    #expect(value.text == #"{"a":[1,"x",null],"b":[],"c":{},"d":[{"e":[[1]]}]}"#)
    #expect(try JSONValue(parsing: value.indentedText) == value)
  }
}
