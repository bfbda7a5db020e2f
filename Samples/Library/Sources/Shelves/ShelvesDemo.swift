public import CDQRuntime
import Foundation

/// What a librarian does.
public struct ShelvesDemo {
  public let store = Store(schema: .shelves)

  public init() {}

  /// Adds a book, or changes the one with that number.
  ///
  /// - Returns: whether it is new.
  @discardableResult
  public func put(_ number: Int64, _ title: String, by author: String, _ year: Int64?, isbn: String?) throws -> Bool {
    try store.transaction { change in
      var values: [String: Value] = [
        "number": .int(number), "title": .string(title), "author": .string(author), "year": year.map { .int($0) } ?? .null,
      ]
      if let isbn { values["isbn"] = .object(try change.upsert("Isbn", ["code": .string(isbn)]).key) }
      return try change.upsert("Book", values).isNew
    }
  }

  /// Gives a book to a reader.
  ///
  /// - Returns: what `giveBack` takes.
  public func lend(_ number: Int64, to reader: String, on day: Date) throws -> ObjectKey {
    try store.insert("Loan", ["reader": .string(reader), "since": .date(day), "book": .object(ShelvesDemo.key(number))])
  }

  /// Ends a loan.
  public func giveBack(_ loan: ObjectKey) throws {
    try store.delete(loan)
  }

  /// Deletes a book and its ISBN.
  ///
  /// - Throws: `StoreError.deleteDenied` while it is lent.
  public func remove(_ number: Int64) throws {
    try store.delete(ShelvesDemo.key(number))
  }

  private static func key(_ number: Int64) -> ObjectKey { ObjectKey(root: "Book", identity: .int(number)) }

  private static func line(_ book: Book) -> String {
    "\(book.number) \(book.title), \(book.author)\(book.year.map { " (\($0))" } ?? ""), ISBN \(book.isbn ?? "-")"
  }

  /// A day at the library, line by line.
  public static func tour() throws -> [String] {
    let library = ShelvesDemo()
    let store = library.store
    try library.put(1, "Emma", by: "Jane Austen", 1815, isbn: "978-0-14-143958-7")
    try library.put(2, "Les Misérables", by: "Victor Hugo", 1862, isbn: "978-0-14-044430-8")
    try library.put(3, "Notre-Dame de Paris", by: "Victor Hugo", 1831, isbn: nil)
    try library.put(4, "Émile", by: "Jean-Jacques Rousseau", 1762, isbn: nil)
    var lines = ["books"] + (try Queries.books(in: store).map(line))
    for text in ["e", "em", "emi"] {
      lines.append("typed '\(text)': " + (try Queries.search(in: store, text: text).map(\.title).joined(separator: ", ")))
    }
    lines.append("19th century: " + (try Queries.published(in: store, from: 1801, to: 1900).map(\.title).joined(separator: ", ")))

    let isNew = try library.put(3, "Notre-Dame de Paris", by: "Victor Hugo", 1831, isbn: "978-0-14-044430-8")
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
