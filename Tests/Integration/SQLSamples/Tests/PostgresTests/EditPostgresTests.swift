import CDQDatabase
import Foundation
import LibraryMemory
import LibraryPostgres
import MessagesMemory
import MessagesPostgres
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
  }
}
