import CDQSemantics
import CDQSyntax
import Testing

/// The names by which callers choose a sort key do not depend on the layout of the file.
@Suite struct SortKeyNameTests {
  @Test(arguments: [
    ("name", "name"), ("#name", "name"), ("country . name", "country.name"), ("country.#name desc", "country.name"),
    ("SELF.country\n  // the land\n  .name [cd]", "SELF.country.name"), ("streets.@count", "streets.@count"),
  ])
  func `A key is named by its words`(text: String, name: String) throws {
    let source = SourceText(name: "<query>", "City sort $order in (\(text), rank)")
    let query = try #require(check(Parser.parseQuery(source).tree, source: source, schema: Sample.schema).query)
    guard case .choice(_, let keys) = query.sort else {
      Issue.record("no choice: \(query.dump)")
      return
    }
    #expect(keys.map(\.name) == [name, "rank"])
  }
}
