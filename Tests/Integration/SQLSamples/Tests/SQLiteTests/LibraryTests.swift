import CDQConnections
import CDQRuntime
import Foundation
import LibraryMemory
import LibrarySQLite
import Tables
import Testing

/// The sample Library: each function on a store and on SQLite.
@Suite struct LibraryTests {
  private let store = Store(schema: .libraryMemory)
  private let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(path: ":memory:", access: .create)
    let writer = try TableWriter(.librarySQLite, on: connection)
    let books: [(number: Int, title: String, author: String, year: Int?, isbn: String?)] = [
      (1, "Emma", "Jane Austen", 1815, "978-0-14-143958-7"), (2, "Les Misérables", "Victor Hugo", 1862, nil),
      (3, "Notre-Dame de Paris", "Victor Hugo", 1831, "978-0-14-044430-8"),
      (4, "Émile", "Jean-Jacques Rousseau", 1762, nil), (5, "emil", "Erich Kästner", nil, nil),
    ]
    for (place, book) in books.enumerated() {
      var values: [String: SQLDatum] = [
        "number": .int(Int64(book.number)), "title": .text(book.title), "author": .text(book.author),
      ]
      if let year = book.year { values["year"] = .int(Int64(year)) }
      if let isbn = book.isbn {
        try writer.insert("Isbn", number: place, ["code": .text(isbn)])
        try LibraryMemory.Isbn(code: isbn).insert(in: store)
        values["isbn"] = .int(Int64(place))
      }
      try writer.insert("Book", number: place, values)
      try LibraryMemory.Book(
        number: Int64(book.number), title: book.title, author: book.author, year: book.year.map { Int64($0) },
        isbn: book.isbn
      ).insert(in: store)
    }
    for (place, (reader, day, book)) in [("Ann", 40.0, 3), ("Ben", 10.5, 1), ("Ann", 20, 3)].enumerated() {
      let date = Date(timeIntervalSinceReferenceDate: day * 86_400)
      try writer.insert(
        "Loan", number: place,
        [
          "reader": .text(reader), "since": .real(date.timeIntervalSinceReferenceDate),
          "book": .int(Int64(books.firstIndex { $0.number == book } ?? 0)), "book_position": .int(Int64(place)),
        ])
      try LibraryMemory.Loan(reader: reader, since: date, book: Int64(book)).insert(in: store)
    }
  }

  private func expectSame(_ found: [LibrarySQLite.Book], _ expected: [LibraryMemory.Book]) {
    #expect(found.map(\.number) == expected.map(\.number))
    #expect(found.map(\.title) == expected.map(\.title) && found.map(\.year) == expected.map(\.year))
    #expect(found.map(\.isbn) == expected.map(\.isbn))
  }

  @Test func `Books and loans are those of memory`() async throws {
    expectSame(try await Queries.books(in: connection), try Queries.books(in: store))
    for text in ["e", "em", "EMI", "hugo", "ß"] {
      expectSame(try await Queries.search(in: connection, text: text), try Queries.search(in: store, text: text))
    }
    expectSame(
      try await Queries.published(in: connection, from: 1801, to: 1900), try Queries.published(in: store, from: 1801, to: 1900))
    let code = "978-0-14-044430-8"
    let book: LibraryMemory.Book? = try Queries.withIsbn(in: store, code: code)
    let found: LibrarySQLite.Book? = try await Queries.withIsbn(in: connection, code: code)
    #expect(found?.number == book?.number && found != nil)
    let loans = try Queries.loans(in: store)
    let others = try await Queries.loans(in: connection)
    #expect(others.map(\.reader) == loans.map(\.reader) && others.map(\.title) == loans.map(\.title))
  }
}
