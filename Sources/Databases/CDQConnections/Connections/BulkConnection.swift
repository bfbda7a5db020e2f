public import CDQSQL

/// A connection that takes many rows of a table at once, faster than by INSERT, as PostgreSQL does by COPY.
///
/// A driver of another package can conform; without it rows are inserted in batches.
public protocol BulkConnection: DatabaseConnection {
  /// Writes rows of a table.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns, in the order of each row's values.
  ///   - rows: Calls its argument with each row. What it throws ends the writing, and is thrown on.
  /// - Throws: `DatabaseError`. Inside a transaction no row of this call was written then.
  func copy(
    into table: TableName, columns: [String],
    rows: (_ write: ([SQLDatum]) throws(DatabaseError) -> Void) throws(DatabaseError) -> Void
  ) throws(DatabaseError)
}
