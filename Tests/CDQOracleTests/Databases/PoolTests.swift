import CDQDatabase
import CDQIR
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// Many threads on few connections, while the server is killed and started again.
@Suite struct PoolTests {
  private static let schema = Schema(entities: [
    Entity(
      name: "Item",
      properties: [
        .attribute(Attribute(name: "id", type: .int64)), .attribute(Attribute(name: "name", type: .string)),
      ], uniquenessConstraints: [["id"]])
  ])

  /// A file of SQLite with a thousand items.
  private static func file() throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "cdq-pool-\(UUID().uuidString).sqlite").path
    let connection = try SQLiteConnection(path: path, access: .create)
    for table in OwnLayout(schema).tables {
      for text in table.statements(.sqlite) { _ = try connection.rows(text) }
    }
    _ = try connection.rows(
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
      INSERT INTO "Item" ("_id", "id", "name", "name_c", "name_cd") SELECT i, i, 'n' || i, 'n' || i, 'n' || i FROM n
      """)
    return path
  }

  private static let count = QueryIR(
    entity: "Item", cardinality: .count,
    predicate: .comparison(
      ComparisonIR(
        .less, .path(PathIR(variable: 0, steps: [StepIR("id", .attribute, of: "Item")], type: OptionalType(.int64))),
        .literal(.int(500), .int64))))

  @Test func `64 threads share 4 connections`() async throws {
    let path = try PoolTests.file()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let pool = ConnectionPool(.sqlite(path: path), size: 4)
    let database = Database(schema: PoolTests.schema, dialect: .sqlite)
    let answers = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<64 {
        group.addTask {
          var last = 0
          for _ in 0..<20 {
            last = try await pool.withConnection { connection in
              guard case .count(let count) = try database.run(PoolTests.count, on: connection) else { return -1 }
              return count
            }
          }
          return last
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: 500, count: 64))
    #expect(pool.count <= 4)
    pool.close()
    #expect(throws: DatabaseError.poolClosed) { try pool.withConnection { _ in } }
  }

  @Test func `A caller waits no longer than it wants to`() throws {
    let path = try PoolTests.file()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let pool = ConnectionPool(.sqlite(path: path), size: 1, acquireTimeout: .seconds(0))
    _ = try pool.withConnection { _ in
      #expect(throws: DatabaseError.poolExhausted(size: 1)) { try pool.withConnection { _ in } }
    }
    _ = try pool.withConnection { $0.isUsable }
  }

  @Test func `A file of SQLite is only read`() throws {
    let path = try PoolTests.file()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let connection = try SQLiteConnection(path: path)
    #expect(throws: DatabaseError.readOnly) { _ = try connection.rows("DELETE FROM \"Item\"") }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `A run ends at its deadline, or when it is cancelled`() async throws {
    let path = try PoolTests.file()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let endless = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    let connection = try SQLiteConnection(path: path)
    #expect(throws: DatabaseError.deadlineExceeded) {
      _ = try connection.rows(endless, deadline: .now + .milliseconds(100))
    }
    let pool = ConnectionPool(.sqlite(path: path), size: 1)
    let task = Task { try await pool.withConnection { connection in try connection.rows(endless).count } }
    try await Task.sleep(for: .milliseconds(200))
    task.cancel()
    await #expect(throws: DatabaseError.cancelled) { try await task.value }
    let count = try await pool.withConnection { connection in try connection.rows("SELECT 1").count }
    #expect(count == 1)
  }

  /// The commands that stop and start the server of `CDQ_POSTGRES`, which CI sets.
  private static let environment = ProcessInfo.processInfo.environment

  @Test(.enabled(if: environment["CDQ_POSTGRES"] != nil && environment["CDQ_POSTGRES_RESTART"] != nil))
  func `A server that is killed and started again is found again`() async throws {
    let (url, restart) = (
      try #require(PoolTests.environment["CDQ_POSTGRES"]), try #require(PoolTests.environment["CDQ_POSTGRES_RESTART"])
    )
    let pool = ConnectionPool(.postgres(url: url), size: 8)
    let end = ContinuousClock.now + .seconds(12)
    let tallies = await withTaskGroup(of: (answers: Int, errors: Set<String>, isLastGood: Bool).self) { group in
      for _ in 0..<64 {
        group.addTask {
          var tally = (answers: 0, errors: Set<String>(), isLastGood: false)
          while ContinuousClock.now < end {
            do {
              let rows = try await pool.withConnection { connection in
                try connection.rows("SELECT count(*) FROM generate_series(1, 20000)", deadline: .now + .seconds(5))
              }
              tally.answers += 1
              tally.isLastGood = rows == [[.text("20000")]]
            } catch let error as DatabaseError {
              tally.errors.insert(error.code)
              tally.isLastGood = false
              try? await Task.sleep(for: .milliseconds(50))
            } catch {
              tally.errors.insert("\(error)")
            }
          }
          return tally
        }
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(2))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", restart]
        // The server outlives the command and must not hold the pipes of the tests.
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // Nobody waits for it: on Linux, Foundation would wait for the server that the command starts, too.
        let isRun = (try? process.run()) != nil
        return (1, [], isRun)
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tallies.count == 65)
    let errors = tallies.reduce(into: Set<String>()) { $0.formUnion($1.errors) }
    #expect(errors.isSubset(of: ["connection-lost", "cannot-connect", "deadline-exceeded", "database-error"]), "\(errors)")
    #expect(!errors.isEmpty, "the server was not killed")
    #expect(tallies.allSatisfy { $0.answers > 0 && $0.isLastGood }, "not every thread found the server again")
    #expect(pool.count <= 8)
  }
}
