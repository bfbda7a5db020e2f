import CDQDatabase
import CDQRuntime
import Foundation

/// The numbers of answers of each kind: "rows", or the code of an error.
private final class Answers {
  private(set) var counts: [String: Int] = [:]
  func add(_ code: String, _ count: Int = 1) { counts[code, default: 0] += count }
}

/// Calls within calls on one connection, and from several threads at once: each gives the right rows or an error of its type,
/// and the connection can be used afterwards.
struct Nesting {
  private static let count = 2_000
  private static let numbers = SQLStatement(text: "SELECT n FROM numbers ORDER BY n")

  /// Any number of threads may have the connection; the tests are about what it then does.
  private nonisolated(unsafe) let connection: any DatabaseConnection
  /// Whether a statement can run while another one has rows.
  private let nests: Bool

  /// Runs everything on SQLite, and on PostgreSQL where CDQ_POSTGRES has its URL. Returns how many answers there were, by their
  /// codes.
  static func run() throws -> [String: Int] {
    var connections: [any DatabaseConnection] = [try SQLiteConnection(path: ":memory:", access: .create)]
    if let url = ProcessInfo.processInfo.environment["CDQ_POSTGRES"] {
      connections.append(try PostgresConnection(url: url, canWrite: true))
    }
    let answers = Answers()
    for connection in connections {
      let nesting = Nesting(connection)
      try nesting.prepare()
      try nesting.nest(answers)
      try nesting.cancel(answers)
      try nesting.share(answers)
    }
    try transactions(answers)
    return answers.counts
  }

  private init(_ connection: any DatabaseConnection) {
    self.connection = connection
    nests = connection.dialect.name == .sqlite
  }

  private func prepare() throws {
    for text in ["DROP TABLE IF EXISTS numbers", "DROP TABLE IF EXISTS written", "CREATE TABLE numbers (n BIGINT)", "CREATE TABLE written (n BIGINT)"] {
      _ = try connection.rows(text)
    }
    let values = (0..<Nesting.count).map { "(\($0))" }.joined(separator: ", ")
    _ = try connection.rows("INSERT INTO numbers VALUES \(values)")
  }

  /// The code of the error that a call ends with, or "rows".
  private static func code(_ body: () throws -> Void) throws -> String {
    do {
      try body()
      return "rows"
    } catch let error as DatabaseError {
      return error.code
    }
  }

  /// Reads all numbers, which must be complete and in order, with a call in the middle.
  private func read(_ body: () throws -> Void) throws {
    var next: Int64 = 0
    var failure: (any Error)?
    try connection.run(Nesting.numbers, deadline: nil) { row throws(DatabaseError) in
      if row[0].integer != next { failure = Failure("\(row[0]) in the place of \(next)") }
      next += 1
      if next == 5 {
        do { try body() } catch { failure = error }
      }
      return failure == nil
    }
    if let failure { throw failure }
    if next != Int64(Nesting.count) { throw Failure("\(next) rows") }
  }

  private func expect(_ expected: String, _ what: String, _ answers: Answers, _ body: () throws -> Void) throws {
    let code = try Nesting.code(body)
    if code != expected { throw Failure("\(what) gave \(code) and not \(expected)") }
    answers.add(code)
  }

  /// Reads and writes in the callback of a read, to some depth.
  private func nest(_ answers: Answers) throws {
    let inner = nests ? "rows" : "connection-in-use"
    try expect("rows", "a read around others", answers) {
      try read {
        try expect(inner, "the same statement", answers) { try read { try read {} } }
        for number in 0..<150 {
          try expect(inner, "a statement", answers) { _ = try connection.rows("SELECT n + \(number) FROM numbers WHERE n < 3") }
        }
        try expect(inner, "a write", answers) { _ = try connection.rows("INSERT INTO written VALUES (1)") }
        try expect(inner, "a late read", answers) {
          _ = try connection.rows("SELECT n FROM numbers", deadline: .now + .seconds(60))
        }
      }
    }
    let written = try connection.rows("SELECT n FROM written").count
    if written != (nests ? 1 : 0) { throw Failure("\(written) rows were written") }
  }

  /// Cancels a read in its own callback, and from another thread.
  private func cancel(_ answers: Answers) throws {
    try expect("cancelled", "a cancelled read", answers) { try read { connection.cancel() } }
    try expect("rows", "a read after it", answers) { try read {} }
    for _ in 0..<20 {
      let canceller = Thread { connection.cancel() }
      let code = try Nesting.code {
        try read {
          canceller.start()
          while !canceller.isFinished { usleep(100) }
        }
      }
      if code != "cancelled" { throw Failure("a read that another thread cancelled gave \(code)") }
      answers.add(code)
    }
    try expect("rows", "a read after them", answers) { try read {} }
  }

  /// Four threads use the connection at once: each gets all rows, or the error that it is in use.
  private func share(_ answers: Answers) throws {
    let (rows, inUse, wrong) = (Counter(), Counter(), Counter())
    let done = DispatchGroup()
    for number in 0..<4 {
      done.enter()
      Thread {
        for turn in 0..<200 {
          let code = try? Nesting.code {
            if (number + turn) % 3 == 0 { _ = try connection.rows("INSERT INTO written VALUES (\(turn))") } else { try read {} }
          }
          switch code {
          case "rows": rows.add()
          case "connection-in-use": inUse.add()
          default: wrong.add()
          }
        }
        done.leave()
      }.start()
    }
    done.wait()
    if wrong.value > 0 { throw Failure("\(wrong.value) reads of four threads ended with another error") }
    answers.add("rows", rows.value)
    answers.add("connection-in-use", inUse.value)
    try expect("rows", "a read after all threads", answers) { try read {} }
  }

  /// Transactions within transactions, and within the rows of a query, of a database with its own layout.
  private static func transactions(_ answers: Answers) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("cdq-nesting-\(UUID().uuidString).sqlite").path
    defer { for end in ["", "-journal", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
    let bank = try Bank()
    let connection = try SQLiteConnection(path: path, access: .create)
    let database = Database(schema: Bank.schema, dialect: .sqlite)
    try database.create(on: connection, with: bank.store.snapshot)
    let nesting = Nesting(connection)
    let all = QueryIR(entity: "Account")
    try nesting.expect("rows", "a transaction around another", answers) {
      try database.transaction(on: connection) { transaction in
        try transaction.update(Bank.account(1), ["owner": .string("a")])
        try nesting.expect("connection-in-use", "a transaction within another", answers) {
          try database.transaction(on: connection) { _ in }
        }
        guard case .records(let records) = try database.run(all, on: connection), records.count == Bank.accounts else {
          throw Failure("a transaction does not see its accounts")
        }
      }
    }
    var seen = 0
    try nesting.expect("rows", "a transaction within rows", answers) {
      var failure: (any Error)?
      try database.forEachRecord(all, on: connection) { _ in
        seen += 1
        guard seen == 3 else { return true }
        do {
          try nesting.expect("rows", "a transaction in a callback", answers) {
            _ = try database.transaction(on: connection) { try $0.update(Bank.account(150), ["owner": .string("b")]) }
          }
        } catch { failure = error }
        return true
      }
      if let failure { throw failure }
    }
    if seen != Bank.accounts { throw Failure("\(seen) accounts around a transaction") }
    // A pool of one connection, which the caller has already.
    let pool = ConnectionPool(.sqlite(path: path), size: 1, acquireTimeout: .milliseconds(20))
    let store = DatabaseStore(schema: Bank.schema, dialect: .sqlite, pool: pool)
    try nesting.expect("rows", "a connection of the pool", answers) {
      try pool.withConnection { _ in
        try nesting.expect("pool-exhausted", "a second one", answers) { try store.transaction { _ in } }
      }
    }
  }
}
