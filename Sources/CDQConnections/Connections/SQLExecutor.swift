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
  /// The rows of a statement of the given dialect.
  func rows(
    of statement: SQLStatement, for dialect: SQLDialect.Name, deadline: ContinuousClock.Instant?
  ) throws(DatabaseError) -> [[SQLDatum]] {
    try dialect.expect(self.dialect.name)
    var result: [[SQLDatum]] = []
    try run(statement, deadline: deadline) { row throws(DatabaseError) in
      result.append(row)
      return true
    }
    return result
  }

  /// Runs a statement on the caller's thread, which waits for the database.
  nonisolated(nonsending) public func rows(
    of statement: SQLStatement, for dialect: SQLDialect.Name
  ) async throws -> [[SQLDatum]] {
    try rows(of: statement, for: dialect, deadline: nil)
  }
}

extension SQLiteConnection: SQLExecutor {}
extension PostgresConnection: SQLExecutor {}

extension ConnectionPool: SQLExecutor {
  /// Runs a statement on a connection of the pool, which cancels it when the task is cancelled.
  nonisolated(nonsending) public func rows(
    of statement: SQLStatement, for dialect: SQLDialect.Name
  ) async throws -> [[SQLDatum]] {
    try await withConnection { try $0.rows(of: statement, for: dialect, deadline: nil) }
  }
}
