import CDQConnections
import CDQGRDB
import Cities
import Foundation
import GRDB
import Testing

@Suite struct GRDBTests {
  private let queue: DatabaseQueue

  init() throws {
    var configuration = Configuration()
    configuration.prepareForQueries()
    queue = try DatabaseQueue(configuration: configuration)
    try queue.write { database in
      for table in OwnLayout(.cities).tables {
        for text in table.statements(.sqlite) { try database.execute(sql: text) }
      }
      let cities: [(String, Int?)] = [("Oslo", 700_000), ("Mainz", 220_000), ("Málaga", nil), ("malmö", 360_000)]
      for (number, city) in cities.enumerated() {
        try database.execute(
          sql: """
            INSERT INTO City (_id, id, name, name_c, name_cd, population)
            VALUES (?1, ?1, ?2, cdq_fold(?2, 'c'), cdq_fold(?2, 'cd'), ?3)
            """, arguments: [number, city.0, city.1])
      }
    }
  }

  @Test func `A queue runs generated functions`() async throws {
    let named = try await Queries.citiesNamed(in: queue, prefix: "ma")
    #expect(named.map(\.name) == ["malmö", "Málaga", "Mainz"])
    #expect(named.map(\.population) == [360_000, nil, 220_000])
    #expect(try await Queries.search(in: queue, least: 300_000).map(\.id) == [0, 3])
    #expect(try await Queries.search(in: queue, least: 300_000, pattern: "O*").map(\.id) == [0])
    #expect(try await Queries.numbered(in: queue, ids: [3, 1, 9]).map(\.id) == [1, 3])
    #expect(try await Queries.numbered(in: queue, ids: []).isEmpty)
    #expect(try await Queries.countAbove(in: queue, least: 300_000) == 2)
  }

  @Test func `A statement is for one database`() async throws {
    await #expect(throws: CDQConnections.DatabaseError.self) {
      try await queue.rows(of: SQLStatement(text: "SELECT 1"), for: .postgres)
    }
  }

  @Test func `Functions belong to one build of SQLite`() async throws {
    let queue = try DatabaseQueue()
    try await queue.read { database in
      let handle = try #require(database.sqliteConnection)
      #expect(throws: CDQConnections.DatabaseError.self) { try SQLiteConnection.registerFunctions(on: handle, build: "another") }
    }
  }
}
