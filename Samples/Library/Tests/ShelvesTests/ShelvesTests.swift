import CDQRuntime
import Foundation
import Shelves
import Testing

@Suite struct ShelvesTests {
  @Test func `The README shows what the demo prints`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let readme = folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("README.md")
    let tour = try ShelvesDemo.tour().joined(separator: "\n")
    #expect(try String(contentsOf: readme, encoding: .utf8).contains("```\n\(tour)\n```"), "\(tour)")
  }

  @Test func `A book and its ISBN are one to one`() throws {
    let library = ShelvesDemo()
    #expect(try library.put(Book(number: 1, title: "A", author: "a", isbn: "x")))
    #expect(try library.put(Book(number: 2, title: "B", author: "b", isbn: "x")))
    #expect(try Queries.withIsbn(in: library.store, code: "x")?.number == 2)
    #expect(try Queries.books(in: library.store).map(\.isbn) == [nil, "x"])
    // The same number is the same book.
    #expect(try !library.put(Book(number: 2, title: "C", author: "b", isbn: "x")))
    #expect(library.store.count(of: "Book") == 2)
    try library.remove(2)
    #expect(library.store.count(of: "Isbn") == 0)
  }

  @Test func `A book that is lent stays, and so does its ISBN`() throws {
    let library = ShelvesDemo()
    try library.put(Book(number: 1, title: "A", author: "a", isbn: "x"))
    let loan = try library.lend(1, to: "Ann", on: Date())
    let key = ObjectKey(root: "Book", identity: .int(1))
    #expect(throws: StoreError.deleteDenied(entity: "Book", relationship: "loans", key: key)) { try library.remove(1) }
    #expect(try Queries.withIsbn(in: library.store, code: "x") != nil)
    try library.giveBack(loan)
    try library.remove(1)
    #expect(library.store.count(of: "Book") + library.store.count(of: "Isbn") == 0)
  }
}
