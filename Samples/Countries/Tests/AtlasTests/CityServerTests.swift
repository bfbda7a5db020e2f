import Atlas
import AtlasSearch
import CDQKit
import Foundation
import Testing

@Suite struct CityServerTests {
  private let server: CityServer

  init() throws {
    server = try CityServer(AtlasData.store())
  }

  private struct Answer: Decodable {
    var cities: [City]
    var next: String?
  }

  private func cities(_ query: [String: String]) throws -> Answer {
    let (status, body) = try server.cities(query)
    #expect(status == 200, "\(String(decoding: body, as: UTF8.self))")
    return try JSONDecoder().decode(Answer.self, from: body)
  }

  @Test func `Filters, orders and pages`() throws {
    let filter = "country.continent == .southAmerica AND population > 1000000"
    #expect(try cities(["filter": filter, "sort": "largest"]).cities.first?.population ?? 0 > 1_000_000)
    var (names, after): ([String], String?) = ([], nil)
    repeat {
      let page = try cities(after.map { ["after": $0] } ?? [:])
      names += page.cities.map(\.name)
      after = page.next
    } while after != nil
    #expect(names.count == City.count(in: try AtlasData.store()))
  }

  @Test func `What is hidden or wrong is an answer with a place`() throws {
    for (query, word) in [
      (["filter": "nmae == 'x'"], "did you mean 'name'?"), (["filter": "id == 5"], "has no property 'id'"),
      (["filter": "name MATCHES '(a+)+'"], "not-allowed"), (["sort": "id"], "there is no order 'id'"),
      (["filter": "delete City"], "error"), (["after": "%%%"], "damaged"), (["filter": "Country"], "error"),
    ] {
      let (status, body) = try server.cities(query)
      #expect(status == 400)
      #expect(String(decoding: body, as: UTF8.self).contains(word), "\(query)")
    }
  }

  /// Texts of pieces of the language, of other languages, and of bytes, in any order.
  @Test func `Ten thousand hostile filters get answers`() throws {
    let pieces = [
      "name", "population", "country.name", "id", "country.code", "country.cities.name", "==", "!=", ">", "IN", "LIKE",
      "MATCHES", "BEGINSWITH[cd]", "BETWEEN", "{1, 2}", "{", "}", "(", ")", "(((((((", "'x'", "\"", "'", "5", "-", "1e999",
      "9223372036854775808", "$x", "%@", "NOT", "AND", "OR", "&&", "||", "!", "ANY", "ALL", "SUBQUERY(", "$c", ",", ".@count",
      "TERNARY(", "CAST(", "now()", "NULL", "nil", ";", "--", "DROP TABLE", "SELECT * FROM City", "delete City", "where",
      "sort", "limit 5", "\u{0}", "\u{202E}", "é", "👨‍👩‍👧", "\n", "//", "/*", "FUNCTION(", "'(a+)+$'", "aaaaaaaaaaaaaaaaaaaaaaaa!",
    ]
    var random = SystemRandomNumberGenerator()
    var statuses: [Int: Int] = [:]
    for _ in 0..<10_000 {
      let count = Int.random(in: 1...12, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined(separator: " ")
      let (status, body) = try server.cities(["filter": text, "sort": "largest"])
      statuses[status, default: 0] += 1
      #expect(!body.isEmpty && [200, 400].contains(status), "\(text)")
      // Nothing that the allowance does not list is in an answer, unless the text itself says it.
      let answer = String(decoding: body, as: UTF8.self)
      if status == 400, !text.contains("code") { #expect(!answer.contains("'code'"), "\(text): \(answer)") }
    }
    #expect(statuses[400, default: 0] > 5_000, "\(statuses)")
    let long = String(repeating: "(", count: 100_000)
    #expect(try server.cities(["filter": long]).status == 400)
  }
}
