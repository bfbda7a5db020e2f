public import CDQDatabase
import Foundation

/// A message board: the sample's `BoardDemo` with a database in place of the store, in one transaction.
public struct BoardDatabase {
  private let board: DatabaseTransaction

  /// A message board as a transaction sees it.
  public init(_ transaction: DatabaseTransaction) {
    board = transaction
  }

  func sign(_ handle: String, _ name: String) throws {
    try User(handle: handle, name: name).save(in: board)
  }

  func post(_ id: Int64, _ text: String, by handle: String, answering other: Int64? = nil) throws {
    let time = Date(timeIntervalSinceReferenceDate: Double(id))
    try Post(id: id, text: text, at: time, author: handle, answerTo: other).save(in: board)
  }

  func leave(_ handle: String) throws {
    try User.find(handle: handle, in: board)?.delete(in: board)
  }

  func take(back id: Int64) throws {
    try Post.find(id: id, in: board)?.delete(in: board)
  }

  private static func line(_ post: Post) -> String {
    "\(post.id) \(post.author ?? "nobody"): \(post.text)\(post.answerTo.map { " (to \($0))" } ?? "")"
  }

  /// The evening on the board of `BoardDemo.tour()`.
  public func tour() throws -> [String] {
    for (handle, name) in [("ann", "Ann Lee"), ("bob", "Bob"), ("andré", "André")] { try sign(handle, name) }
    try post(1, "Who knows a good café?", by: "ann")
    try post(2, "The one at the corner", by: "bob", answering: 1)
    try post(3, "Their CAFÉ au lait!", by: "andré", answering: 2)
    try post(4, "Thank you", by: "ann", answering: 2)
    var lines = ["newest"] + (try Queries.timeline(in: board, count: 2, skip: 0).map(Self.line))
    lines += ["older"] + (try Queries.timeline(in: board, count: 2, skip: 2).map(Self.line))
    lines += ["'cafe'"] + (try Queries.search(in: board, text: "cafe").map(Self.line))
    lines += ["'cafe' by ann"] + (try Queries.search(in: board, text: "cafe", author: "ann").map(Self.line))
    for text in ["a", "an", "and"] {
      lines.append("typed '\(text)': " + (try Queries.suggest(in: board, text: text).map(\.handle).joined(separator: ", ")))
    }
    lines.append("posts: " + (try Queries.authors(in: board).map { "\($0.handle ?? "-") \($0.posts)" }.joined(separator: ", ")))
    try leave("ann")
    lines += ["ann left"] + (try Queries.orphans(in: board).map(Self.line))
    try take(back: 2)
    lines += ["2 taken back: \(try Queries.answers(in: board).count) answers left", "the others stay"]
    lines += try Queries.timeline(in: board, count: 9, skip: 0).map(Self.line)
    return lines
  }
}
