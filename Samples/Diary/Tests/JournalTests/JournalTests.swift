import CDQKit
import CDQRuntime
import Foundation
import Journal
import Testing

@Suite struct JournalTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `The README shows what the demo prints`() throws {
    let tour = try JournalDemo.tour().joined(separator: "\n")
    #expect(try Self.text("README.md").contains("```\n\(tour)\n```"), "\(tour)")
  }

  @Test func `The old file is of the old schema, and opens with the new one`() throws {
    #expect(try Snapshot.schema(inFile: JournalDemo.oldFile) == Schema(parsing: Self.text("Versions/Diary-1.cdq")))
    let diary = try JournalDemo(file: JournalDemo.oldFile)
    #expect(try Queries.entries(in: diary.store).map(\.text).last == "Walked along the river until the rain came.")
    #expect(try Queries.entries(in: diary.store).allSatisfy { $0.mood == nil && $0.place == nil })
    #expect(try Queries.withBoth(in: diary.store, first: "rain", second: "home").count == 1)
  }

  @Test func `What cannot be migrated is refused with what to declare`() throws {
    let schema = try Schema(parsing: Self.text("Versions/Diary-refused.cdq"))
    let error = #expect(throws: SnapshotError.self) { try Store(contentsOf: JournalDemo.oldFile, schema: schema) }
    guard case .notMigratable(_, let problems)? = error else {
      Issue.record("not refused")
      return
    }
    let readme = try Self.text("README.md")
    for problem in problems {
      #expect(readme.contains("\(problem.subject) \(problem.message)"), "\(problem.subject) \(problem.message)")
      #expect(readme.contains(problem.help), "\(problem.help)")
    }
    #expect(problems.count == 3)
  }

  @Test func `Entries and tags are many to many`() throws {
    let diary = try JournalDemo(file: JournalDemo.oldFile)
    let day = Date(timeIntervalSinceReferenceDate: 0)
    try diary.write(Entry(day: day, text: "x", place: "Home"), tags: ["rain", "new"])
    #expect(try diary.tags("r") == "rain 3")
    // The same day is the same entry.
    try diary.write(Entry(day: day, text: "y", place: "Home"), tags: ["new"])
    #expect(try diary.tags("r") == "rain 2")
    #expect(diary.store.count(of: "Entry") == 5)
    // A place stays while a day happened there; a tag does not mind.
    let place = Place(name: "Home")
    #expect(throws: StoreError.deleteDenied(entity: "Place", relationship: "entries", key: place.objectKey)) {
      try place.delete(in: diary.store)
    }
    try Journal.Tag(name: "new").delete(in: diary.store)
    #expect(diary.store.count(of: "Entry") == 5)
  }
}
