import Atlas
import CityServer
import Foundation
import Testing

@Suite struct CityServerTests {
  private func data() throws -> MemoryCities { MemoryCities(try AtlasData.store()) }

  @Test func `Filters, sorts and pages`() async throws {
    try await Loopback.serving(data()) { server in
      let large = try await server.cities([
        "filter": "country.continent == .southAmerica AND population > 1000000", "sort": "population desc",
      ])
      let sizes = large.cities.compactMap(\.population)
      #expect(sizes.count > 3 && sizes == sizes.sorted(by: >) && sizes.allSatisfy { $0 > 1_000_000 })
      #expect(large.cities.allSatisfy { $0.continent == "South America" })

      let everything = try AtlasData.store()
      for sort in ["name[cd]", "population", "population desc, name", "country.name desc nulls last, isCapital"] {
        var found: [Int64] = []
        var page = try await server.cities(["sort": sort, "limit": "7"])
        found += page.cities.map(\.id)
        while let next = page.next {
          page = try await server.cities(["sort": sort, "limit": "7", "page": next])
          found += page.cities.map(\.id)
        }
        #expect(found.count == City.count(in: everything) && Set(found).count == found.count, "\(sort)")
      }
    }
  }

  @Test func `One city, or none`() async throws {
    try await Loopback.serving(data()) { server in
      let answer = try await server.get("/cities/1")
      #expect(answer.status == 200)
      #expect(
        answer.text
          == #"{"continent":"Europe","country":"Portugal","id":1,"isCapital":true,"name":"Lisboa","population":546000}"#
      )
      #expect(try await server.get("/cities/4711").status == 404)
      #expect(try await server.get("/cities/x").status == 400)
      #expect(try await server.get("/cities/9223372036854775808").status == 400)
      #expect(try await server.get("/nowhere").status == 404)
      #expect(try await server.get("/health").status == 200)
    }
  }

  @Test func `A mistake is an answer with its place`() async throws {
    try await Loopback.serving(data()) { server in
      let answer = try await server.get("/cities", ["filter": "isCapital AND\n  nmae == 'é'"])
      #expect(answer.status == 400)
      let mistake = try #require(try answer.decoded(as: Problem.self).errors.first)
      #expect(mistake.code == "unknown-property" && mistake.parameter == "filter")
      #expect(mistake.line == 2 && mistake.column == 3)
      #expect(mistake.range?.start == 16 && mistake.range?.end == 20)
      #expect(mistake.label == "did you mean 'name'?")
      let edit = try #require(mistake.fixIts?.first?.edits.first)
      #expect(edit.text == "name" && edit.range == mistake.range)
    }
  }

  static let refused: [(parameters: KeyValuePairs<String, String>, word: String)] = [
    (["filter": "id == 5"], "has no property 'id'"),
    (["filter": "country.code == 'PT'"], "has no property 'code'"),
    (["filter": "ANY country.cities.name == 'Porto'"], "not-allowed"),
    (["filter": "country.cities == NULL"], "has no property 'cities'"),
    (["filter": "name MATCHES '(a+)+'"], "not-allowed"), (["filter": "population > $n"], "not-allowed"),
    (["filter": ""], "error"), (["filter": "delete City"], "error"), (["filter": "Country"], "error"),
    (["filter": String(repeating: "(", count: 500)], "error"),
    (["filter": String(repeating: "a", count: 5_000)], "error"),
    (["sort": "id"], "has no property 'id'"), (["sort": ""], "error"), (["sort": "name[l]"], "[l]"),
    (["page": "%%%"], "malformed-cursor"), (["page": "W10"], "malformed-cursor"),
    (["page": "W10", "sort": "name[l]"], #""parameter":"sort""#),
    (["limit": "0"], "1 to 100"), (["limit": "101"], "1 to 100"), (["limit": "x"], "1 to 100"),
    (["fliter": "isCapital"], "unknown-parameter"), (["sort": "name", "sort": "name"], "duplicate-parameter"),
  ]

  @Test func `What is hidden, wrong or too much is refused`() async throws {
    try await Loopback.serving(data()) { server in
      for (parameters, word) in CityServerTests.refused {
        let answer = try await server.get("/cities", parameters)
        #expect(answer.status == 400 && answer.text.contains(word), "\(parameters): \(answer.text)")
        let problem = try answer.decoded(as: Problem.self)
        #expect(problem.status == 400 && !problem.errors.isEmpty)
      }
    }
  }

  @Test func `A plus is a space, as forms write it`() async throws {
    try await Loopback.serving(data()) { server in
      let spaces = try await server.get(raw: "/cities?filter=name%20==%20'Porto'")
      let pluses = try await server.get(raw: "/cities?filter=name+%3D%3D+'Porto'&sort=name")
      #expect(spaces == pluses)
      #expect(try spaces.decoded(as: CityPage.self).cities.map(\.name) == ["Porto"])
      let sum = try await server.get(raw: "/cities?filter=population+%2B+1+%3D%3D+232001")
      #expect(try sum.decoded(as: CityPage.self).cities.map(\.name) == ["Porto"])
    }
  }

  @Test func `A cursor belongs to its order`() async throws {
    try await Loopback.serving(data()) { server in
      let next = try #require(try await server.cities(["sort": "population desc"]).next)
      let answer = try await server.get("/cities", ["page": next])
      #expect(answer.status == 400 && answer.text.contains(#""parameter":"page""#), "\(answer.text)")
    }
  }
}
