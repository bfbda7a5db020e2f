import CDQConnections
import CDQSQL

/// The beginning and the end of a transaction that changes data.
extension DatabaseConnection {
  /// Runs a closure in a transaction, which is committed when it returns and rolled back when it throws.
  ///
  /// - Throws: What the closure throws; `DatabaseError.outcomeUnknown` when nobody answers the COMMIT, `.connectionInUse`
  ///   within another transaction.
  package func inTransaction<Result, Failure: Error>(
    or failure: (DatabaseError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let own = self as? any TransactionConnection
    do throws(DatabaseError) {
      try own?.reserve()
    } catch {
      throw failure(error)
    }
    defer { own?.release() }
    // PostgreSQL would only warn, and the inner COMMIT would end the outer transaction.
    if own?.isInTransaction == true { throw failure(.connectionInUse("a transaction is open on it")) }
    do throws(DatabaseError) {
      try change(dialect.begin)
    } catch {
      throw failure(error.asConflict)
    }
    let result: Result
    do throws(Failure) {
      result = try body()
    } catch {
      rollBack()
      throw error
    }
    do throws(DatabaseError) {
      try requireSound()
      try commit()
    } catch {
      throw failure(error)
    }
    return result
  }

  /// Commits. It is sent once: where the answer is missing, the database may have committed or not.
  private func commit() throws(DatabaseError) {
    do throws(DatabaseError) {
      try change("COMMIT")
    } catch {
      switch error {
      case .connectionLost(let reason): throw .outcomeUnknown(reason)
      // The server may have committed before it heard that it should stop. SQLite stops before.
      case .cancelled where dialect.name == .postgres, .deadlineExceeded where dialect.name == .postgres:
        throw .outcomeUnknown(error.message)
      default:
        rollBack()
        throw error.asConflict
      }
    }
  }

  /// Fails if a statement of the transaction failed, even one that nobody waited for: PostgreSQL answers a COMMIT then as
  /// if it had been one, but rolls back.
  private func requireSound() throws(DatabaseError) {
    guard dialect.name == .postgres else { return }
    do throws(DatabaseError) {
      _ = try rows("SELECT 1")
    } catch {
      rollBack()
      throw error
    }
  }
}

extension DatabaseError {
  /// The codes of a failed serialization, a deadlock, a unique value that another transaction wrote after it was looked
  /// for, and a file that another connection writes.
  private static let conflicts: Set<String> = ["40001", "40P01", "23505", "5", "6", "261", "517", "773"]

  /// The error, or `conflict` if another transaction caused it.
  var asConflict: DatabaseError {
    guard case .failed(let code, let message) = self, DatabaseError.conflicts.contains(code) else { return self }
    return .conflict(message)
  }
}
