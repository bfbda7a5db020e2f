import Board
import CDQRuntime
import Foundation
import Testing

@Suite struct BoardTests {
  @Test func `The README shows what the tour prints`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let readme = folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("README.md")
    let tour = try Board().tour().joined(separator: "\n")
    #expect(try String(contentsOf: readme, encoding: .utf8).contains("```\n\(tour)\n```"), "\(tour)")
  }

  @Test func `The same answer again changes nothing`() throws {
    let board = try Board()
    try board.takeItems("items-1")
    let before = try board.lines()
    let report = try board.takeItems("items-1")
    #expect(report.inserted.isEmpty && report.updated.isEmpty && report.deleted.isEmpty)
    #expect(report.unchanged.count == 3 && report.skipped == 1)
    #expect(try board.lines() == before)
  }

  @Test func `Inverses are set from both sides`() throws {
    let board = try Board()
    try board.takeComments("comments")
    try board.takeItems("items-1")
    let ann = try #require(board.store.records(of: "User").first)
    #expect(ann.references("tasks").map { $0["title"] } == ["Paint the fence"])
    #expect(board.store.records(of: "Comment").map { $0.reference("task")?["id"] } == [7, 7, nil, nil])
    try board.takeItems("items-2", page: MappingPage(offset: 3, limit: 3))
    #expect(board.store.records(of: "Comment").map { $0.reference("task")?["id"] } == [7, 7, nil, 10])
    #expect(ann.snapshot !== board.store.snapshot)
  }

  @Test func `What vanishes from the list is deleted, once every record can be read`() throws {
    let board = try Board()
    try board.takeItems("items-1")
    let later = try board.takeItems("items-later")
    #expect(later.errors.map(\.codingPath.jsonPath) == ["data.items[2].kind", "data.items[3].due-on"])
    #expect(later.deleted.isEmpty)
    let last = try board.takeItems("items-last")
    // 7 is done and 8 is gone.
    #expect(last.deleted.map(\.identity) == [.int(7), .int(8)])
    #expect(board.store.records(of: "Item").map(\.key.identity) == [.int(10)])
  }
}
