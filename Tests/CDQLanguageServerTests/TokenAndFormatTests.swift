import CDQJSON
import CDQLanguageServer
import Testing

/// Semantic tokens and formatting.
@Suite struct TokenAndFormatTests {
  let client: TestClient
  let path = "/w/Q.cdq"

  init() throws {
    client = try TestClient()
  }

  /// The words of tokens with their classes.
  private func tokens(_ data: [JSONValue], _ text: String) -> [String] {
    let legend = client.received.first?[path: "result", "capabilities", "semanticTokensProvider", "legend"]
    let names = legend?["tokenTypes"]?.asArray.compactMap(\.asString) ?? []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf16) }
    var (line, column) = (0, 0)
    let numbers = data.compactMap(\.asInt)
    return stride(from: 0, to: numbers.count, by: 5).map { index in
      line += numbers[index]
      column = numbers[index] == 0 ? column + numbers[index + 1] : numbers[index + 1]
      let word = String(decoding: lines[line][column..<(column + numbers[index + 2])], as: UTF16.self)
      return "\(word) \(names[numbers[index + 3]])\(numbers[index + 4] == 0 ? "" : " \(numbers[index + 4])")"
    }
  }

  @Test func namesHaveTheClassOfTheirSymbols() {
    let text = "/// Doc\nquery a = City where name == $x AND kind == .small /* b\nc */ sort country.title desc\n"
    client.open(path, text)
    let data = client.about("semanticTokens/full", path)["data"]?.asArray ?? []
    #expect(
      tokens(data, text) == [
        "/// Doc comment 2", "query keyword", "a function 1", "= operator", "City class", "where keyword",
        "name property",
        "== operator", "$x parameter", "AND keyword", "kind property", "== operator", "small enumMember",
        "/* b comment",
        "c */ comment", "sort keyword", "country property", "title property", "desc keyword",
      ])
  }

  @Test func wordsAreKeywordsOnlyInTheirPlaces() {
    let text = "entity E {\n  sort: Int64\n  limit: String\n}\nquery first = first E sort sort, limit desc limit 5\n"
    client.open("/w/E.cdq", text)
    let data = client.about("semanticTokens/full", "/w/E.cdq")["data"]?.asArray ?? []
    #expect(
      tokens(data, text).suffix(11) == [
        "query keyword", "first function 1", "= operator", "first keyword", "E class", "sort keyword", "sort property",
        "limit property", "desc keyword", "limit keyword", "5 number",
      ])
  }

  @Test func differencesGiveTheSameTokens() {
    client.open(path, "query a = City\nquery b = City where name == $x\nquery c = Country\n")
    let first = client.about("semanticTokens/full", path)
    var data = first["data"]?.asArray ?? []
    client.change(path, PositionRange(Position(line: 1, character: 14), Position(line: 1, character: 14)), " only")
    let delta = client.about("semanticTokens/full/delta", path, ["previousResultId": first["resultId"]])
    let edits = delta["edits"]?.asArray ?? []
    #expect(edits.count == 1)
    for edit in edits {
      let start = edit["start"]?.asInt ?? 0
      data.replaceSubrange(start..<(start + (edit["deleteCount"]?.asInt ?? 0)), with: edit["data"]?.asArray ?? [])
    }
    #expect(data == client.about("semanticTokens/full", path)["data"]?.asArray)
    // Of tokens that the server does not know it sends all.
    #expect(client.about("semanticTokens/full/delta", path, ["previousResultId": .string("x")])["data"] != nil)
  }

  @Test func tokensOfARange() {
    let text = "query a = City\nquery b = City\nquery c = City\n"
    client.open(path, text)
    let range = PositionRange(Position(line: 1, character: 0), Position(line: 1, character: 14)).json
    let data = client.about("semanticTokens/range", path, ["range": range])["data"]?.asArray ?? []
    #expect(tokens(data, text) == ["query keyword", "b function 1", "= operator", "City class"])
  }

  // MARK: Formatting

  private func formatted(_ method: String, _ text: String, _ more: KeyValuePairs<String, JSONValue?> = [:]) -> String {
    client.open(path, text)
    return TestClient.apply(client.about(method, path, more).asArray, to: text)
  }

  @Test func wholeFiles() {
    #expect(formatted("formatting", "query   a=City  where name==$x\n") == "query a = City where name == $x\n")
    #expect(client.about("formatting", path).asArray.count == 1)
    #expect(formatted("formatting", "query a = City\n") == "query a = City\n")
    #expect(client.about("formatting", path).asArray.isEmpty)
  }

  @Test func aFileWithAnErrorIsFormattedWhereItIsSound() {
    let text = "query   a=City\n\nquery b = City where ==\n\nquery   c=City // end\n"
    #expect(formatted("formatting", text) == "query a = City\n\nquery b = City where ==\n\nquery c = City // end\n")
  }

  @Test func ranges() {
    let range = PositionRange(Position(line: 1, character: 3), Position(line: 1, character: 3)).json
    #expect(
      formatted("rangeFormatting", "query   a=City\nquery   b=City\n", ["range": range])
        == "query   a=City\nquery b = City\n")
  }

  @Test func typingABrace() {
    let text = "entity E {\nname:String\n}"
    let position = Position(line: 2, character: 1).json
    #expect(
      formatted("onTypeFormatting", text, ["position": position, "ch": .string("}")]) == "entity E {\n  name: String\n}"
    )
  }

  @Test func typingALineBreak() {
    let text = "query   a=City\n"
    let position = Position(line: 1, character: 0).json
    #expect(formatted("onTypeFormatting", text, ["position": position, "ch": .string("\n")]) == "query a = City\n")
  }
}
