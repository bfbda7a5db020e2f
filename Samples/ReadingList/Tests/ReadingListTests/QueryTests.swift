import CDQKit
import Foundation
import Testing

/// What the queries of the app find, on objects in memory: without a simulator and a store, also on Linux.
@Suite struct QueryTests {
  private let books: Books

  init() throws {
    books = try Books()
  }

  @Test func `Text and shelf are optional`() throws {
    #expect(try books.titles("search", ["order": "title"]) == ["Dune", "Emma", "Momo", "Solaris", "Ulysses"])
    #expect(try books.titles("search", ["text": "LEM", "order": "title"]) == ["Solaris"])
    #expect(try books.titles("search", ["text": "æ", "order": "title"]).isEmpty)
    #expect(try books.titles("search", ["shelf": "Classics", "order": "added"]) == ["Ulysses", "Emma"])
  }

  @Test func `A book by nobody is not by Jane Austen`() throws {
    #expect(try books.titles("notBy", ["author": "Jane Austen"]) == ["Dune", "Momo", "Solaris", "Ulysses"])
  }

  @Test func `Years, shelves and what is forgotten`() throws {
    #expect(try books.library.query(named: "finishedIn").count(in: books.store, ["year": 2025]) == 2)
    let shelves = try books.library.query(named: "heavy").run(in: books.store, ["pages": 400])
    #expect(shelves.description.contains("Classics") && !shelves.description.contains("Fantastic"))
    let day = try Books.date("2025-06-01")
    #expect(try books.library.query(named: "forget").delete(in: books.store, ["day": .date(day)]) == 1)
    #expect(try books.titles("search", ["order": "title"]) == ["Dune", "Momo", "Solaris", "Ulysses"])
  }
}
