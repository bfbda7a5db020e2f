public import CDQRuntime
import Foundation

/// What a librarian does.
public struct ShelvesDemo {
  public let store = Store(schema: .shelves)

  public init() {}

  /// Adds a book, or changes the one with that number. Its ISBN leaves the book that had it.
  ///
  /// - Returns: whether it is new.
  @discardableResult
  public func put(_ book: Book) throws -> Bool {
    try store.transaction { change in
      if let code = book.isbn { try change.save(Isbn(code: code)) }
      return try change.save(book).isNew
    }
  }

  /// Gives a book to a reader.
  ///
  /// - Returns: what `giveBack` takes.
  public func lend(_ number: Int64, to reader: String, on day: Date) throws -> ObjectKey {
    try store.insert(Loan(reader: reader, since: day, book: number))
  }

  /// Ends a loan.
  public func giveBack(_ loan: ObjectKey) throws {
    try store.delete(loan)
  }

  /// Deletes a book and its ISBN.
  ///
  /// - Throws: `StoreError.deleteDenied` while it is lent.
  public func remove(_ number: Int64) throws {
    try Book.find(number: number, in: store)?.delete(in: store)
  }

  private static func line(_ book: Book) -> String {
    "\(book.number) \(book.title), \(book.author)\(book.year.map { " (\($0))" } ?? ""), ISBN \(book.isbn ?? "-")"
  }

  /// A day at the library, line by line.
  public static func tour() throws -> [String] {
    let library = ShelvesDemo()
    let store = library.store
    let isbn = "978-0-14-044430-8"
    var paris = Book(number: 3, title: "Notre-Dame de Paris", author: "Victor Hugo", year: 1831)
    try library.put(Book(number: 1, title: "Emma", author: "Jane Austen", year: 1815, isbn: "978-0-14-143958-7"))
    try library.put(Book(number: 2, title: "Les Misérables", author: "Victor Hugo", year: 1862, isbn: isbn))
    try library.put(paris)
    try library.put(Book(number: 4, title: "Émile", author: "Jean-Jacques Rousseau", year: 1762))
    var lines = ["books"] + (try Queries.books(in: store).map(line))
    for text in ["e", "em", "emi"] {
      lines.append("typed '\(text)': " + (try Queries.search(in: store, text: text).map(\.title).joined(separator: ", ")))
    }
    lines.append("19th century: " + (try Queries.published(in: store, from: 1801, to: 1900).map(\.title).joined(separator: ", ")))

    paris.isbn = isbn
    let isNew = try library.put(paris)
    lines += ["the ISBN of 2 given to 3\(isNew ? ", which is new" : "")"] + (try Queries.search(in: store, text: "hugo").map(line))

    let loan = try library.lend(1, to: "Ann", on: Date(timeIntervalSinceReferenceDate: 0))
    lines += try Queries.loans(in: store).map { "\($0.reader) has \($0.title)" }
    do {
      try library.remove(1)
    } catch {
      lines.append("no: \(error)")
    }
    try library.giveBack(loan)
    try library.remove(1)
    lines.append("back, and gone: \(store.count(of: "Book")) books, \(store.count(of: "Isbn")) ISBN")
    return lines
  }
}
