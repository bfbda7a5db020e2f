import CDQConnections
import CDQSQL
public import CDQStore

/// How many objects of a snapshot were written.
public struct WriteProgress: Hashable, Sendable {
  /// The number of objects that were written.
  public var objects: Int
  /// The number of objects of the snapshot.
  public var totalObjects: Int
}

extension Database {
  /// Makes the tables of our own layout, fills them with the objects of a snapshot, and writes down the schema, which
  /// `described` reads, all in one transaction: a failure at any point leaves the database as it was.
  ///
  /// ```swift
  /// let connection = try PostgresConnection(url: url, canWrite: true)
  /// try Database(schema: schema, dialect: .postgres).create(on: connection, with: store.snapshot)
  /// ```
  ///
  /// - Parameters:
  ///   - connection: A connection that was opened for writing.
  ///   - snapshot: The objects, of the database's schema; nil for empty tables.
  ///   - progress: Called from time to time.
  /// - Throws: `DatabaseError`; `.failed` when one of the tables is there already, `.unstorableValue` for a value that the
  ///   database cannot hold, `.outcomeUnknown` when nobody answers the COMMIT.
  public func create(
    on connection: any DatabaseConnection, with snapshot: Snapshot? = nil, progress: ((WriteProgress) -> Void)? = nil
  ) throws(DatabaseError) {
    let layout = try ownLayout()
    try connection.inTransaction(or: { $0 }) { () throws(DatabaseError) in
      for table in layout.tables { try connection.change(table.creation(dialect)) }
      if let snapshot { try fill(with: snapshot, on: connection, progress: progress) }
      // An index is made faster of all rows than row by row.
      for index in layout.indexes { try connection.change(index.creation(dialect)) }
      for constraint in layout.constraints(dialect) { try connection.change(constraint.addition(dialect)) }
      try describe(on: connection)
    }
  }

  /// Writes the objects of a snapshot into empty tables of our own layout, in the caller's transaction.
  package func fill(
    with snapshot: Snapshot, on connection: any DatabaseConnection, progress: ((WriteProgress) -> Void)? = nil
  ) throws(DatabaseError) {
    let rows = SnapshotRows(snapshot, try ownLayout(), dialect)
    var done = WriteProgress(objects: 0, totalObjects: rows.objectCount)
    for table in rows.layout.tables {
      var last: Int64?
      try connection.write(into: table.name, columns: table.columns.map(\.name)) { write throws(DatabaseError) in
        try rows.forEachRow(of: table) { row, isObject throws(DatabaseError) in
          try write(row)
          guard isObject else { return }
          if case .int(let number) = row[0] { last = number }
          done.objects += 1
          if done.objects % 1000 == 0 { progress?(done) }
        }
      }
      // SQLite counts on from the greatest number by itself.
      guard let last, dialect.name == .postgres else { continue }
      _ = try connection.rows(
        "SELECT setval(pg_get_serial_sequence($1, $2), $3)",
        [.text(dialect.identifier(table.name)), .text(OwnLayout.numberColumn), .int(last)])
    }
    progress?(done)
  }

  /// The layout of the database's tables.
  ///
  /// - Throws: `DatabaseError.refused` where the tables are not those of our own layout, which alone can be written.
  func ownLayout() throws(DatabaseError) -> OwnLayout {
    let layout = layout.withLock { known -> OwnLayout in
      let layout = known ?? OwnLayout(schema)
      known = layout
      return layout
    }
    guard layout.mapping == mapping else {
      throw .refused([
        SQLRefusal("only tables of cdq's own layout are written", help: "'cdq load' makes them, or 'cdq schema ddl'")
      ])
    }
    return layout
  }
}
