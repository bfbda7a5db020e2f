import CDQKit
import CDQRuntime
import Foundation
import Testing

/// Rows of related objects in a row, as a program gets them from a query string.
@Suite struct ShapeTests {
  private struct Near: Decodable, Equatable {
    var name: String
    var people: Int?
  }

  private struct Place: Decodable, Equatable {
    struct Owner: Decodable, Equatable {
      var name: String
      var towns: [Near]
    }
    var name: String
    var land: Owner?
  }

  private static func query(_ text: String) throws -> CheckedQuery { try CheckedQuery(parsing: text, in: Towns.schema) }

  @Test func `Rows are decoded with the rows in them`() throws {
    let store = try Towns.store()
    let query = try ShapeTests.query(
      "Town where id IN {1, 5} select name, land { name, towns { name, people sort people desc limit 2 } } sort id")
    let places = try query.rows(of: Place.self, in: store)
    let norway = Place.Owner(name: "Norge", towns: [Near(name: "Oslo", people: 709_037), Near(name: "Bergen", people: 291_940)])
    #expect(places == [Place(name: "Oslo", land: norway), Place(name: "Atlantis", land: nil)])
    struct Wrong: Decodable {
      struct Owner: Decodable { var code: String }
      var land: Owner?
    }
    #expect(throws: DecodingError.self) { try query.rows(of: Wrong.self, in: store) }
    struct Flat: Decodable { var land: String }
    #expect(throws: DecodingError.self) { try query.rows(of: Flat.self, in: store) }
  }

  @Test func `A page has shapes, and the next one begins after it`() throws {
    let store = try Towns.store()
    let query = try ShapeTests.query("Land select towns { name sort name limit 1 }, name sort name")
    let first = try PageQuery(query, limit: 1).run(in: store)
    #expect(first.items.map { $0["name"] } == [.string("España")])
    #expect(first.items.first?["towns"] == .list([.list([.string("Madrid")])]))
    let second = try PageQuery(query, after: first.next, limit: 1).run(in: store)
    #expect(second.items.map { $0["name"] } == [.string("Norge")] && second.next == nil)
  }

  @Test func `Only what is listed may be in a shape`() throws {
    var allowance = try Allowance(["Town": ["name", "land.name"], "Land": ["name", "towns.name"]], in: Towns.schema)
    allowance.clauses = Set(Allowance.Clause.allCases)
    func allows(_ text: String) -> Bool {
      (try? CheckedQuery(parsing: text, allowing: allowance)) != nil
    }
    #expect(allows("Town select name, land { name }") && allows("Land select towns { name }"))
    #expect(!allows("Town select land { code }") && !allows("Land select towns { people }"))
    #expect(!allows("Land select towns { name where people > 5 }") && !allows("Land select towns { name sort people }"))
    // The towns of a town's land are not listed.
    #expect(!allows("Town select land { towns { name } }") && !allows("Town select land.towns { name }"))
    allowance.clauses.remove(.limit)
    #expect(!allows("Land select towns { name limit 1 }"))
    allowance.includesToMany = false
    #expect(!allows("Land select towns { name }") && allows("Town select land { name }"))
  }

  /// The work is counted by the limit of steps: it grows with the towns, not with their pairs.
  @Test(arguments: [
    "Town select land.towns { id sort people desc limit 1 } as top sort id",
    "Town select land { towns { id sort people desc limit 1 } as top } sort id",
    "Town select land { towns { land.towns { id sort people desc limit 1 } as top sort id limit 2 } } sort id",
  ]) func `The rows of one object are made once for all rows that lead to it`(_ text: String) throws {
    let store = Store(schema: Towns.schema)
    try store.insert(Land(code: "NO", name: "Norge"))
    for id in 1...1_000 { try store.insert(Town(id: Int64(id), name: "Town", people: Int64(id), land: "NO")) }
    let rows = try ShapeTests.query(text).rows(in: store, options: ExecutionOptions(maximumSteps: 12_000))
    #expect(rows.count == 1_000 && rows.allSatisfy { "\($0)".contains("1000") })
    #expect(rows.last.map { "\($0)" } == rows.first.map { "\($0)" })
  }

  @Test func `A remembered row is that of its own run`() throws {
    let store = try Towns.store()
    let query = try ShapeTests.query("Town where id == 1 select land.towns { name where id > $least sort id limit 1 } as next")
    #expect(try query.rows(in: store, ["least": 0]).first?["next"] == .list([.list([.string("Oslo")])]))
    #expect(try query.rows(in: store, ["least": 1]).first?["next"] == .list([.list([.string("Bergen")])]))
  }

  @Test func `A query may nest shapes as deep as the parser allows, and no deeper`() throws {
    let store = try Towns.store()
    func text(_ depth: Int) -> String {
      "Land select " + String(repeating: "towns { land { ", count: depth / 2) + "code" + String(repeating: " } }", count: depth / 2)
    }
    #expect(try ShapeTests.query(text(16)).rows(in: store).count == 2)
    let error = #expect(throws: (any Error).self) { try ShapeTests.query(text(18)) }
    #expect("\(error ?? CancellationError())".contains("nest"))
  }
}
