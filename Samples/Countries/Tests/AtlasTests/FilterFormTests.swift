import AtlasSearch
import CDQKit
import Testing

@Suite struct FilterFormTests {
  static let texts = [
    #"name BEGINSWITH "San" AND population > 1000000"#, "isCapital == TRUE OR population <= 5",
    "country.continent == .southAmerica", #"country.name != "Norway""#,
  ]

  @Test(arguments: texts) func `A text becomes rows, and rows become the text`(text: String) throws {
    let form = try #require(try FilterForm(parsing: text))
    #expect(try form.predicate().description == text)
    #expect(try FilterForm(parsing: form.predicate().description) == form)
  }

  @Test func `Rows become a text, and the text these rows`() throws {
    let form = FilterForm([
      .init("population", .greater, "1000000"), .init("country.continent", .equal, "asia"), .init("name", .contains, "o"),
    ])
    let text = try form.predicate().description
    #expect(text == #"population > 1000000 AND country.continent == .asia AND name CONTAINS "o""#)
    #expect(try FilterForm(parsing: text) == form)
  }

  @Test func `What does not fit is said, and what no form can show is no form`() throws {
    for row in [FilterForm.Row("population", .greater, "many"), .init("country.continent", .equal, "atlantis"), .init("nmae", .equal, "x")] {
      #expect(throws: QueryError.self) { try FilterForm([row]).predicate() }
    }
    #expect(try FilterForm(parsing: "population / 2 > 5") == nil)
    #expect(try FilterForm(parsing: "NOT isCapital") == nil)
    #expect(throws: QueryError.self) { try FilterForm(parsing: "nmae == 1") }
  }
}
