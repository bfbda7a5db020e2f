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
  /// - Parameter entity: What the errors say was looked for; the type of the row if nothing else is said.
  /// - Throws: `DatabaseError`, `.execution(.notFound)` and `.execution(.notUnique)` among them.
  public func only(
    _ entity: String = "\(Row.self)", in transaction: DatabaseTransaction
  ) throws(DatabaseError) -> Row {
    try transaction.query { connection throws(DatabaseError) in try only(entity, on: connection) }
  }
}
