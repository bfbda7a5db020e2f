public import CDQRuntime
import Foundation

/// A message board.
public struct BoardDemo {
  public let store = Store(schema: .board)

  public init() {}

  /// Adds a user, or changes the name of the one with that handle.
  public func sign(_ handle: String, _ name: String) throws {
    try User(handle: handle, name: name).save(in: store)
  }

  /// Posts a text; the board's clock ticks once per post.
  public func post(_ id: Int64, _ text: String, by handle: String, answering other: Int64? = nil) throws {
    let time = Date(timeIntervalSinceReferenceDate: Double(id))
    try Post(id: id, text: text, at: time, author: handle, answerTo: other).save(in: store)
  }

  /// Deletes a user; the posts stay.
  public func leave(_ handle: String) throws {
    try User.find(handle: handle, in: store)?.delete(in: store)
  }

  /// Deletes a post; its answers stay.
  public func take(back id: Int64) throws {
    try Post.find(id: id, in: store)?.delete(in: store)
  }

  private static func line(_ post: Post) -> String {
    "\(post.id) \(post.author ?? "nobody"): \(post.text)\(post.answerTo.map { " (to \($0))" } ?? "")"
  }

  /// An evening on the board, line by line.
  public static func tour() throws -> [String] {
    let board = BoardDemo()
    let store = board.store
    for (handle, name) in [("ann", "Ann Lee"), ("bob", "Bob"), ("andré", "André")] { try board.sign(handle, name) }
    try board.post(1, "Who knows a good café?", by: "ann")
    try board.post(2, "The one at the corner", by: "bob", answering: 1)
    try board.post(3, "Their CAFÉ au lait!", by: "andré", answering: 2)
    try board.post(4, "Thank you", by: "ann", answering: 2)
    var lines = ["newest"] + (try Queries.timeline(in: store, count: 2, skip: 0).map(line))
    lines += ["older"] + (try Queries.timeline(in: store, count: 2, skip: 2).map(line))
    lines += ["'cafe'"] + (try Queries.search(in: store, text: "cafe").map(line))
    lines += ["'cafe' by ann"] + (try Queries.search(in: store, text: "cafe", author: "ann").map(line))
    for text in ["a", "an", "and"] {
      lines.append("typed '\(text)': " + (try Queries.suggest(in: store, text: text).map(\.handle).joined(separator: ", ")))
    }
    lines.append("posts: " + (try Queries.authors(in: store).map { "\($0.handle ?? "-") \($0.posts)" }.joined(separator: ", ")))
    try board.leave("ann")
    lines += ["ann left"] + (try Queries.orphans(in: store).map(line))
    try board.take(back: 2)
    lines += ["2 taken back: \(try Queries.answers(in: store).count) answers left", "the others stay"]
    lines += try Queries.timeline(in: store, count: 9, skip: 0).map(line)
    return lines
  }
}
