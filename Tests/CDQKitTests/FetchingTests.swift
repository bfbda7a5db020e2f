import CDQKit
import Foundation
import Testing

/// Checked predicates and orders over a store, with results as generated structs.
@Suite struct FetchingTests {
  private let store: Store
  private let ports: CheckedPredicate
  private let bySize: CheckedOrder

  init() throws {
    store = try Towns.store()
    ports = try CheckedPredicate(parsing: "isPort AND people >= $n", for: "Town", in: Towns.schema)
    bySize = try CheckedOrder(parsing: "people desc, name[cd]", for: "Town", in: Towns.schema)
  }

  @Test func `Objects are fetched, counted and deleted by a predicate`() throws {
    let n: Arguments = ["n": 300_000]
    #expect(try Town.all(in: store, where: ports, n).map(\.id) == [1, 4])
    #expect(try Town.all(in: store, where: ports, ["n": 0], sort: bySize, limit: 2).map(\.name) == ["Oslo", "Málaga"])
    #expect(try Town.all(in: store, where: ports, ["n": 0], sort: bySize, limit: 2, offset: 1).map(\.id) == [4, 2])
    #expect(try Town.all(in: store, sort: bySize, limit: 1).map(\.id) == [3])
    #expect(try Town.first(in: store, where: ports, n, sort: bySize)?.id == 1)
    #expect(try Town.count(in: store, where: ports, n) == 2)
    #expect(try Town.exists(in: store, where: ports, ["n": 10_000_000]) == false)
    #expect(try Town.all(in: store.snapshot, where: .everything).count == 5)
    #expect(try Town.all(in: store, where: .nothing).isEmpty)
    let deleted = try store.transaction { transaction in
      let deleted = try Town.delete(in: &transaction, where: ports, n)
      #expect(try Town.count(in: transaction, where: .everything) == 3)
      return deleted
    }
    #expect(deleted == 2)
    #expect(try Town.delete(in: store, where: .everything) == 3)
    #expect(Town.count(in: store) == 0)
  }

  @Test func `A predicate about another entity is refused`() throws {
    let lands = try CheckedPredicate(parsing: "code == 'NO'", for: "Land", in: Towns.schema)
    #expect(throws: ExecutionError.wrongEntity(expected: "Land", found: "Town")) {
      try Town.all(in: store, where: lands)
    }
    #expect(throws: ExecutionError.negativeCount(name: "limit", value: -1)) {
      try Town.all(in: store, where: .everything, limit: -1)
    }
    #expect(throws: ExecutionError.missingArgument(name: "n")) { try Town.all(in: store, where: ports) }
    #expect(throws: ExecutionError.wrongEntity(expected: "Town", found: "Land")) {
      try Land.all(in: store, sort: bySize)
    }
  }

  @Test func `The limits of a predicate bind its runs`() throws {
    let limits = Limits(steps: 2)
    let all = try CheckedPredicate(parsing: "people > 0 OR TRUEPREDICATE", for: "Town", in: Towns.schema, limits: limits)
    #expect(throws: ExecutionError.stepLimit(2)) { try Town.all(in: store, where: all) }
    #expect(try Town.all(in: store, where: all, options: ExecutionOptions()).count == 5)
    // The strictest of several limits holds for a combination.
    #expect(throws: ExecutionError.stepLimit(2)) { try Town.all(in: store, where: all && ports, ["n": 0]) }
  }

  @Test func `A query gives structs, rows of the program's types, and named rows`() throws {
    let query = try CheckedQuery(parsing: "Town where people > $n sort name", in: Towns.schema)
    #expect(try query.rows(of: Town.self, in: store, ["n": 600_000]).map(\.name) == ["Madrid", "Oslo"])
    #expect(throws: ExecutionError.self) { try query.rows(of: Land.self, in: store, ["n": 1]) }
    struct Size: Decodable, Equatable {
      var name: String
      var people: Int?
      var mood: Mood
      var founded: Date?
      var tags: [String]
      var height: Float
    }
    let select = try CheckedQuery(
      parsing: "Town select name, people, mood, founded, tags.@count as n, height sort id", in: Towns.schema)
    #expect(throws: DecodingError.self) { try select.rows(of: Size.self, in: store) }
    struct Short: Decodable, Equatable { var name: String; var people: Int?; var mood: Mood; var n: UInt8 }
    let rows = try select.rows(of: Short.self, in: store)
    #expect(rows.first == Short(name: "Oslo", people: 709_037, mood: .calm, n: 0))
    #expect(rows.last?.people == nil)
    let named = try select.rows(in: store)
    #expect(named[2]["name"] == "Madrid" && named[2]["nothing"] == nil && named[4]["people"] == .null)
    #expect(named[4].description == #"name: "Atlantis", people: NULL, mood: "calm", founded: NULL, n: 0, height: 0.0"#)
    #expect(throws: ExecutionError.wrongResult(expected: "objects, not rows")) { try query.rows(in: store, ["n": 1]) }
    #expect(try CheckedQuery(parsing: "count Town", in: Towns.schema).count(in: store) == 5)
    #expect(try CheckedQuery(parsing: "exists Land where name == 'x'", in: Towns.schema).exists(in: store) == false)
    #expect(try CheckedQuery(parsing: "delete Town where isPort", in: Towns.schema).delete(in: store) == 3)
  }

  @Test func `A query is made from parts without a text`() throws {
    let query = try CheckedQuery(
      .first, of: "Town", in: Towns.schema, where: ports.binding(["n": 5]), sort: bySize, limit: 3, offset: 1)
    let text = "first Town where isPort AND people >= 5 sort people desc, name [cd] limit 3 offset 1"
    #expect(query.description == text)
    let written = try CheckedQuery(parsing: text, in: Towns.schema)
    #expect(query.ir == written.ir)
    #expect(try query.rows(of: Town.self, in: store).map(\.id) == [4])
    #expect(try CheckedQuery(of: "Town", in: Towns.schema).description == "Town")
    #expect(throws: QueryError.self) { try CheckedQuery(of: "Land", in: Towns.schema, where: ports) }
    #expect(throws: QueryError.self) { try CheckedQuery(of: "Town", in: Towns.schema, limit: -1) }
  }

  @Test func `Live results follow the store`() async throws {
    var results = Town.live(in: store, where: ports, ["n": 300_000], sort: bySize, limit: 2).makeAsyncIterator()
    #expect(try await results.next()?.map(\.id) == [1, 4])
    try Town(id: 6, name: "Rotterdam", people: 651_446, isPort: true).insert(in: store)
    #expect(try await results.next()?.map(\.id) == [1, 6])
  }

  @Test func `Results print and compare`() throws {
    let query = try CheckedQuery(parsing: "Land sort code", in: Towns.schema)
    let result = try query.run(in: store)
    #expect(result.description == #"[Land(code: "ES", name: "España"), Land(code: "NO", name: "Norge")]"#)
    #expect(try query.run(in: store) == result)
    #expect(try CheckedQuery(parsing: "count Land", in: Towns.schema).run(in: store).description == "2")
    #expect(try CheckedQuery(parsing: "Land  sort code", in: Towns.schema) == query)
    #expect(ports != (try ports.binding(["n": 1])))
  }

  // MARK: Pages

  static let orders = [
    "name", "people", "people desc", "people nulls last, name desc", "people desc nulls first", "name[cd] desc, height",
    "land.name, people desc", "height desc", "isPort, mood desc", "founded, name", "founded desc nulls first, id desc",
    "tags.@count desc", "length(name), name",
  ]

  @Test(arguments: orders) func `Pages follow each other without gaps`(text: String) throws {
    let store = try Towns.store()
    var random = SystemRandomNumberGenerator()
    let names = ["a", "A", "á", "b", "", "Å", "z"]
    for id in 10..<70 {
      let town = Town(
        id: Int64(id), name: names[Int(random.next() % 7)], people: random.next() % 3 == 0 ? nil : Int64(random.next() % 4),
        height: [0, 1.5, -.infinity, .infinity, .nan, -0.0][Int(random.next() % 6)],
        founded: random.next() % 2 == 0 ? nil : Date(timeIntervalSince1970: Double(random.next() % 3)),
        mood: random.next() % 2 == 0 ? .calm : .lively, isPort: random.next() % 2 == 0,
        tags: Array(repeating: "t", count: Int(random.next() % 3)), land: ["NO", "ES", nil][Int(random.next() % 3)])
      try town.insert(in: store)
    }
    let order = try CheckedOrder(parsing: text, for: "Town", in: Towns.schema)
    let byIdentity = order.then(try CheckedOrder(parsing: "id", for: "Town", in: Towns.schema))
    for (filter, limit) in [(CheckedPredicate.everything, 7), (try CheckedPredicate(parsing: "isPort", for: "Town", in: Towns.schema), 1)] {
      let expected = try Town.all(in: store, where: filter, sort: byIdentity).map(\.id)
      var found: [Int64] = []
      var cursor: PageCursor?
      repeat {
        let page = try Town.page(in: store, where: filter, sort: order, after: cursor, limit: limit)
        #expect(page.items.count == limit || page.next == nil)
        found += page.items.map(\.id)
        // What a URL carries.
        cursor = try page.next.map { try PageCursor($0.text(.readable), .readable) }
        #expect(try cursor == page.next || page.next?.text(.readable) == cursor?.text(.readable))
      } while cursor != nil && found.count < 200
      #expect(found == expected, "\(text)")
    }
  }

  @Test func `Deleted and inserted objects neither repeat nor hide others`() throws {
    let order = try CheckedOrder(parsing: "name", for: "Town", in: Towns.schema)
    let first = try Town.page(in: store, sort: order, limit: 2)
    #expect(first.items.map(\.name) == ["Atlantis", "Bergen"])
    try first.items[1].delete(in: store)
    try Town(id: 9, name: "Aachen").insert(in: store)
    #expect(try Town.page(in: store, sort: order, after: first.next, limit: 2).items.map(\.name) == ["Madrid", "Málaga"])
  }

  @Test(arguments: ["", "garbage", "x", "bnVsbA", "W10", "====", String(repeating: "A", count: 100_000), "W3siaW50Ijo1fV0"])
  func `A text that is no cursor is an error and not the first page`(text: String) throws {
    let order = try CheckedOrder(parsing: "name", for: "Town", in: Towns.schema)
    let error = #expect(throws: ExecutionError.self) {
      try Town.page(in: store, sort: order, after: PageCursor(text, .readable), limit: 2)
    }
    #expect(error?.code == "malformed-cursor")
  }

  @Test func `A cursor belongs to its order`() throws {
    let order = try CheckedOrder(parsing: "name", for: "Town", in: Towns.schema)
    let other = try Town.page(in: store, sort: bySize, limit: 2)
    let error = #expect(throws: ExecutionError.self) {
      try Town.page(in: store, sort: order, after: other.next, limit: 2)
    }
    #expect(error?.code == "malformed-cursor")
    let local = try CheckedOrder(parsing: "name[l]", for: "Town", in: Towns.schema)
    #expect(throws: ExecutionError.self) { try Town.page(in: store, sort: local, limit: 2) }
    #expect(throws: ExecutionError.negativeCount(name: "limit", value: 0)) { try Town.page(in: store, limit: 0) }
  }

  @Test func `A sealed cursor shows nothing and opens only with its seal`() throws {
    struct Damaged: Error {}
    // Stands for encryption: it turns the bits, and a first byte shows that it has made the bytes.
    func seal(_ key: UInt8) -> CursorSeal {
      CursorSeal(
        sealing: { Data([key] + $0.map { $0 ^ key }) },
        opening: { bytes in
          guard bytes.first == key else { throw Damaged() }
          return Data(bytes.dropFirst().map { $0 ^ key })
        })
    }
    let order = try CheckedOrder(parsing: "name", for: "Town", in: Towns.schema)
    let next = try #require(try Town.page(in: store, sort: order, limit: 2).next)
    let text = try next.text(seal(0x5A))
    #expect(try PageCursor(text, seal(0x5A)) == next)
    for other in [seal(0x33), .readable] {
      #expect(throws: ExecutionError.self) { try PageCursor(text, other) }
    }
    #expect(throws: ExecutionError.self) { try PageCursor(next.text(.readable), seal(0x5A)) }
    let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
    let bytes = try #require(Data(base64Encoded: base64 + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)))
    let shown = ["\(next)", text, String(decoding: bytes, as: UTF8.self)]
    #expect(!shown.contains { $0.contains("Bergen") })
  }
}
