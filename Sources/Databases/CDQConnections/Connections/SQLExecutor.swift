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

  /// Runs a statement and calls `row` with each row.
  ///
  /// There is a default, which reads the values of all rows first.
  nonisolated(nonsending) func read(
    _ statement: SQLStatement, for dialect: SQLDialect.Name, row: @escaping @Sendable (SQLRow) throws(DatabaseError) -> Void
  ) async throws

  /// Runs statements that see the same data, in one transaction that reads, and calls `row` with the index of a statement
  /// and each of its rows. The functions of queries with shapes need it.
  ///
  /// There is a default, which refuses: statements one after another would see what others change in between.
  nonisolated(nonsending) func read(
    _ statements: [SQLStatement], for dialect: SQLDialect.Name,
    row: @escaping @Sendable (_ statement: Int, _ row: SQLRow) throws(DatabaseError) -> Void
  ) async throws
}

extension SQLExecutor {
  /// Refuses, since only the executor can make a transaction.
  ///
  /// - Throws: `DatabaseError.refused`.
  nonisolated(nonsending) public func read(
    _ statements: [SQLStatement], for dialect: SQLDialect.Name,
    row: @escaping @Sendable (_ statement: Int, _ row: SQLRow) throws(DatabaseError) -> Void
  ) async throws {
    throw DatabaseError.refused([
      SQLRefusal(
        "rows of related objects need several statements in one transaction, which \(Self.self) does not offer",
        help: "implement 'read(_:for:row:)' for an array of statements in its extension")
    ])
  }

  /// Reads the values of all rows, and then calls `row` with each.
  nonisolated(nonsending) public func read(
    _ statement: SQLStatement, for dialect: SQLDialect.Name, row: @escaping @Sendable (SQLRow) throws(DatabaseError) -> Void
  ) async throws {
    for values in try await rows(of: statement, for: dialect) { try row(SQLRow(values, dialect)) }
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
  /// Calls `row` with each row of a statement of the given dialect, until it returns false.
  @usableFromInline func read(
    _ statement: SQLStatement, for dialect: SQLDialect.Name, deadline: ContinuousClock.Instant?,
    row: (SQLRow) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    try dialect.expect(self.dialect.name)
    try read(statement, deadline: deadline, isStreamed: false, row: row)
  }
}

extension SQLExecutor where Self: DatabaseConnection {
  /// Runs a statement on the caller's thread, which waits for the database.
  nonisolated(nonsending) public func rows(
    of statement: SQLStatement, for dialect: SQLDialect.Name
  ) async throws -> [[SQLDatum]] {
    var result: [[SQLDatum]] = []
    try read(statement, for: dialect, deadline: nil) { row throws(DatabaseError) in
      result.append(row.data)
      return true
    }
    return result
  }

  /// Runs a statement on the caller's thread, which waits for the database, and calls `row` with each row.
  nonisolated(nonsending) public func read(
    _ statement: SQLStatement, for dialect: SQLDialect.Name, row: @escaping @Sendable (SQLRow) throws(DatabaseError) -> Void
  ) async throws {
    try read(statement, for: dialect, deadline: nil) { values throws(DatabaseError) in
      try row(values)
      return true
    }
  }
}

extension SQLExecutor where Self: DatabaseConnection {
  /// Runs statements in a transaction that reads, on the caller's thread, which waits for the database.
  nonisolated(nonsending) public func read(
    _ statements: [SQLStatement], for dialect: SQLDialect.Name,
    row: @escaping @Sendable (_ statement: Int, _ row: SQLRow) throws(DatabaseError) -> Void
  ) async throws {
    try read(statements, for: dialect, deadline: nil) { index, values throws(DatabaseError) in
      try row(index, values)
      return true
    }
  }
}

extension SQLiteConnection: SQLExecutor {}
extension PostgresConnection: SQLExecutor {}

extension ConnectionPool: SQLExecutor {
  /// Runs a statement on a connection of the pool, which cancels it when the task is cancelled.
  nonisolated(nonsending) public func rows(
    of statement: SQLStatement, for dialect: SQLDialect.Name
  ) async throws -> [[SQLDatum]] {
    let result = RowList<[SQLDatum]>()
    try await read(statement, for: dialect) { row throws(DatabaseError) in result.rows.append(row.data) }
    return result.rows
  }

  /// Runs a statement on a connection of the pool, and calls `row` on the thread of the pool.
  nonisolated(nonsending) public func read(
    _ statement: SQLStatement, for dialect: SQLDialect.Name, row: @escaping @Sendable (SQLRow) throws(DatabaseError) -> Void
  ) async throws {
    try await withConnection { connection in
      try connection.read(statement, for: dialect, deadline: nil) { values throws(DatabaseError) in
        try row(values)
        return true
      }
    }
  }

  /// Runs statements in a transaction that reads on a connection of the pool, and calls `row` on the thread of the pool.
  nonisolated(nonsending) public func read(
    _ statements: [SQLStatement], for dialect: SQLDialect.Name,
    row: @escaping @Sendable (_ statement: Int, _ row: SQLRow) throws(DatabaseError) -> Void
  ) async throws {
    try await withConnection { connection in
      try connection.read(statements, for: dialect, deadline: nil) { index, values throws(DatabaseError) in
        try row(index, values)
        return true
      }
    }
  }
}

/// The values of rows, which one thread collects, and the caller takes when that has ended; hence `@unchecked Sendable`.
@usableFromInline final class RowList<Row>: @unchecked Sendable {
  @usableFromInline var rows: [Row] = []

  @inlinable init() {}
}
