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

  @Test func `A profile has the latest posts of a user, and what they answer`() throws {
    let board = BoardDemo()
    try board.sign("ann", "Ann")
    try board.sign("bob", "Bob")
    try board.post(1, "first", by: "ann")
    try board.post(2, "second", by: "bob", answering: 1)
    try board.post(3, "third", by: "ann", answering: 2)
    try board.post(4, "fourth", by: "ann")
    let profiles: [Queries.ProfilesRow] = try Queries.profiles(in: board.store, count: 2)
    #expect(profiles.map(\.handle) == ["ann", "bob"])
    #expect(profiles[0].latest.map(\.text) == ["fourth", "third"] && profiles[1].latest.map(\.answers) == [1])
    let answered = profiles[0].latest[1].answerTo
    #expect(answered == .init(text: "second", author: .init(name: "Bob")) && profiles[0].latest[0].answerTo == nil)
    let coded = try JSONDecoder().decode([Queries.ProfilesRow].self, from: JSONEncoder().encode(profiles))
    #expect(coded == profiles)
    try board.leave("bob")
    #expect(try Queries.profiles(in: board.store, count: 1).map(\.latest.count) == [1])
    let orphan = try Queries.profiles(in: board.store, count: 2)[0].latest[1].answerTo
    #expect(orphan == .init(text: "second", author: nil))
  }
}
