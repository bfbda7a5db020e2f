public import CDQSQL

/// Something that runs statements: a connection, a pool of them, or the client of another package. Generated functions
/// take any.
///
/// A client of another package needs one function. It binds `statement.bindings` in their order, and gives the values of
/// each row in the order of the columns: numbers of SQLite as `.int` and `.real`; of PostgreSQL, any type may be given as
/// its text, or as `.int`, `.real` and `.blob`.
///
/// ```swift
/// extension MyClient: SQLExecutor {
///   func rows(of statement: SQLStatement, for dialect: SQLDialect.Name) async throws -> [[SQLDatum]] {
///     try dialect.expect(.postgres)
///     return try await query(statement.text, statement.bindings.map(\.textForm)).map { row in
///       row.map { cell in cell.text.map { .text($0) } ?? .null }
///     }
///   }
/// }
/// ```
public protocol SQLExecutor {
  /// Runs a statement and gives the values of all rows.
  ///
  /// - Parameter dialect: The database that the statement is written for.
  /// - Throws: `DatabaseError.refused` if the executor's database is another, and any error of the database.
  nonisolated(nonsending) func rows(of statement: SQLStatement, for dialect: SQLDialect.Name) async throws -> [[SQLDatum]]

  /// Runs a statement and makes a value of each row.
  ///
  /// There is a default, which reads the values of all rows first.
  nonisolated(nonsending) func rows<Row>(
    of statement: SQLStatement, for dialect: SQLDialect.Name,
    reading read: @escaping @Sendable (SQLRow) throws(DatabaseError) -> Row
  ) async throws -> [Row]
}

extension SQLExecutor {
  /// Makes a value of the values of each row.
  nonisolated(nonsending) public func rows<Row>(
    of statement: SQLStatement, for dialect: SQLDialect.Name,
    reading read: @escaping @Sendable (SQLRow) throws(DatabaseError) -> Row
  ) async throws -> [Row] {
    try await rows(of: statement, for: dialect).map { try read(SQLRow($0, dialect)) }
  }
}

extension SQLDialect.Name {
  /// Refuses a statement that is written for another database.
  ///
  /// - Throws: `DatabaseError.refused`.
  public func expect(_ dialect: SQLDialect.Name) throws(DatabaseError) {
    if self == dialect { return }
    throw .refused([
      SQLRefusal(
        "the function was generated for \(title), and this is \(dialect.title)",
        help: "set \"dialect\": \"\(dialect.rawValue)\" in the target's cdq.json")
    ])
  }
}

extension SQLDialect.Name {
  private var title: String { SQLDialect.named(self)?.title ?? rawValue }
}

extension DatabaseConnection {
  /// The values that are made of the rows of a statement of the given dialect, at most as many as are wanted.
  func rows<Row>(
    of statement: SQLStatement, for dialect: SQLDialect.Name, deadline: ContinuousClock.Instant?, atMost limit: Int = .max,
    reading read: (SQLRow) throws(DatabaseError) -> Row
  ) throws(DatabaseError) -> [Row] {
    try dialect.expect(self.dialect.name)
    var result: [Row] = []
    try self.read(statement, deadline: deadline, isStreamed: false) { row throws(DatabaseError) in
      result.append(try read(row))
      return result.count < limit
    }
    return result
  }
}

extension SQLExecutor where Self: DatabaseConnection {
  /// Runs a statement on the caller's thread, which waits for the database.
  nonisolated(nonsending) public func rows(
    of statement: SQLStatement, for dialect: SQLDialect.Name
  ) async throws -> [[SQLDatum]] {
    try rows(of: statement, for: dialect, deadline: nil) { $0.data }
  }

  /// Runs a statement on the caller's thread, which waits for the database, and makes a value of each row.
  nonisolated(nonsending) public func rows<Row>(
    of statement: SQLStatement, for dialect: SQLDialect.Name,
    reading read: @escaping @Sendable (SQLRow) throws(DatabaseError) -> Row
  ) async throws -> [Row] {
    try rows(of: statement, for: dialect, deadline: nil, reading: read)
  }
}

extension SQLiteConnection: SQLExecutor {}
extension PostgresConnection: SQLExecutor {}

extension ConnectionPool: SQLExecutor {
  /// Runs a statement on a connection of the pool, which cancels it when the task is cancelled.
  nonisolated(nonsending) public func rows(
    of statement: SQLStatement, for dialect: SQLDialect.Name
  ) async throws -> [[SQLDatum]] {
    try await rows(of: statement, for: dialect) { $0.data }
  }

  /// Runs a statement on a connection of the pool, and makes a value of each row on the thread of the pool.
  nonisolated(nonsending) public func rows<Row>(
    of statement: SQLStatement, for dialect: SQLDialect.Name,
    reading read: @escaping @Sendable (SQLRow) throws(DatabaseError) -> Row
  ) async throws -> [Row] {
    try await withConnection { connection in
      Handover(value: try connection.rows(of: statement, for: dialect, deadline: nil, reading: read))
    }.value
  }
}

/// Values that one thread has made and gives to another one, which alone uses them then.
private struct Handover<Value>: @unchecked Sendable {
  let value: Value
}
