public import CDQConnections

/// Runs of a generated statement within a transaction, with its changes so far.
extension SelectStatement {
  /// Runs the statement and decodes all rows.
  public func all(in transaction: DatabaseTransaction) throws(DatabaseError) -> [Row] {
    try transaction.query { connection throws(DatabaseError) in try all(on: connection) }
  }

  /// Runs the statement and decodes the first row; nil without one.
  public func first(in transaction: DatabaseTransaction) throws(DatabaseError) -> Row? {
    try transaction.query { connection throws(DatabaseError) in try first(on: connection) }
  }

  /// Runs the statement and decodes its only row.
  ///
  /// - Throws: `DatabaseError`, `.execution(.notFound)` and `.execution(.notUnique)` among them.
  public func only(in transaction: DatabaseTransaction) throws(DatabaseError) -> Row {
    try transaction.query { connection throws(DatabaseError) in try only(on: connection) }
  }
}
