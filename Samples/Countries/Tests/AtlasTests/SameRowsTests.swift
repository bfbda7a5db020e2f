import Atlas
import CDQKit
import CDQRuntime
import Foundation
import Testing

/// The generated functions against the library's own run of the same text on the same data.
@Suite struct SameRowsTests {
  /// What identifies the results of a generated function, and the arguments it was given.
  struct Case: Sendable {
    var query: String
    var arguments: Arguments
    var generated: @Sendable (Store) throws -> [ObjectKey]
  }

  static let cases = [
    Case(query: "cities", arguments: [:]) { try Queries.cities(in: $0).map(\.objectKey) },
    Case(query: "citiesNamed", arguments: ["prefix": .string("s")]) {
      try Queries.citiesNamed(in: $0, prefix: "s").map(\.objectKey)
    },
    Case(query: "citiesNamed", arguments: ["prefix": .string("MA")]) {
      try Queries.citiesNamed(in: $0, prefix: "MA").map(\.objectKey)
    },
    Case(query: "search", arguments: ["text": .string("o"), "order": .string("name")]) {
      try Queries.search(in: $0, text: "o", order: .name).map(\.objectKey)
    },
    Case(query: "search", arguments: ["continent": .string("Africa"), "order": .string("population")]) {
      try Queries.search(in: $0, continent: .africa, order: .population).map(\.objectKey)
    },
    Case(query: "search", arguments: ["order": .string("population")]) {
      try Queries.search(in: $0, order: .population).map(\.objectKey)
    },
    Case(query: "capital", arguments: ["country": .string("PL")]) {
      [try Queries.capital(in: $0, country: "PL").objectKey]
    },
    Case(query: "largest", arguments: ["atLeast": .int(1_000_000), "count": .int(20)]) {
      try Queries.largest(in: $0, atLeast: 1_000_000, count: 20).map(\.objectKey)
    },
    Case(query: "unplaced", arguments: [:]) { try Queries.unplaced(in: $0).map(\.objectKey) },
    Case(query: "countries", arguments: [:]) { try Queries.countries(in: $0).map(\.objectKey) },
    Case(query: "countriesNamed", arguments: ["text": .string("LAND")]) {
      try Queries.countriesNamed(in: $0, text: "LAND").map(\.objectKey)
    },
    Case(query: "withCityAbove", arguments: ["n": .int(3_000_000)]) {
      try Queries.withCityAbove(in: $0, n: 3_000_000).map(\.objectKey)
    },
    Case(query: "withoutCities", arguments: [:]) { try Queries.withoutCities(in: $0).map(\.objectKey) },
  ]

  @Test(arguments: cases)
  func `Generated functions and the library give the same rows`(_ test: Case) throws {
    let store = try AtlasData.store()
    let query = try CheckedQuery(parsing: try SameRowsTests.text(of: test.query), in: .atlas)
    guard case .records(let records) = try query.run(in: store, test.arguments) else {
      Issue.record("\(test.query) gives no objects")
      return
    }
    #expect(!records.isEmpty)
    #expect(try test.generated(store) == records.map(\.key))
  }

  @Test func `Counts agree`() throws {
    let store = try AtlasData.store()
    let query = try CheckedQuery(parsing: try SameRowsTests.text(of: "citiesAbove"), in: .atlas)
    guard case .count(let count) = try query.run(in: store, ["n": .int(1_000_000)]) else {
      Issue.record("no count")
      return
    }
    #expect(count > 0)
    #expect(try Queries.citiesAbove(in: store, n: 1_000_000) == count)
  }

  /// The text after `query name =` in one of the `.cdq` files.
  private static func text(of query: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/Atlas")
    for file in ["Cities.cdq", "Countries.cdq"] {
      let source = String(decoding: try Data(contentsOf: folder.appendingPathComponent(file)), as: UTF8.self)
      guard let start = source.range(of: "query \(query) =") else { continue }
      let rest = source[start.upperBound...]
      return String(rest[..<(rest.range(of: "\n\n")?.lowerBound ?? rest.endIndex)])
    }
    throw CocoaError(.fileNoSuchFile)
  }
}
