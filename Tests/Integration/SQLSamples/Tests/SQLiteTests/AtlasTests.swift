import AtlasMemory
import AtlasSQLite
import CDQConnections
import CDQRuntime
import Foundation
import Tables
import Testing

/// The sample Countries: each function on a store and on SQLite.
@Suite struct AtlasTests {
  private let store: Store
  private let connection: SQLiteConnection

  init() throws {
    let folder = URL(filePath: #filePath)
      .appending(path: "../../../../../../Samples/Countries/Sources/Atlas/Data").standardizedFileURL
    let inputs = try ["Country", "City"].map { entity in
      LoadInput(
        name: "\(entity).json", entity: entity, format: .json,
        bytes: try Data(contentsOf: folder.appending(path: "\(entity).json")))
    }
    store = try StoreLoader(schema: .atlasMemory).load(inputs).store
    connection = try SQLiteConnection(path: ":memory:", access: .create)
    try TableWriter(.atlasSQLite, on: connection).insertAtlas()
  }

  private func expectSame(_ found: [AtlasSQLite.City], _ expected: [AtlasMemory.City]) {
    #expect(found.map(\.id) == expected.map(\.id))
    #expect(found.map(\.name) == expected.map(\.name) && found.map(\.country) == expected.map(\.country))
    #expect(found.map(\.population) == expected.map(\.population))
    #expect(found.map(\.isCapital) == expected.map(\.isCapital))
  }

  @Test func `Cities are those of memory`() async throws {
    expectSame(try await Queries.cities(in: connection), try Queries.cities(in: store))
    for prefix in ["s", "MA", "ł", "", "Straß"] {
      expectSame(
        try await Queries.citiesNamed(in: connection, prefix: prefix), try Queries.citiesNamed(in: store, prefix: prefix))
    }
    for text in [nil, "o", "É"] as [String?] {
      expectSame(
        try await Queries.search(in: connection, text: text, order: .name),
        try Queries.search(in: store, text: text, order: .name))
      expectSame(
        try await Queries.search(in: connection, text: text, continent: .asia, order: .population),
        try Queries.search(in: store, text: text, continent: .asia, order: .population))
    }
    expectSame([try await Queries.capital(in: connection, country: "PL")], [try Queries.capital(in: store, country: "PL")])
    expectSame(
      try await Queries.largest(in: connection, atLeast: 1_000_000, count: 20),
      try Queries.largest(in: store, atLeast: 1_000_000, count: 20))
    expectSame(try await Queries.unplaced(in: connection), try Queries.unplaced(in: store))
    let count: Int = try Queries.citiesAbove(in: store, n: 1_000_000)
    #expect(try await Queries.citiesAbove(in: connection, n: 1_000_000) == count && count > 0)
  }

  @Test func `Countries are those of memory`() async throws {
    func expectSame(_ found: [AtlasSQLite.Country], _ expected: [AtlasMemory.Country]) {
      #expect(found.map(\.code) == expected.map(\.code))
      #expect(found.map(\.continent.rawValue) == expected.map(\.continent.rawValue))
    }
    expectSame(try await Queries.countries(in: connection), try Queries.countries(in: store))
    expectSame(
      try await Queries.countriesNamed(in: connection, text: "LAND"), try Queries.countriesNamed(in: store, text: "LAND"))
    expectSame(
      try await Queries.withCityAbove(in: connection, n: 3_000_000), try Queries.withCityAbove(in: store, n: 3_000_000))
    expectSame(try await Queries.withoutCities(in: connection), try Queries.withoutCities(in: store))
  }

  @Test func `A missing capital is an error`() async throws {
    await #expect(throws: DatabaseError.execution(.notFound(entity: "City"))) {
      let _: AtlasSQLite.City = try await Queries.capital(in: SQLiteConnection(path: ":memory:", access: .create).withTables, country: "XX")
    }
  }

  @Test func `A prefix is found by an index`() throws {
    let statement: SelectStatement<AtlasSQLite.City> = try Queries.citiesNamed(prefix: "ma")
    let plan = try connection.rows("EXPLAIN QUERY PLAN " + statement.text, statement.bindings)
    #expect(plan.contains { $0.last?.textForm?.contains("City_name_cd_index") ?? false }, "\(plan)")
  }
}

extension SQLiteConnection {
  /// The connection with the tables of the sample, which are empty.
  fileprivate var withTables: SQLiteConnection {
    get throws {
      _ = try TableWriter(.atlasSQLite, on: self)
      return self
    }
  }
}
