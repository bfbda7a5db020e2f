import CDQConnections
import CDQDatabase
import CDQDuckDB
import CDQIR
import CDQSQL
import CDQTestSupport
import Dispatch
import Foundation
import Testing

/// Calls within calls on one connection: each gives the right rows or an error of its type, and the connection can be used
/// afterwards.
@Suite(.serialized) struct NestedCallTests {
  enum Source: String, CaseIterable, Sendable {
    case sqlite, postgres, duckdb

    func connect() throws -> (any DatabaseConnection)? {
      switch self {
      case .sqlite: return try SQLiteConnection(path: ":memory:", access: .create)
      case .postgres:
        return try ProcessInfo.processInfo.environment["CDQ_POSTGRES"].map { try PostgresConnection(url: $0, canWrite: true) }
      case .duckdb: return try? DuckDBConnection(canWrite: true)
      }
    }
  }

  /// What runs around the other call.
  enum Outer: String, CaseIterable, Sendable { case read, transaction }

  enum Inner: String, CaseIterable, Sendable {
    case sameStatement, otherStatements, write, transaction, cancel, throwing, otherThread, deadline
  }

  /// The ends of the outer and of the inner call: "rows", or the code of an error.
  struct Ends: Hashable, Sendable {
    var outer: String
    var inner: String
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var source: Source
    var outer: Outer
    var inner: Inner
    var testDescription: String { "\(source.rawValue): \(inner.rawValue) in \(outer.rawValue)" }

    var expected: Ends {
      let inUse = "connection-in-use"
      switch (outer, inner) {
      case (_, .otherThread): return Ends(outer: "rows", inner: inUse)
      case (_, .throwing): return Ends(outer: "read-only", inner: "read-only")
      case (.read, .cancel): return Ends(outer: "cancelled", inner: "rows")
      case (.transaction, .cancel): return Ends(outer: "rows", inner: "rows")
      case (.read, .deadline) where source == .postgres: return Ends(outer: "rows", inner: inUse)
      case (_, .deadline): return Ends(outer: "rows", inner: "deadline-exceeded")
      case (.read, _) where source == .postgres: return Ends(outer: "rows", inner: inUse)
      case (.transaction, .transaction) where source == .duckdb: return Ends(outer: "rows", inner: "database-error")
      case (.transaction, .transaction): return Ends(outer: "rows", inner: inUse)
      default: return Ends(outer: "rows", inner: "rows")
      }
    }
  }

  static let cases = Source.allCases.flatMap { source in
    Outer.allCases.flatMap { outer in Inner.allCases.map { Case(source: source, outer: outer, inner: $0) } }
  }

  private static func code(_ body: () throws -> Void) throws -> String {
    do {
      try body()
      return "rows"
    } catch let error as DatabaseError {
      return error.code
    }
  }

  private static let numbers = "SELECT n FROM cdq_nested ORDER BY n"
  private static let count = 20_000

  private static func prepare(_ connection: any DatabaseConnection) throws {
    let series = connection.dialect.name == .sqlite
      ? "WITH RECURSIVE s(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM s WHERE i < \(count - 1)) SELECT i FROM s"
      : "SELECT i FROM generate_series(0, \(count - 1)) AS s(i)"
    for text in [
      "DROP TABLE IF EXISTS cdq_nested", "DROP TABLE IF EXISTS cdq_written", "CREATE TABLE cdq_nested (n BIGINT)",
      "CREATE TABLE cdq_written (n BIGINT)", "INSERT INTO cdq_nested \(series)",
    ] { _ = try connection.rows(text) }
  }

  private static func run(_ inner: Inner, on connection: any DatabaseConnection) throws {
    switch inner {
    case .sameStatement: #expect(try connection.rows(numbers).count == count)
    case .otherStatements:
      for number in 0..<150 { #expect(try connection.rows("SELECT \(number) AS x").first?.first?.textForm == "\(number)") }
    case .write: _ = try connection.rows("INSERT INTO cdq_written VALUES (1)")
    case .transaction:
      try connection.inTransaction(or: { $0 }) { () throws(DatabaseError) in
        _ = try connection.rows("INSERT INTO cdq_written VALUES (1)")
      }
    case .cancel: connection.cancel()
    case .throwing: throw DatabaseError.readOnly
    case .otherThread:
      nonisolated(unsafe) let connection = connection
      nonisolated(unsafe) var result: Result<Void, any Error>?
      let done = DispatchSemaphore(value: 0)
      Thread {
        result = Result { _ = try connection.rows("SELECT 1") }
        done.signal()
      }.start()
      done.wait()
      try result?.get()
    case .deadline: _ = try connection.rows(numbers, deadline: .now - .seconds(1))
    }
  }

  @Test(arguments: cases)
  func `Calls within calls give rows or an error of their type`(_ test: Case) throws {
    guard let connection = try test.source.connect() else { return }
    try Self.prepare(connection)
    var ends = Ends(outer: "", inner: "")
    var rows = 0
    ends.outer = try Self.code {
      switch test.outer {
      case .read:
        try connection.run(SQLStatement(text: Self.numbers, bindings: []), deadline: nil) { row throws(DatabaseError) in
          #expect(row.first?.integer == Int64(rows))
          rows += 1
          guard rows == 3 else { return true }
          var failure: DatabaseError?
          do {
            ends.inner = try Self.code { try Self.run(test.inner, on: connection) }
            if test.inner == .throwing { failure = .readOnly }
          } catch {
            Issue.record(error)
          }
          if let failure { throw failure }
          return true
        }
      case .transaction:
        rows = Self.count
        try connection.inTransaction(or: { $0 as any Error }) { () throws(any Error) in
          _ = try connection.rows("INSERT INTO cdq_written VALUES (2)")
          ends.inner = try Self.code { try Self.run(test.inner, on: connection) }
          if test.inner == .throwing { throw DatabaseError.readOnly }
          if test.source == .duckdb, ends.inner == "database-error" { return }
          #expect(try connection.rows("SELECT n FROM cdq_written WHERE n = 2").count == 1)
        }
      }
    }
    // DuckDB ends a transaction in which a statement failed.
    if test.source == .duckdb, test.outer == .transaction, ends.inner == "database-error" || ends.inner == "deadline-exceeded" {
      ends.outer = "rows"
    }
    #expect(ends == test.expected)
    if ends.outer == "rows" { #expect(rows == Self.count) }
    // Nothing is left of either call.
    #expect(connection.isUsable)
    #expect(try connection.rows("SELECT count(*) FROM cdq_nested").first?.first?.integer == Int64(Self.count))
    if test.outer == .transaction, test.inner == .throwing {
      #expect(try connection.rows("SELECT n FROM cdq_written").isEmpty)
    }
  }

  @Test func `Statements within statements of the same text, to any depth`() throws {
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    var found: [Int64] = []
    func descend(_ depth: Int64) throws(DatabaseError) {
      let statement = SQLStatement(text: "SELECT ?1 UNION ALL SELECT ?1 + 1", bindings: [.int(depth)])
      try connection.run(statement, deadline: nil) { row throws(DatabaseError) in
        found.append(row[0].integer ?? -1)
        if depth < 8 { try descend(depth + 1) }
        return true
      }
    }
    try descend(0)
    #expect(found.count == (1..<10).reduce(0) { $0 + 1 << $1 })
    #expect(found.prefix(9) == [0, 1, 2, 3, 4, 5, 6, 7, 8])
  }

  @Test func `A connection of a closed pool still works, and its pool says that it is closed`() throws {
    let pool = ConnectionPool(.sqlite(path: ":memory:"), size: 1)
    var kept: (any DatabaseConnection)?
    try pool.withConnection { connection in
      kept = connection
      pool.close()
      let rows = try connection.rows("SELECT 1")
      #expect(rows == [[.int(1)]])
      #expect(throws: DatabaseError.poolClosed) { try pool.withConnection { _ in () } }
    }
    #expect(try kept?.rows("SELECT 1") == [[.int(1)]])
  }

  @Test func `A length that SQLite cannot take is an error`() throws {
    #expect(try SQLiteConnection.length(Int(Int32.max)) == .max)
    for count in [Int(Int32.max) + 1, 1 << 40] {
      #expect { try SQLiteConnection.length(count) } throws: { ($0 as? DatabaseError)?.code == "value-out-of-range" }
    }
  }

  static let durations: [(Duration, Int32, Int32, Double)] = [
    (.milliseconds(100), 100, 1, 0.1), (.milliseconds(1900), 1900, 2, 1.9), (.nanoseconds(1), 1, 1, 1e-9),
    (.seconds(-5), 0, 0, 0), (.seconds(Int64.max), .max, .max, 1e9), (.seconds(Int64.min), 0, 0, 0), (.zero, 0, 0, 0),
    (.seconds(Int64.max) * 2, .max, .max, 1e9),
  ]

  @Test(arguments: durations)
  func `Durations are honoured to the millisecond, and none traps`(
    _ duration: Duration, _ milliseconds: Int32, _ seconds: Int32, _ waiting: Double
  ) throws {
    #expect(duration.wholeMilliseconds == milliseconds)
    #expect(duration.wholeSeconds == seconds)
    #expect(duration.waitingSeconds == waiting)
    let connection = try SQLiteConnection(path: ":memory:", access: .create, busyTimeout: duration)
    #expect(try connection.rows("PRAGMA busy_timeout") == [[.int(Int64(milliseconds))]])
    let pool = ConnectionPool(.sqlite(path: ":memory:"), size: 1, acquireTimeout: min(duration, .milliseconds(50)))
    let inner = try pool.withConnection { _ in Result { try pool.withConnection { _ in () } } }
    #expect(throws: DatabaseError.poolExhausted(size: 1)) { try inner.get() }
  }

  @Test func `On Apple's systems no library is taken from the working folder`() {
    let files = ["libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib"]
    let places = SharedLibrary.places(files, searchesWorkingFolder: true)
    #expect(places.first == "/opt/homebrew/opt/libpq/lib/libpq.5.dylib")
    #expect(places.allSatisfy { $0.hasPrefix("/") || $0.hasPrefix("@rpath/") })
    #expect(places.contains("@rpath/libpq.5.dylib"))
    #expect(SharedLibrary.places(files, searchesWorkingFolder: false) == files)
  }

  @Test func `A file of SQLite that was replaced is opened again`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cdq-replaced-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["a", "b"].map { folder.appending(path: $0).path }
    for (number, path) in paths.enumerated() {
      let connection = try SQLiteConnection(path: path, access: .create)
      _ = try connection.rows("CREATE TABLE t AS SELECT \(number) AS n")
    }
    let pool = ConnectionPool(.sqlite(path: paths[0]), size: 1)
    func read() throws -> Int64? { try pool.withConnection { try $0.rows("SELECT n FROM t").first?.first?.integer } }
    #expect(try read() == 0)
    #expect(rename(paths[1], paths[0]) == 0)
    #expect(try read() == 1)
    #expect(pool.count == 1)
  }
}
