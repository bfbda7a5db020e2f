import CDQKit
import Foundation
import Testing

/// The model and the queries of the app, as they are in its folder, and some books in memory.
struct Books {
  let schema: Schema
  let library: CheckedLibrary
  let store: Store

  init() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/ReadingList")
    let model = folder.appendingPathComponent("ReadingList.xcdatamodeld/ReadingList.xcdatamodel/contents")
    schema = try Schema(coreDataModel: Data(contentsOf: model))
    let text = String(decoding: try Data(contentsOf: folder.appendingPathComponent("Books.cdq")), as: UTF8.self)
    // The schema is given here, so that the text does not name it.
    library = try CheckedLibrary(
      parsing: text.replacingOccurrences(of: #"schema "ReadingList.xcdatamodeld""#, with: ""), in: schema)
    store = Store(schema: schema)

    let classics = try store.insert("Shelf", ["name": "Classics"])
    let fantastic = try store.insert("Shelf", ["name": "Fantastic"])
    try store.insert("Shelf", ["name": "Empty"])
    let books: [(title: String, author: Value, pages: Int64, finished: String?, shelf: ObjectKey?)] = [
      ("Dune", "Frank Herbert", 612, nil, nil), ("Emma", "Jane Austen", 474, "2025-02-11", classics),
      ("Momo", .null, 304, nil, fantastic), ("Solaris", "Stanisław Lem", 214, "2025-12-31", fantastic),
      ("Ulysses", "James Joyce", 730, nil, classics),
    ]
    for (number, book) in books.enumerated() {
      let finished = try book.finished.map { Value.date(try Books.date($0)) }
      try store.insert(
        "Book",
        [
          "title": .string(book.title), "author": book.author, "pages": .int(book.pages), "finished": finished ?? .null,
          "added": .date(try Books.date("2024-05-0\(number + 1)")), "shelf": book.shelf.map { .object($0) } ?? .null,
        ])
    }
  }

  /// Noon of a day in UTC.
  static func date(_ day: String) throws -> Date {
    try #require(ISO8601DateFormatter().date(from: day + "T12:00:00Z"))
  }

  /// The titles of the books that a query finds.
  func titles(_ query: String, _ arguments: Arguments) throws -> [String] {
    guard case .records(let books) = try library.query(named: query).run(in: store, arguments) else { return [] }
    return books.map(Books.title)
  }

  /// The titles of the books that a predicate finds, A to Z.
  func titles(where predicate: CheckedPredicate) throws -> [String] {
    let order = try CheckedOrder(parsing: "title", for: "Book", in: schema)
    let query = try CheckedQuery(of: "Book", in: schema, where: predicate, sort: order)
    guard case .records(let books) = try query.run(in: store) else { return [] }
    return books.map(Books.title)
  }

  private static func title(_ book: StoredRecord) -> String {
    if case .string(let title) = book["title"] { title } else { "" }
  }
}
