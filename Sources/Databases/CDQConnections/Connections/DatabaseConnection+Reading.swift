import CDQSQL

/// A transaction that only reads.
extension DatabaseConnection {
  /// Runs a closure whose statements all see the same data: in a transaction that reads, unless one is open or the
  /// connection is a program's own.
  package func reading<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
    guard let own = self as? any TransactionConnection, !own.isInTransaction else { return try body() }
    try own.reserve()
    defer { own.release() }
    _ = try rows(dialect.layout.beginReading)
    let result: Result
    do throws(DatabaseError) {
      result = try body()
    } catch {
      rollBack()
      throw error
    }
    _ = try rows("COMMIT")
    return result
  }

  /// Runs statements that all see the same data, and calls `row` with the index of a statement and each of its rows,
  /// until it returns false for one of a statement.
  func read(
    _ statements: [SQLStatement], for dialect: SQLDialect.Name, deadline: ContinuousClock.Instant?,
    row: (Int, SQLRow) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    try reading { () throws(DatabaseError) in
      for (index, statement) in statements.enumerated() {
        try read(statement, for: dialect, deadline: deadline) { values throws(DatabaseError) in try row(index, values) }
      }
    }
  }

  /// Ends a transaction without its changes.
  package func rollBack() {
    // A connection that broke has no transaction any more, and SQLite may have ended it by itself. A cancellation that
    // comes late may stop this statement, too, but the connection must not stay in the transaction.
    for _ in 0..<3 where isUsable {
      if (try? rows("ROLLBACK")) != nil { return }
    }
  }
}
