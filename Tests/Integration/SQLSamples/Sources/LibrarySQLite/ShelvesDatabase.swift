public import CDQDatabase
import Foundation

/// What a librarian does: the sample's `ShelvesDemo` with a database in place of the store.
public struct ShelvesDatabase: Sendable {
  private let store: DatabaseStore

  /// The books in a database, whose tables are made.
  public init(_ store: DatabaseStore) throws {
    self.store = store
    try store.create()
  }

  /// Adds a book, or changes the one with that number. Its ISBN leaves the book that had it.
  @discardableResult
  func put(_ book: Book) async throws -> Bool {
    try await store.transaction { change in
      if let code = book.isbn { try change.save(Isbn(code: code)) }
      return try change.save(book).isNew
    }
  }

  func lend(_ number: Int64, to reader: String, on day: Date) async throws -> ObjectKey {
    try await Loan(reader: reader, since: day, book: number).insert(in: store)
  }

  func giveBack(_ loan: ObjectKey) async throws {
    try await store.transaction { try $0.delete([loan]).total }
  }

  func remove(_ number: Int64) async throws {
    try await Book.find(number: number, in: store)?.delete(in: store)
  }

  private static func line(_ book: Book) -> String {
    "\(book.number) \(book.title), \(book.author)\(book.year.map { " (\($0))" } ?? ""), ISBN \(book.isbn ?? "-")"
  }

  /// The day at the library of `ShelvesDemo.tour()`.
  public func tour() async throws -> [String] {
    let isbn = "978-0-14-044430-8"
    var paris = Book(number: 3, title: "Notre-Dame de Paris", author: "Victor Hugo", year: 1831)
    try await put(Book(number: 1, title: "Emma", author: "Jane Austen", year: 1815, isbn: "978-0-14-143958-7"))
    try await put(Book(number: 2, title: "Les Misérables", author: "Victor Hugo", year: 1862, isbn: isbn))
    try await put(paris)
    try await put(Book(number: 4, title: "Émile", author: "Jean-Jacques Rousseau", year: 1762))
    var lines = ["books"] + (try await Queries.books(in: store).map(Self.line))
    for text in ["e", "em", "emi"] {
      let found = try await Queries.search(in: store, text: text).map(\.title)
      lines.append("typed '\(text)': \(found.joined(separator: ", "))")
    }
    let century = try await Queries.published(in: store, from: 1801, to: 1900).map(\.title)
    lines.append("19th century: \(century.joined(separator: ", "))")

    paris.isbn = isbn
    let isNew = try await put(paris)
    lines += ["the ISBN of 2 given to 3\(isNew ? ", which is new" : "")"]
    lines += try await Queries.search(in: store, text: "hugo").map(Self.line)

    let loan = try await lend(1, to: "Ann", on: Date(timeIntervalSinceReferenceDate: 0))
    lines += try await Queries.loans(in: store).map { "\($0.reader) has \($0.title)" }
    do {
      try await remove(1)
    } catch DatabaseError.execution(.refused(let error)) {
      lines.append("no: \(error)")
    }
    try await giveBack(loan)
    try await remove(1)
    lines.append("back, and gone: \(try await Book.count(in: store)) books, \(try await Isbn.count(in: store)) ISBN")
    return lines
  }
}
