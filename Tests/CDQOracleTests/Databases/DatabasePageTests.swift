import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRandom
import CDQRuntime
import Foundation
import Testing

/// Pages of `PageQuery` on SQLite and PostgreSQL against pages of memory, on random schemas, data and orders.
@Suite struct DatabasePageTests {
  @Test func `Databases give the pages of memory`() throws {
    let server = try DatabaseTests.postgres.map { try PostgresConnection(url: $0, canWrite: true) }
    var (pages, refusals) = (0, 0)
    for number in 0..<30 {
      var random = SplitMix(seed: 25 << 32 + UInt64(number))
      let world = try DatabaseWorld(
        RandomWorld.make(&random).stored(withoutNaN: server == nil || number % 4 != 0), postgres: server,
        isForeign: number % 3 == 2)
      let schema = world.loaded.world.schema
      for entity in schema.entities where !schema.identity(of: entity.name).isEmpty {
        let attributes = schema.allAttributes(of: entity.name).filter { $0.type.isOrdered }.map(\.name)
        guard !attributes.isEmpty else { continue }
        let keys = (0..<2).map { _ in
          "#\(random.pick(attributes))\(random.pick(["", " desc", " nulls last", " desc nulls first"]))"
        }
        // Every other query is of objects.
        let columns = number % 2 == 0 ? "select #\(random.pick(attributes)) " : ""
        guard
          let query = try? CheckedQuery(
            parsing: "\(entity.name) \(columns)sort \(keys.joined(separator: ", "))", in: schema)
        else { continue }
        var cursor: PageCursor?
        repeat {
          let page = try PageQuery(query, after: cursor, limit: 3)
          let expected = try page.run(in: world.loaded.store)
          for (name, database, connection) in world.databases {
            guard let found = try DatabasePageTests.page(page, database, connection) else {
              refusals += 1
              continue
            }
            let place = Comment(rawValue: "\(name), world \(number): \(query)")
            #expect(DatabasePageTests.text(found) == DatabasePageTests.text(expected), place)
            #expect(found.next?.description == expected.next?.description, place)
            pages += 1
          }
          cursor = try expected.next.map { try PageCursor($0.text(.readable), .readable) }
        } while cursor != nil
      }
    }
    #expect(pages > 100 && refusals * 20 < pages, "\(pages) pages, \(refusals) refused")
  }
  /// The values of a page. NaN is equal to itself here, and SQLite has no negative zero.
  private static func text(_ page: Page<NamedRow>) -> [String] {
    page.items.map { row in row.values.map { $0 == .double(0) ? "0" : "\($0)" }.joined(separator: ", ") }
  }

  /// The page as a database gives it; nil when the database cannot run its query.
  private static func page(
    _ page: PageQuery, _ database: Database, _ connection: any DatabaseConnection
  ) throws -> Page<NamedRow>? {
    do {
      guard case .rows(let rows) = try database.run(page.ir, on: connection) else {
        throw ExecutionError.wrongResult(expected: "rows")
      }
      return try page.page(of: rows)
    } catch let error as DatabaseError {
      if case .refused = error { return nil }
      throw error
    }
  }
}
