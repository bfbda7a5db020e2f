import CDQJSON
import CDQLanguageServer
import Testing

/// Large and deep texts, many edits, and what a change makes the server do again.
@Suite struct StressTests {
  private static func queries(_ count: Int) -> String {
    (0..<count).map { "query q\($0) = City where population > \($0) AND name BEGINSWITH $prefix\n" }.joined()
  }

  @Test func onlyChangedQueriesAreCheckedAgain() throws {
    let client = try TestClient()
    let path = "/w/Q.cdq"
    client.open(path, StressTests.queries(100))
    let document = try #require(client.server.workspace.documents[path])
    let target = try #require(client.server.workspace.target(of: document))
    let before = target.checkCount
    let place = PositionRange(Position(line: 50, character: 6), Position(line: 50, character: 6))
    client.change(path, place, "x")
    #expect(target.checkCount == before + 1)
    // A comment above all of them moves them, and changes none.
    let top = PositionRange(Position(line: 0, character: 0), Position(line: 0, character: 0))
    client.change(path, top, "// comment\n")
    #expect(target.checkCount == before + 1)
    // A comment in the schema changes no query, another type all of them.
    client.open("/w/Schema.cdq", TestClient.schema + "\n// comment\n")
    #expect(target.checkCount == before + 1)
    client.change("/w/Schema.cdq", nil, TestClient.schema.replacing("population: Int64", with: "population: Double"))
    #expect(target.checkCount > before + 100)
  }

  @Test func manyEditsKeepOneText() throws {
    let client = try TestClient()
    let path = "/w/Q.cdq"
    client.open(path, StressTests.queries(5))
    let place = Position(line: 2, character: 6)
    for number in 0..<500 {
      client.change(path, PositionRange(place, place), "\(number % 10)")
      client.change(path, PositionRange(place, Position(line: 2, character: 7)), "")
    }
    #expect(client.text(path) == StressTests.queries(5))
    #expect(client.codes(path).isEmpty)
    let document = try #require(client.server.workspace.documents[path])
    #expect(document.cacheSize <= 32)
  }

  static let texts: [String] = [
    "query a = City where " + String(repeating: "(", count: 5000) + "name == 1" + String(repeating: ")", count: 5000),
    "query a = City where " + String(repeating: "NOT ", count: 5000) + "isCapital",
    "query a = City where population == " + String(repeating: "-", count: 5000) + "1",
    "query a = City where " + String(repeating: "SUBQUERY(country.cities, $c, ", count: 500),
    "query a = City where " + String(repeating: "abs(", count: 3000),
    "query a = City where country" + String(repeating: ".cities.country", count: 3000) + ".title == 1",
    "query a = City where name IN " + String(repeating: "{", count: 3000),
    "query a = City where population == 1" + String(repeating: " + 1", count: 5000),
    "query a = City where name == \"" + String(repeating: "ä😀", count: 20_000) + "\" AND nmae == 1",
    String(repeating: "/* ", count: 3000), String(repeating: "query ", count: 3000), String(repeating: "entity A {", count: 500),
    // Long, not deep: each part costs the same, wherever it is.
    "query a = City where " + (0..<3000).map { "population != \($0)" }.joined(separator: " AND "),
    "query a = City where " + (0..<3000).map { "name == $p\($0)" }.joined(separator: " OR "),
    "query a = City where name IN {" + (0..<5000).map { "\"n\($0)\"" }.joined(separator: ", ") + "}",
    "entity A { a: String @range(" + (0..<3000).map { " a\($0): String" }.joined(),
    StressTests.queries(1000), (0..<2000).map { "entity E\($0) { a: String }\n" }.joined(),
    String(repeating: "{", count: 5000), "mapping M: City { name = " + String(repeating: "a.", count: 5000),
  ]

  /// All requests about the start, the middle and the end of texts that nest deeply or are long.
  @Test(arguments: texts) func hardTexts(_ text: String) throws {
    let client = try TestClient()
    let path = "/w/Q.cdq"
    client.open(path, text)
    let end = Position(line: 0, character: text.utf16.count)
    let whole = PositionRange(Position(line: 0, character: 0), end)
    for place in [whole.start, Position(line: 0, character: text.utf16.count / 2), end] {
      for method in [
        "completion", "hover", "signatureHelp", "definition", "references", "documentHighlight", "prepareRename", "rename",
        "onTypeFormatting",
      ] {
        let parameters = client.at(path, place, ["newName": .string("z"), "ch": .string("}")])
        let answer = client.answer("textDocument/\(method)", parameters)
        #expect(answer["result"] != nil || answer["error"] != nil, "\(method)")
      }
    }
    for method in [
      "documentSymbol", "codeAction", "formatting", "rangeFormatting", "foldingRange", "selectionRange", "inlayHint",
      "semanticTokens/full", "semanticTokens/range",
    ] {
      let positions = JSONValue.array([end.json])
      #expect(client.about(method, path, ["range": whole.json, "positions": positions]) != .null, "\(method)")
    }
  }
}
