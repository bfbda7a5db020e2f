// SwiftData has a `Schema`, too.
import struct CDQIR.Schema
import CDQKit
import Foundation
import ShelfSwiftData
import SwiftData

/// Test data: books that are the same in every run, with some nil values.
final class Shelves: @unchecked Sendable {
  let context = ModelContext()
  let shelves: [Shelf]
  private(set) var books: [Book] = []

  static func id(_ index: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(index)))
  }

  init() {
    shelves = (0..<4).map { Shelf(name: "S\($0)", level: $0 == 0 ? nil : Int64($0)) }
    for shelf in shelves { context.insert(shelf) }
    let titles = ["Bog", "Book", "Oboe", "Anna", "Zoo", "boo"]
    for index in 0..<40 {
      let shelf = index % 5 == 4 ? nil : shelves[index % 4]
      let book = Book(
        id: Shelves.id(index), title: titles[index * 7 % 6] + (index % 3 == 0 ? "" : " \(index)"),
        note: index % 4 == 3 ? nil : ["a", "b", "c"][index % 3], pages: Int64(index * 37 % 101 * 4 + index),
        copies: index % 3 == 2 ? nil : Int32(index % 5), price: Double(index) * 0.75,
        mood: index % 4 == 2 ? nil : index % 2 == 0 ? .calm : .loud, rank: index % 7 == 0 ? .high : .low,
        isNew: index % 5 == 0, isLent: index % 3 == 0 ? nil : index % 2 == 0,
        added: Date(timeIntervalSinceReferenceDate: 791_000_000 + Double(index) * 86_400),
        read: index % 2 == 0 ? nil : Date(timeIntervalSinceReferenceDate: 1), tags: [], shelf: shelf)
      for mark in 0..<(index % 4) {
        let made = Mark(page: Int64(mark * 3 + index % 3), text: mark == 1 ? "x" : nil, book: book)
        book.marks.append(made)
        context.insert(made)
      }
      shelf?.books.append(book)
      books.append(book)
      context.insert(book)
    }
  }

  // MARK: The same data for the evaluator

  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../Corpus/codegen/shelf").standardizedFileURL

  static func schema() throws -> Schema {
    try Schema(parsing: String(contentsOf: corpus.appending(path: "Schema.cdq"), encoding: .utf8))
  }

  /// The text after `query name =` in the file.
  static func text(of query: String) throws -> String {
    let file = try ["Conditions", "Pages"]
      .map { try String(contentsOf: corpus.appending(path: "\($0).cdq"), encoding: .utf8) }.joined()
    let start = "query \(query) = "
    guard let range = file.range(of: start) else { return "" }
    let rest = file[range.upperBound...]
    return String(rest[..<(rest.range(of: "\nquery ")?.lowerBound ?? rest.endIndex)])
  }

  static let shelf: RecordAccess<Shelf> = RecordAccess("Shelf") {
    $0.identity(\.name)
    $0.attribute("name", \.name)
    $0.attribute("level", \.level)
  }

  static let mark: RecordAccess<Mark> = RecordAccess("Mark") {
    $0.attribute("page", \.page)
    $0.attribute("text", \.text)
  }

  static let books: RecordAccess<Book> = RecordAccess("Book") {
    $0.identity(\.id)
    $0.attribute("id", \.id)
    $0.attribute("title", \.title)
    $0.attribute("note", \.note)
    $0.attribute("pages", \.pages)
    $0.attribute("copies", \.copies)
    $0.attribute("price", \.price)
    $0.attribute("mood") { $0.mood }
    $0.attribute("rank") { $0.rank }
    $0.attribute("isNew", \.isNew)
    $0.attribute("isLent", \.isLent)
    $0.attribute("added", \.added)
    $0.attribute("read", \.read)
    $0.toOne("shelf", \.shelf, shelf)
    $0.toMany("marks", \.marks, mark)
  }
}
