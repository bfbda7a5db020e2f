import CDQRuntime
import Foundation
import Board
import Testing

@Suite struct BoardTests {
  @Test func `The README shows what the demo prints`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let readme = folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("README.md")
    let tour = try BoardDemo.tour().joined(separator: "\n")
    #expect(try String(contentsOf: readme, encoding: .utf8).contains("```\n\(tour)\n```"), "\(tour)")
  }

  @Test func `Posts outlive their author and what they answer`() throws {
    let board = BoardDemo()
    try board.sign("ann", "Ann")
    try board.post(1, "a", by: "ann")
    try board.post(2, "b", by: "ann", answering: 1)
    let ann = try #require(try User.find(handle: "ann", in: board.store))
    #expect(board.store.record(ann.objectKey)?.references("posts").count == 2)
    try board.leave("ann")
    #expect(try Queries.orphans(in: board.store).map(\.id) == [1, 2])
    #expect(try Queries.answers(in: board.store).map(\.id) == [2])
    try board.take(back: 1)
    #expect(try Queries.orphans(in: board.store).map(\.answerTo) == [nil])
    // A post that comes later with the number of one that went is another one.
    try board.sign("ann", "Ann")
    try board.post(1, "again", by: "ann")
    #expect(try Queries.answers(in: board.store).isEmpty)
  }

  @Test func `A handle is one user`() throws {
    let board = BoardDemo()
    try board.sign("ann", "Ann")
    try board.sign("ann", "Ann Lee")
    #expect(try Queries.suggest(in: board.store, text: "ann l").map(\.name) == ["Ann Lee"])
    #expect(throws: StoreError.self) { try User(handle: "ann", name: "x").insert(in: board.store) }
    #expect(board.store.count(of: "User") == 1)
  }
}
