import CDQConnections
import CDQDatabase
import CDQIR
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// Many threads on few connections, while the server is killed and started again.
@Suite(.serialized) struct PoolTests {
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

  @Test(.enabled(if: environment["CDQ_POSTGRES"] != nil && environment["CDQ_POSTGRES_RESTART"] != nil))
  func `A cancellation does not reach the statement after it`() async throws {
    let url = try #require(PoolTests.environment["CDQ_POSTGRES"])
    let pool = ConnectionPool(.postgres(url: url), size: 1)
    var ends: [String: Int] = [:]
    for round in 0..<60 {
      // Some runs end at about the time of their cancellation.
      let seconds = Double(round % 6) / 100
      let task = Task { try await pool.withConnection { connection in try connection.rows("SELECT pg_sleep(\(seconds))").count } }
      try await Task.sleep(for: .milliseconds(round % 5 * 12))
      task.cancel()
      let rows = try await pool.withConnection { connection in try connection.rows("SELECT 1, pg_sleep(0.01)").count }
      #expect(rows == 1)
      do {
        _ = try await task.value
        ends["done", default: 0] += 1
      } catch {
        #expect(error as? DatabaseError == .cancelled)
        ends["cancelled", default: 0] += 1
      }
    }
    #expect(ends.count == 2, "\(ends)")
  }

  /// The commands that stop and start the server of `CDQ_POSTGRES`, which CI sets.
  private static let environment = ProcessInfo.processInfo.environment

  @Test(.enabled(if: environment["CDQ_POSTGRES"] != nil && environment["CDQ_POSTGRES_RESTART"] != nil))
  func `A server that is killed and started again is found again`() async throws {
    let (url, restart) = (
      try #require(PoolTests.environment["CDQ_POSTGRES"]), try #require(PoolTests.environment["CDQ_POSTGRES_RESTART"])
    )
    let port = try #require(URL(string: url)?.port)
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
        #if os(macOS) || os(Linux)
          let process = Process()
          process.executableURL = URL(fileURLWithPath: "/bin/sh")
          process.arguments = ["-c", restart]
          // The server outlives the command and must not hold the pipes of the tests.
          process.standardOutput = FileHandle.nullDevice
          process.standardError = FileHandle.nullDevice
          // Nobody waits for it: on Linux, Foundation would wait for the server that the command starts, too.
          let isRun = (try? process.run()) != nil
        #else
          let isRun = false
        #endif
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
    #expect(PoolTests.connections(to: port) <= 8)
    let counted = try await pool.withConnection { connection in
      _ = try connection.rows("SELECT 1")
      return PoolTests.connections(to: port)
    }
    #expect(counted > 0, "connections cannot be counted")
    pool.close()
    #expect(PoolTests.connections(to: port) == 0, "connections stay open")
    let again = try PostgresConnection(url: url)
    var sessions = -1
    for _ in 0..<50 where sessions != 1 {
      let found = try again.rows(
        "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND datname = current_database()")
      sessions = found[0][0].textForm.flatMap { Int($0) } ?? -1
      if sessions != 1 { try await Task.sleep(for: .milliseconds(100)) }
    }
    #expect(sessions == 1, "the server still has sessions of the pool")
  }

  /// The number of connections of the process to a port, except those that the server has reset.
  private static func connections(to port: Int) -> Int {
    (Int32(0)..<4096).count { file in
      // The address of the other end, of IPv4 or IPv6: both have the port in their third and fourth byte.
      var address = [UInt8](repeating: 0, count: 128)
      var length = socklen_t(address.count)
      let isConnected = address.withUnsafeMutableBytes { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) { getpeername(file, $0.baseAddress!, &length) == 0 }
      }
      let isInternet = length == socklen_t(MemoryLayout<sockaddr_in>.size) || length == socklen_t(MemoryLayout<sockaddr_in6>.size)
      return isConnected && isInternet && Int(address[2]) << 8 | Int(address[3]) == port
    }
  }

  /// The memory of the process in bytes; 0 on systems that do not tell it in a file.
  private static var memory: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (pages.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * 4096
  }

  /// Runs with the tests that need a server, where no other test takes memory.
  @Test(.enabled(if: environment["CDQ_POSTGRES"] != nil && environment["CDQ_POSTGRES_RESTART"] != nil))
  func `Queries keep no memory`() throws {
    let path = try PoolTests.file()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let database = Database(schema: PoolTests.schema, dialect: .sqlite)
    let connection = try SQLiteConnection(path: path)
    func run(_ times: Int) throws {
      for index in 0..<times {
        var ir = PoolTests.count
        ir.cardinality = index % 2 == 0 ? .many : .count
        ir.limit = .constant(20)
        _ = try database.run(ir, on: connection)
        // Each text is another one, so that the cache of statements drops old ones.
        _ = try connection.rows("SELECT \(index)")
        _ = try? connection.rows("SELECT \(index) FROM nothing")
      }
    }
    try run(1400)
    let before = PoolTests.memory
    try run(2800)
    #expect(PoolTests.memory - before < 16 << 20)
  }
}
