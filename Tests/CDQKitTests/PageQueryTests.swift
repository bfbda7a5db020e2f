import CDQKit
import CDQTestSupport
import Foundation
import Testing

/// Pages of rows against pages of objects, and queries that are narrowed.
@Suite struct PageQueryTests {
  private let store: Store
  private let columns: CheckedQuery

  init() throws {
    store = try Towns.store()
    columns = try CheckedQuery(parsing: "Town select id, name, land.name as land", in: Towns.schema)
  }

  @Test(arguments: FetchingTests.orders) func `Rows come in the pages of their objects`(text: String) throws {
    var random = SystemRandomNumberGenerator()
    for id in 10..<50 {
      try Town(
        id: Int64(id), name: ["a", "A", "á", "b"][Int(random.next() % 4)],
        people: random.next() % 3 == 0 ? nil : Int64(random.next() % 4),
        height: [0, 1.5, .nan, -.infinity][Int(random.next() % 4)], isPort: random.next() % 2 == 0,
        tags: Array(repeating: "t", count: Int(random.next() % 3)), land: ["NO", "ES", nil][Int(random.next() % 3)]
      ).insert(in: store)
    }
    let order = try CheckedOrder(parsing: text, for: "Town", in: Towns.schema)
    let ports = try CheckedPredicate(parsing: "isPort == $port", for: "Town", in: Towns.schema)
    let query = try columns.narrowed(to: ports, sort: order)
    var (objects, rows) = (nil as PageCursor?, nil as PageCursor?)
    for _ in 0..<20 {
      let expected = try Town.page(in: store, where: ports, ["port": true], sort: order, after: objects, limit: 3)
      let page = try PageQuery(query, after: rows, limit: 3)
      let found = try page.run(in: store, ["port": true])
      #expect(found.items.map { $0["id"] } == expected.items.map { .int($0.id) }, "\(text)")
      #expect(found.items.allSatisfy { $0.names == ["id", "name", "land"] })
      #expect(try found.next?.text(.readable) == expected.next?.text(.readable), "a cursor of rows is one of objects")
      guard case .rows(let values) = try store.run(page.ir, arguments: ["port": true]) else {
        Issue.record("no rows")
        return
      }
      let again = try page.page(of: values)
      #expect(again.items == found.items && again.next?.description == found.next?.description)
      (objects, rows) = (expected.next, try found.next.map { try PageCursor($0.text(.readable), .readable) })
      if rows == nil { break }
    }
    #expect(rows == nil)
  }

  @Test func `A page of objects has the columns of a select of their properties`() throws {
    let names = ["id", "name"]
    let objects = try PageQuery(CheckedQuery(parsing: "Town sort name", in: Towns.schema), limit: 2)
    let found = try objects.run(in: store)
    let expected = try PageQuery(CheckedQuery(parsing: "Town select id, name sort name", in: Towns.schema), limit: 2).run(in: store)
    #expect(found.items.map { row in names.map { row[$0] } } == expected.items.map { row in names.map { row[$0] } })
    #expect(found.next != nil && found.next == expected.next)
  }

  @Test func `Pages that cannot be are refused`() throws {
    for text in [
      "first Town", "count Town", "Town select distinct name", "Town group by name select name", "Town select name limit 5",
      "Town select name offset 1", "first Town select name", "Town select name sort name[l]",
      "Town select name sort $o in (name, id)",
    ] {
      let query = try CheckedQuery(parsing: text, in: Towns.schema)
      #expect(throws: ExecutionError.self, "\(text)") { try PageQuery(query, limit: 5) }
    }
    let keyless = try Schema(parsing: "entity Thing { name: String }")
    let things = try CheckedQuery(parsing: "Thing select name", in: keyless)
    #expect(throws: ExecutionError.self) { try PageQuery(things, limit: 5) }
    #expect(throws: ExecutionError.negativeCount(name: "limit", value: 0)) { try PageQuery(columns, limit: 0) }
    let page = try PageQuery(columns, limit: .max)
    #expect(throws: ExecutionError.wrongResult(expected: "rows of the page's query")) { try page.page(of: [[.null]]) }
    let first = try PageQuery(columns, limit: 1).run(in: store)
    let sorted = try columns.narrowed(
      to: .everything, sort: CheckedOrder(parsing: "name", for: "Town", in: Towns.schema))
    #expect(throws: ExecutionError.self) { try PageQuery(sorted, after: first.next, limit: 1) }
  }

  @Test func `A narrowed query is the text with both conditions`() throws {
    func predicate(_ text: String) throws -> CheckedPredicate {
      try CheckedPredicate(parsing: text, for: "Town", in: Towns.schema)
    }
    let order = try CheckedOrder(parsing: "people desc, name[cd]", for: "Town", in: Towns.schema)
    func expect(_ query: CheckedQuery, _ text: String) throws {
      #expect(query == (try CheckedQuery(parsing: text, in: Towns.schema)))
    }
    try expect(
      columns.narrowed(to: predicate("isPort"), sort: order),
      "Town where isPort select id, name, land.name as land sort people desc, name[cd]")
    let own = try CheckedQuery(parsing: "Town where people > 5 OR isPort select name sort id", in: Towns.schema)
    try expect(own.narrowed(to: .everything), "Town where people > 5 OR isPort select name sort id")
    try expect(
      own.narrowed(to: predicate("name == 'a' OR id == 1")),
      "Town where (people > 5 OR isPort) AND (name == 'a' OR id == 1) select name sort id")
    try expect(columns.narrowed(to: .nothing), "Town where FALSEPREDICATE select id, name, land.name as land")

    let shared = try CheckedQuery(parsing: "Town where people > $n select name", in: Towns.schema)
    #expect(try shared.narrowed(to: predicate("id < $n")).parameters.map(\.name) == ["n"])
    // A bound value is not the parameter of the same name.
    let bound = try shared.narrowed(to: predicate("id < $n").binding(["n": 3]))
    #expect(try bound.rows(in: store, ["n": 300_000]).map { $0["name"] } == ["Oslo"])
    #expect(bound.parameters.map(\.name) == ["n"])

    #expect(throws: QueryError.self, "two orders") { try own.narrowed(to: .everything, sort: order) }
    #expect(throws: QueryError.self, "another type") { try shared.narrowed(to: predicate("name == $n")) }
    let land = try CheckedPredicate(parsing: "code == 'NO'", for: "Land", in: Towns.schema)
    #expect(throws: QueryError.self, "another entity") { try columns.narrowed(to: land) }
    // The limits of an untrusted text hold for the run.
    let hostile = try CheckedPredicate(
      parsing: "name MATCHES '.*'", for: "Town", in: Towns.schema, limits: Limits(steps: 1))
    #expect(throws: ExecutionError.stepLimit(1)) { try columns.narrowed(to: hostile).rows(in: store) }
  }
}
