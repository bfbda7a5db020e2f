import CDQConnections
import CDQDatabase
import CDQIR
import CDQIntrospection
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSQL
import Dispatch
import Foundation
import Testing

/// A migration that is killed at any instant leaves the old tables or the new ones, with all rows.
///
///     CDQ_MIGRATION_KILLS=50 CDQ_MIGRATION_ROWS=100000 swift test --filter MigrationKillTests
@Suite(.serialized) struct MigrationKillTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let kills = environment["CDQ_MIGRATION_KILLS"].flatMap { Int($0) } ?? 6
  static let rows = environment["CDQ_MIGRATION_ROWS"].flatMap { Int64($0) } ?? 20_000

  /// The city gets another name and a note, its name another one, and its area a wider type.
  static let before = "entity City { id: Int64 @unique  title: String  area: Int32 }"
  static let after = """
    entity Town { id: Int64 @unique  name: String @renamed(from: "title")  area: Int64  note: String = "it's new"
      @@renamed(from: "City") }
    """
  /// The way back, for the next attempt.
  static let again = """
    entity City { id: Int64 @unique  title: String @renamed(from: "name")  area: Int64  @@renamed(from: "Town") }
    """

  /// Which of the schemas a database has, with all rows; nil for anything between.
  private static func state(_ connection: any DatabaseConnection, _ schemas: [Schema]) throws -> Int? {
    for (index, schema) in schemas.enumerated() {
      let layout = OwnLayout(schema)
      let table = try #require(layout.tables.first)
      let dialect = connection.dialect
      // Other tests have other schemas of the same server.
      let found = try DatabaseCatalog(of: connection).tables.filter { dialect.name == .sqlite || $0.name.schema == "killed" }
      guard found.map(\.name.name) == [table.name.name], let columns = found.first?.columns.map(\.name),
        Set(columns) == Set(table.columns.map(\.name))
      else { continue }
      let text = index == 1 ? "name" : "title"
      let sums = try connection.rows(
        "SELECT count(*), sum(\"id\"), sum(\"area\"), count(DISTINCT \"\(text)_cd\"), min(\"\(text)\") FROM \(dialect.identifier(table.name))")
      let count = MigrationKillTests.rows
      let sum = count * (count - 1) / 2
      #expect(sums[0].map { $0.textForm ?? "" } == ["\(count)", "\(sum)", "\(sum)", "\(count)", "Ä0"])
      if index == 1 {
        #expect(try connection.rows("SELECT DISTINCT \"note\", \"note_c\" FROM \"Town\"") == [[.text("it's new"), .text("it's new")]])
      }
      return index
    }
    return nil
  }

  private static func fill(_ connection: any DatabaseConnection) throws {
    let numbers =
      connection.dialect.name == .sqlite
      ? "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows - 1))"
      : "WITH n(i) AS (SELECT generate_series(0, \(rows - 1)))"
    _ = try connection.rows(
      "INSERT INTO \"City\" (\"_id\", \"id\", \"title\", \"title_c\", \"title_cd\", \"area\") "
        + "SELECT i, i, 'Ä' || i, 'ä' || i, 'a' || i, i FROM (\(numbers) SELECT i FROM n) AS m")
  }

  private static let schemas: [Schema] = [before, after, again].compactMap { try? Schema(parsing: $0) }

  @Test(.enabled(if: DatabaseTests.postgres != nil))
  func `PostgreSQL has the old tables or the new ones`() throws {
    let url = try #require(DatabaseTests.postgres)
    let schemas = MigrationKillTests.schemas
    try #require(schemas.count == 3)
    let watcher = try PostgresConnection(url: url, canWrite: true)
    func connect() throws -> PostgresConnection {
      let connection = try PostgresConnection(url: url, canWrite: true)
      try connection.execute("SET search_path = killed")
      return connection
    }
    try watcher.execute("DROP SCHEMA IF EXISTS killed CASCADE; CREATE SCHEMA killed; SET search_path = killed")
    try Database(schema: schemas[0], dialect: .postgres).create(on: watcher)
    try MigrationKillTests.fill(watcher)
    var (random, longest, counts) = (SplitMix(seed: 7), 0.0, [0, 0])
    var state = 0
    for attempt in 0...MigrationKillTests.kills {
      let target = state == 1 ? 2 : 1
      let migration = try SchemaMigration(
        from: schemas[state], to: schemas[target], dialect: .postgres, allowsLoss: true)
      let connection = try connect()
      let pid = try connection.rows("SELECT pg_backend_pid()")[0][0].integer ?? 0
      // The first one tells how long it takes.
      let delay = attempt == 0 ? 0 : longest * Double(random.below(1500)) / 1000
      let ready = DispatchSemaphore(value: 0)
      let killer = Thread {
        let other = try? PostgresConnection(url: url)
        ready.signal()
        Thread.sleep(forTimeInterval: delay)
        guard attempt > 0, let other else { return }
        _ = try? other.rows("SELECT pg_terminate_backend($1)", [.int(pid)])
      }
      killer.start()
      ready.wait()
      let start = Date()
      do {
        try migration.run(on: connection)
      } catch let error {
        let codes = ["connection-lost", "outcome-unknown"]
        #expect(codes.contains(error.code), "\(error)")
      }
      if attempt == 0 { longest = Date().timeIntervalSince(start) }
      if attempt > 0 { while !killer.isFinished { Thread.sleep(forTimeInterval: 0.002) } }
      let now = try MigrationKillTests.state(try connect(), state == 0 ? [schemas[0], schemas[1]] : [schemas[2], schemas[1]])
      let found = try #require(now, "attempt \(attempt): something between")
      counts[(found == 1) == (target == 1) ? 1 : 0] += 1
      if (found == 1) == (target == 1) { state = target }
    }
    print("PostgreSQL: \(MigrationKillTests.rows) rows, \(counts[0]) times old, \(counts[1]) times new, \(longest) s")
    try watcher.execute("DROP SCHEMA killed CASCADE")
  }

  #if os(macOS) || os(Linux)
    /// The command `cdq` beside the tests.
    private static var tool: URL? {
      let folders = [Bundle.main.executableURL, Bundle.main.bundleURL, CommandLine.arguments.first.map { URL(fileURLWithPath: $0) }]
        .compactMap { $0?.deletingLastPathComponent() }
      return folders.map { $0.appending(path: "cdq") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    @Test func `SQLite has the old tables or the new ones`() throws {
      let tool = try #require(MigrationKillTests.tool, "'swift build' makes the command cdq")
      let folder = FileManager.default.temporaryDirectory.appending(path: "cdq-kill-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let schemas = MigrationKillTests.schemas
      try #require(schemas.count == 3)
      let files = zip(["before", "after", "again"], [Self.before, Self.after, Self.again]).map { name, text in
        let file = folder.appending(path: "\(name).cdq")
        try? text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
      }
      let path = folder.appending(path: "cities.sqlite").path
      do {
        let connection = try SQLiteConnection(path: path, access: .create)
        try Database(schema: schemas[0], dialect: .sqlite).create(on: connection)
        try MigrationKillTests.fill(connection)
      }
      var (random, longest, counts) = (SplitMix(seed: 11), 0.0, [0, 0])
      var state = 0
      for attempt in 0...MigrationKillTests.kills {
        let target = state == 1 ? 2 : 1
        let process = Process()
        process.executableURL = tool
        process.arguments = ["schema", "diff", files[state], files[target], "--apply", path, "--allow-loss", "--quiet"]
        process.standardOutput = FileHandle.nullDevice
        let start = Date()
        try process.run()
        if attempt > 0 {
          Thread.sleep(forTimeInterval: longest * Double(random.below(1500)) / 1000)
          if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
        process.waitUntilExit()
        if attempt == 0 {
          longest = Date().timeIntervalSince(start)
          #expect(process.terminationStatus == 0)
        }
        let connection = try SQLiteConnection(path: path, access: .readWrite)
        let now = try MigrationKillTests.state(connection, state == 0 ? [schemas[0], schemas[1]] : [schemas[2], schemas[1]])
        let found = try #require(now, "attempt \(attempt): something between")
        counts[(found == 1) == (target == 1) ? 1 : 0] += 1
        if (found == 1) == (target == 1) { state = target }
      }
      print("SQLite: \(MigrationKillTests.rows) rows, \(counts[0]) times old, \(counts[1]) times new, \(longest) s")
      #expect(counts[1] > 0)
    }
  #endif
}
