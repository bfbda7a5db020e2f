import Atlas
import CDQDatabase
import CityServer
import Foundation
import Testing

/// The server over PostgreSQL against the server over memory. `run` starts a database and these tests.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["CDQ_POSTGRES"] != nil)) struct PostgresTests {
  /// Calls a closure with a server over memory and a server over a database with the same cities.
  private func comparing(
    _ body: @escaping @Sendable (_ memory: Loopback, _ postgres: Loopback) async throws -> Void
  ) async throws {
    let url = try #require(ProcessInfo.processInfo.environment["CDQ_POSTGRES"])
    let store = try AtlasData.store()
    let database = Database(schema: .atlas, dialect: .postgres)
    do {
      let connection = try PostgresConnection(url: url, canWrite: true)
      try connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
      try database.create(on: connection, with: store.snapshot)
    }
    let pool = ConnectionPool(.postgres(url: url), size: 4)
    defer { pool.close() }
    try await Loopback.serving(MemoryCities(store)) { memory in
      try await Loopback.serving(DatabaseCities(database, pool)) { postgres in try await body(memory, postgres) }
    }
  }

  @Test func `A thousand filters have the same answers, page by page`() async throws {
    try await comparing { memory, postgres in
      var writer = FilterWriter(seed: 7)
      var found = 0
      for _ in 0..<1_000 {
        let (filter, sort, limit) = (writer.filter(), writer.sort(), writer.pick(["1", "3", "20", "100"]))
        var page: String?
        // The first pages tell; filters that most cities satisfy would have two hundred.
        for _ in 0..<4 {
          var target = "/cities?limit=\(limit)"
          for (name, value) in [("filter", filter), ("sort", sort), ("page", page)] {
            guard let value else { continue }
            target += "&\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
          }
          let (expected, answer) = (try await memory.get(raw: target), try await postgres.get(raw: target))
          #expect(expected.status == 200, "\(filter), \(sort): \(expected.text)")
          #expect(answer == expected, "\(filter), \(sort): \(answer.text) instead of \(expected.text)")
          guard expected.status == 200 else { break }
          let cities = try expected.decoded(as: CityPage.self)
          found += cities.cities.count
          page = cities.next
          if page == nil { break }
        }
      }
      #expect(found > 1_000)
    }
  }

  @Test func `A thousand hostile filters have the same answers`() async throws {
    try await comparing { memory, postgres in
      var writer = FilterWriter(seed: 8)
      for _ in 0..<1_000 {
        let text = writer.hostileText()
        let expected = try await memory.get("/cities", ["filter": text])
        let answer = try await postgres.get("/cities", ["filter": text])
        #expect(answer == expected, "\(text): \(answer.text) instead of \(expected.text)")
      }
      #expect(try await postgres.get("/health").status == 200)
    }
  }

  @Test func `One city, and a database that is gone`() async throws {
    try await comparing { memory, postgres in
      for path in ["/cities/1", "/cities/205", "/cities/4711", "/cities/x"] {
        let expected = try await memory.get(path)
        #expect(try await postgres.get(path) == expected, "\(path)")
      }
    }
    let nowhere = ConnectionPool(.postgres(url: "postgres://cdq:hunter2@127.0.0.1:1/cdq"), size: 1)
    try await Loopback.serving(DatabaseCities(Database(schema: .atlas, dialect: .postgres), nowhere)) { server in
      for path in ["/cities", "/cities/1", "/health"] {
        let answer = try await server.get(path)
        #expect(
          answer.status == 503 && !answer.text.contains("hunter2") && !answer.text.contains("127.0.0.1"),
          "\(answer.text)")
      }
    }
  }
}
