import CDQKit
import Foundation
import ShelfSwiftData
import SwiftData
import Testing

/// Compares the generated `#Predicate`s, which Foundation runs on Linux, with the evaluator on the same objects.
@Suite struct ShelfTests {
  /// A call of a generated function, and the same query as text and arguments.
  struct Call: Sendable, CustomTestStringConvertible {
    var query: String
    var arguments: Arguments = [:]
    var generated: @Sendable (Shelves) throws -> [Int64]
    var testDescription: String { query }
  }

  static let id = Shelves.id(3)

  static let calls: [Call] = [
    Call(query: "titled", arguments: ["prefix": "B"]) { try pages(Queries.titled(in: $0.context, prefix: "B")) },
    Call(query: "titled", arguments: ["prefix": ""]) { try pages(Queries.titled(in: $0.context, prefix: "")) },
    Call(query: "long", arguments: ["pages": 50, "most": 4, "skip": 1]) {
      try pages(Queries.long(in: $0.context, pages: 50, most: 4, skip: 1))
    },
    Call(query: "long", arguments: ["pages": 50, "most": 0, "skip": 0]) {
      try pages(Queries.long(in: $0.context, pages: 50, most: 0, skip: 0))
    },
    Call(query: "noteIs", arguments: ["note": "a"]) { try pages(Queries.noteIs(in: $0.context, note: "a")) },
    Call(query: "noteIs", arguments: ["note": nil]) { try pages(Queries.noteIs(in: $0.context, note: nil)) },
    Call(query: "noteNot") { try pages(Queries.noteNot(in: $0.context)) },
    Call(query: "copiesAtMost", arguments: ["copies": 2]) {
      try pages(Queries.copiesAtMost(in: $0.context, copies: 2))
    },
    Call(query: "between", arguments: ["low": 40]) { try pages(Queries.between(in: $0.context, low: 40)) },
    Call(query: "onShelf", arguments: ["shelf": "S1"]) { try pages(Queries.onShelf(in: $0.context, shelf: "S1")) },
    Call(query: "onShelf", arguments: ["shelf": nil]) { try pages(Queries.onShelf(in: $0.context, shelf: nil)) },
    Call(query: "lent") { try pages(Queries.lent(in: $0.context)) },
    Call(query: "mood", arguments: ["mood": "LOUD"]) { try pages(Queries.mood(in: $0.context, mood: .loud)) },
    Call(query: "mood", arguments: ["mood": nil]) { try pages(Queries.mood(in: $0.context, mood: nil)) },
    Call(query: "notLoud") { try pages(Queries.notLoud(in: $0.context)) },
    Call(query: "oneOf", arguments: ["ids": .list([.uuid(id)])]) {
      try pages(Queries.oneOf(in: $0.context, ids: [id]))
    },
    Call(query: "marked", arguments: ["page": 5]) { try pages(Queries.marked(in: $0.context, page: 5)) },
    Call(query: "allShort") { try pages(Queries.allShort(in: $0.context)) },
    Call(query: "busy", arguments: ["page": 3]) { try pages(Queries.busy(in: $0.context, page: 3)) },
    Call(query: "search", arguments: ["order": "pages"]) { try pages(Queries.search(in: $0.context, order: .pages)) },
    Call(query: "search", arguments: ["text": "o", "order": "title"]) {
      try pages(Queries.search(in: $0.context, text: "o", order: .title))
    },
    Call(query: "search", arguments: ["note": "a", "order": "copies"]) {
      try pages(Queries.search(in: $0.context, note: "a", order: .copies))
    },
    Call(query: "search", arguments: ["note": "a", "copies": 1, "page": 4, "order": "pages"]) {
      try pages(Queries.search(in: $0.context, note: "a", copies: 1, page: 4, order: .pages))
    },
    Call(query: "sums", arguments: ["sum": 30.0]) { try pages(Queries.sums(in: $0.context, sum: 30.0)) },
    Call(query: "day") { try pages(Queries.day(in: $0.context)) },
    Call(query: "firstTwo") { try pages([Queries.firstTwo(in: $0.context)].compactMap { $0 }) },
    Call(query: "only", arguments: ["id": .uuid(id)]) { try pages([Queries.only(in: $0.context, id: id)]) },
    Call(query: "amount") { try [Int64(Queries.amount(in: $0.context))] },
    Call(query: "amountPage") { try [Int64(Queries.amountPage(in: $0.context))] },
    Call(query: "anyNew") { try [Queries.anyNew(in: $0.context) ? 1 : 0] },
    Call(query: "inShelf", arguments: ["one": .object(ObjectKey(root: "Shelf", identity: .string("S1")))]) {
      try pages(Queries.inShelf(in: $0.context, one: $0.shelves[1]))
    },
  ]

  static func pages(_ books: [Book]) -> [Int64] { books.map(\.pages) }

  @Test(arguments: calls)
  func `Predicates give the rows of the evaluator`(_ call: Call) throws {
    let world = Shelves()
    let query = try CheckedQuery(parsing: Shelves.text(of: call.query), in: Shelves.schema())
    let prepared = try query.prepare(for: Shelves.books)
    let expected: [Int64]
    switch query.ir.cardinality {
    case .many: expected = ShelfTests.pages(try prepared.records(in: world.books, arguments: call.arguments))
    case .first:
      expected = ShelfTests.pages([try prepared.first(in: world.books, arguments: call.arguments)].compactMap { $0 })
    case .one: expected = ShelfTests.pages([try prepared.one(in: world.books, arguments: call.arguments)])
    case .count: expected = [Int64(try prepared.count(in: world.books, arguments: call.arguments))]
    case .exists: expected = [try prepared.exists(in: world.books, arguments: call.arguments) ? 1 : 0]
    case .delete, .update: expected = []
    }
    #expect(try call.generated(world) == expected)
  }

  @Test func `Rows, deletions and errors are those of the language`() throws {
    let world = Shelves()
    let rows = try Queries.names(in: world.context)
    #expect(rows.count == world.books.count { $0.pages > 10 })
    #expect(rows.contains { $0.mood == .loud && $0.shelfName == "S1" })
    #expect(try Set(Queries.notes(in: world.context)) == ["a", "b", "c", nil])
    #expect(throws: ExecutionError.self) { try Queries.only(in: world.context, id: UUID()) }
    #expect(throws: ExecutionError.self) { try Queries.long(in: world.context, pages: 1, most: -1, skip: 0) }
    #expect(try Queries.holding(in: world.context, book: world.books[1]).map(\.name) == ["S1"])
    #expect(try Queries.byLevel(in: world.context).map(\.name) == ["S0", "S1", "S2", "S3"])
    let marks = world.books.flatMap(\.marks).count { $0.page > 4 }
    #expect(try Queries.drop(in: world.context, page: 4) == marks)
    #expect(try Queries.drop(in: world.context, page: 4) == 0)
    #expect(try Queries.recent(in: world.context, days: 1.0).isEmpty)
    let fresh = world.books.filter(\.isNew)
    #expect(try Queries.shelve(in: world.context, shelf: nil, pages: 7) == fresh.count)
    #expect(fresh.allSatisfy { !$0.isNew && $0.note == $0.title && $0.rank == .high && $0.shelf == nil && $0.pages == 7 })
    #expect(try Queries.shelve(in: world.context, shelf: nil) == 0)
  }
}
