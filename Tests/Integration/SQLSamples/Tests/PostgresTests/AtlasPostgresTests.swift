import AtlasMemory
import AtlasPostgres
import CDQConnections
import CDQRuntime
import Foundation
import Tables
import Testing

/// The sample Countries on PostgreSQL, through a pool; only where CDQ_POSTGRES names a server.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["CDQ_POSTGRES"] != nil)) struct PostgresTests {
  @Test func `Cities and countries are those of memory`() async throws {
    let folder = URL(filePath: #filePath)
      .appending(path: "../../../../../../Samples/Countries/Sources/Atlas/Data").standardizedFileURL
    let inputs = try ["Country", "City"].map { entity in
      LoadInput(
        name: "\(entity).json", entity: entity, format: .json,
        bytes: try Data(contentsOf: folder.appending(path: "\(entity).json")))
    }
    let store = try StoreLoader(schema: .atlasMemory).load(inputs).store
    let url = try #require(ProcessInfo.processInfo.environment["CDQ_POSTGRES"])
    do {
      let connection = try PostgresConnection(url: url, canWrite: true)
      try connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
      try TableWriter(.atlasPostgres, on: connection).insertAtlas()
    }
    let pool = ConnectionPool(.postgres(url: url), size: 2)

    func expectSame(_ found: [AtlasPostgres.City], _ expected: [AtlasMemory.City]) {
      #expect(found.map(\.id) == expected.map(\.id))
      #expect(found.map(\.name) == expected.map(\.name) && found.map(\.country) == expected.map(\.country))
      #expect(found.map(\.population) == expected.map(\.population))
      #expect(found.map(\.isCapital) == expected.map(\.isCapital))
    }
    func expectSame(_ found: [AtlasPostgres.Country], _ expected: [AtlasMemory.Country]) {
      #expect(found.map(\.code) == expected.map(\.code))
    }
    expectSame(try await Queries.cities(in: pool), try Queries.cities(in: store))
    for prefix in ["s", "MA", "", "ł"] {
      expectSame(try await Queries.citiesNamed(in: pool, prefix: prefix), try Queries.citiesNamed(in: store, prefix: prefix))
    }
    for text in [nil, "o", "É"] as [String?] {
      expectSame(
        try await Queries.search(in: pool, text: text, continent: .asia, order: .population),
        try Queries.search(in: store, text: text, continent: .asia, order: .population))
    }
    expectSame([try await Queries.capital(in: pool, country: "PL")], [try Queries.capital(in: store, country: "PL")])
    expectSame(
      try await Queries.largest(in: pool, atLeast: 1_000_000, count: 20),
      try Queries.largest(in: store, atLeast: 1_000_000, count: 20))
    expectSame(try await Queries.unplaced(in: pool), try Queries.unplaced(in: store))
    let count: Int = try Queries.citiesAbove(in: store, n: 1_000_000)
    #expect(try await Queries.citiesAbove(in: pool, n: 1_000_000) == count)
    expectSame(try await Queries.countriesNamed(in: pool, text: "LAND"), try Queries.countriesNamed(in: store, text: "LAND"))
    expectSame(try await Queries.withCityAbove(in: pool, n: 3_000_000), try Queries.withCityAbove(in: store, n: 3_000_000))
    expectSame(try await Queries.withoutCities(in: pool), try Queries.withoutCities(in: store))
  }
}
