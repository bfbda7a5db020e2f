import CDQDatabase
import Foundation
import LibraryMemory
import LibraryPostgres
import MessagesMemory
import MessagesPostgres
import TasksPostgres
import Testing

extension PostgresTests {
  /// The edits of samples on PostgreSQL.
  @Suite struct Edits {
    private let url: String

    init() throws {
      url = try #require(ProcessInfo.processInfo.environment["CDQ_POSTGRES"])
      try PostgresConnection(url: url, canWrite: true).execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    }

    @Test func `A day at the library is that of memory`() async throws {
      let store = DatabaseStore(schema: .libraryPostgres, .postgres(url: url))
      #expect(try await ShelvesDatabase(store).tour() == ShelvesDemo.tour())
    }

    @Test func `An evening on the board is that of memory`() throws {
      let store = DatabaseStore(schema: .messagesPostgres, .postgres(url: url))
      try store.create()
      let lines = try store.transaction { try BoardDatabase($0).tour() }
      #expect(lines == (try BoardDemo.tour()))
    }

    @Test func `Answers with tasks are mapped as in memory`() async throws {
      let sample = URL(filePath: #filePath).appending(path: "../../../../../../Samples/Tasks").standardizedFileURL
      let store = DatabaseStore(schema: .tasksPostgres, .postgres(url: url))
      let tour = try await TasksDatabase(store, dataIn: sample.appending(path: "Sources/Board/Data")).tour()
      // The README has what memory gives, as the sample's own test checks.
      let readme = try String(contentsOf: sample.appending(path: "README.md"), encoding: .utf8)
      #expect(readme.contains("```\n\(tour.joined(separator: "\n"))\n```"), "\(tour)")
    }
  }
}
