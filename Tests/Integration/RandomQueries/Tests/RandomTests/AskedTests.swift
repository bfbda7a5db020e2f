import CDQConnections
import CDQKit
import Foundation
import Places
import Selected
import Stored
import Testing

/// Compares functions with arguments on a store with those on SQLite.
@Suite struct AskedTests {
  private let store: Store
  private let world: SQLWorld

  init() throws {
    store = try StoreLoader(schema: .stored).load([LoadInput(name: "World.json", bytes: World.shared.json)]).store
    world = try SQLWorld()
  }

  private var connection: SQLiteConnection { world.connection }

  @Test(arguments: [nil, "aba", "É", "", "x y"] as [String?], [nil, 5, 0] as [Int64?])
  func `Parts without an argument are left out`(text: String?, low: Int64?) async throws {
    for high in [nil, 2] as [Int16?] {
      for port in [nil, true, false] {
        // Two modules have an enum of the sort, so that only its cases can be named.
        let expected = [
          try Queries.optionalParts(in: store, text: text, low: low, high: high, port: port, order: .name),
          try Queries.optionalParts(in: store, text: text, low: low, high: high, port: port, order: .people),
          try Queries.optionalParts(in: store, text: text, low: low, high: high, port: port, order: .nick),
        ]
        let found = [
          try await Queries.optionalParts(in: connection, text: text, low: low, high: high, port: port, order: .name),
          try await Queries.optionalParts(in: connection, text: text, low: low, high: high, port: port, order: .people),
          try await Queries.optionalParts(in: connection, text: text, low: low, high: high, port: port, order: .nick),
        ]
        #expect(found.map { $0.map(\.id) } == expected.map { $0.map(\.id) })
      }
    }
    let expected: [Stored.Town] = try Queries.oneOptional(in: store, prefix: text)
    let found: [Selected.Town] = try await Queries.oneOptional(in: connection, prefix: text)
    #expect(found.map(\.id) == expected.map(\.id))
  }

  @Test(arguments: [nil, "N1", "N4", "none"] as [String?], [nil, "aba", ""] as [String?])
  func `nil is an argument, too`(nation: String?, nick: String?) async throws {
    let expected: [Stored.Town] = try Queries.withNation(in: store, nation: nation)
    let found: [Selected.Town] = try await Queries.withNation(in: connection, nation: nation)
    #expect(found.map(\.id) == expected.map(\.id))
    #expect(found.map(\.nation) == expected.map(\.nation))
    let others: [Stored.Town] = try Queries.otherNation(in: store, nation: nation, nick: nick)
    #expect(try Queries.otherNation(nation: nation, nick: nick).all(on: connection).map(\.id) == others.map(\.id))
  }

  @Test(arguments: [[], [3], Array(0..<200)] as [[Int64]], [[], ["STRASSE", "ébene"], [""]] as [[String]])
  func `Lists have any size`(ids: [Int64], names: [String]) async throws {
    let expected: [Stored.Town] = try Queries.among(in: store, ids: ids, names: names)
    let statement = try Queries.among(ids: ids, names: names)
    #expect(statement.bindings.count == ids.count + names.count)
    #expect(try statement.all(on: connection).map(\.id) == expected.map(\.id))
    let sizes: [Stored.Town] = try Queries.amongSizes(in: store, sizes: ids.isEmpty ? [] : [.large], size: .small)
    let found: [Selected.Town] = try await Queries.amongSizes(
      in: connection, sizes: ids.isEmpty ? [] : [.large], size: .small)
    #expect(found.map(\.id) == sizes.map(\.id))
    #expect(found.map { $0.size?.rawValue } == sizes.map { $0.size?.rawValue })
  }

  @Test(arguments: [0, 7, 1000] as [Int64], [0, 5] as [Int64])
  func `Pages, patterns, dates and decimals`(count: Int64, skipped: Int64) async throws {
    let page: [Stored.Town] = try Queries.page(in: store, rank: 0, count: count, skipped: skipped)
    let found: [Selected.Town] = try await Queries.page(in: connection, rank: 0, count: count, skipped: skipped)
    #expect(found.map(\.id) == page.map(\.id))
    #expect(found.map(\.height) == page.map(\.height) && found.map(\.rate) == page.map(\.rate))
    #expect(found.map(\.score) == page.map(\.score) && found.map(\.isOld) == page.map(\.isOld))
    let like: [Stored.Town] = try Queries.likeness(in: store, pattern: "a?a*", end: "d")
    #expect(try Queries.likeness(pattern: "a?a*", end: "d").all(on: connection).map(\.id) == like.map(\.id))
    let (from, to) = (Date(timeIntervalSinceReferenceDate: 86_400), Date(timeIntervalSinceReferenceDate: 300_000.5))
    let dates: [Stored.Town] = try Queries.dates(in: store, from: from, to: to)
    let dated = try Queries.dates(from: from, to: to).all(on: connection)
    #expect(dated.map(\.id) == dates.map(\.id) && dated.map(\.opened) == dates.map(\.opened))
    let rates: [Stored.Town] = try Queries.decimals(in: store, rates: [1, 2], rate: Decimal(21) / 10)
    #expect(try Queries.decimals(rates: [1, 2], rate: Decimal(21) / 10).all(on: connection).map(\.id) == rates.map(\.id))
  }

  @Test func `Numbers, single objects and rows`() async throws {
    let nations: [Stored.Nation] = try Queries.anyTown(in: store, people: 76)
    let found: [Selected.Nation] = try await Queries.anyTown(in: connection, people: 76)
    #expect(found.map(\.code) == nations.map(\.code) && !found.isEmpty)
    let count: Int = try Queries.towns(in: store, score: 2)
    #expect(try await Queries.towns(in: connection, score: 2) == count)
    for name in ["aba", "nobody"] {
      let isThere: Bool = try Queries.hasTown(in: store, name: name)
      #expect(try await Queries.hasTown(in: connection, name: name) == isThere)
      let first: Stored.Town? = try Queries.firstNamed(in: store, name: name)
      let other: Selected.Town? = try await Queries.firstNamed(in: connection, name: name)
      #expect(other?.id == first?.id)
    }
    let one: Selected.Town = try await Queries.byId(in: connection, id: 7)
    #expect(one.id == 7)
    await #expect(throws: DatabaseError.execution(.notFound(entity: "Town"))) {
      let _: Selected.Town = try await Queries.byId(in: SQLWorld().connection, id: 700)
    }
    for least in [nil, 0] as [Int64?] {
      let rows = try Queries.perNation(in: store, least: least, count: 3)
      let selected = try await Queries.perNation(in: connection, least: least, count: 3)
      #expect(selected.map(\.nation) == rows.map(\.nation) && selected.map(\.people) == rows.map(\.people))
      #expect(selected.map(\.towns) == rows.map(\.towns) && selected.map(\.height) == rows.map(\.height))
    }
    let sizes: [Stored.Size?] = try Queries.sizes(in: store)
    let other: [Selected.Size?] = try await Queries.sizes(in: connection)
    #expect(other.map { $0?.rawValue } == sizes.map { $0?.rawValue })
    let selected = try await Queries.nations(in: connection, rank: 1)
    let rows = try Queries.nations(in: store, rank: 1)
    #expect(selected.map(\.nation) == rows.map(\.nation) && selected.map(\.isOld) == rows.map(\.isOld))
  }

  @Test func `Mistakes are errors`() async throws {
    await #expect(throws: DatabaseError.execution(.negativeCount(name: "count", value: -1))) {
      let _: [Selected.Town] = try await Queries.page(in: SQLWorld().connection, rank: 0, count: -1, skipped: 0)
    }
    #expect(throws: DatabaseError.self) { try Queries.towns(score: .nan) }
    _ = try connection.rows("UPDATE \"Town\" SET size = 'huge' WHERE id = 7")
    #expect(throws: DatabaseError.self) { try Queries.byId(id: 7).only(on: connection) }
    _ = try connection.rows("UPDATE \"Town\" SET size = NULL WHERE id = 7")
    #expect(try Queries.byId(id: 7).only(on: connection).size == nil)
    #expect(throws: DatabaseError.self) { try SQLDialect.Name.postgres.expect(connection.dialect.name) }
    let pool = ConnectionPool(size: 1) { () throws(DatabaseError) in throw .cannotConnect("nobody is there") }
    await #expect(throws: DatabaseError.cannotConnect("nobody is there")) {
      let _: [Selected.Town] = try await Queries.withNation(in: pool, nation: nil)
    }
  }
}
