package import CDQConnections
package import CDQDatabase
import CDQSQL
package import CDQStore

extension ShardedLayout {
  /// The database of the coordinator, which queries ask.
  package var database: Database { Database(schema: schema, dialect: .postgres) }

  /// Makes the tables on all servers and on the coordinator, and fills them with the objects of a snapshot.
  ///
  /// The coordinator sends each row to its server. A failure leaves the databases as they were, unless a server cannot be
  /// reached any more.
  ///
  /// - Parameters:
  ///   - coordinator: A connection that was opened for writing.
  ///   - servers: A connection to each server, opened for writing.
  ///   - snapshot: The objects; nil for empty tables.
  ///   - progress: Called from time to time.
  /// - Throws: `DatabaseError`; `.failed` when one of the tables is there already.
  package func create(
    on coordinator: PostgresConnection, servers: [PostgresConnection], with snapshot: Snapshot? = nil,
    progress: ((WriteProgress) -> Void)? = nil
  ) throws(DatabaseError) {
    var made: [PostgresConnection] = []
    var isKnown = false
    do throws(DatabaseError) {
      for server in servers {
        try server.inTransaction(or: { $0 }) { () throws(DatabaseError) in
          for statement in tableStatements { try server.change(statement) }
        }
        made.append(server)
      }
      try coordinator.inTransaction(or: { $0 }) { () throws(DatabaseError) in
        if let snapshot { try fillStaging(with: snapshot, on: coordinator, progress) }
        for statement in coordinatorStatements { try coordinator.change(statement) }
        if snapshot != nil { try distributeStaging(coordinator) }
      }
      isKnown = true
      // An index is made faster of all rows than row by row.
      for server in servers {
        try server.inTransaction(or: { $0 }) { () throws(DatabaseError) in
          for statement in indexStatements { try server.change(statement) }
        }
        try server.change("ANALYZE")
      }
      try coordinator.inTransaction(or: { $0 }) { () throws(DatabaseError) in try database.describe(on: coordinator) }
      for table in layout.tables { try coordinator.change("ANALYZE \(SQLDialect.postgres.identifier(table.name))") }
    } catch {
      let drop = "DROP TABLE " + layout.tables.map { SQLDialect.postgres.identifier($0.name) }.joined(separator: ", ")
      if isKnown {
        try? coordinator.change(drop)
        for server in self.servers { try? coordinator.change("DROP SERVER \(server.name) CASCADE") }
      }
      for server in made { try? server.change(drop) }
      throw error
    }
  }

  // COPY sends a row to another server by a statement of its own before PostgreSQL 16, INSERT a thousand rows at once. So
  // the rows are copied into tables of the coordinator first.

  private func fillStaging(
    with snapshot: Snapshot, on coordinator: PostgresConnection, _ progress: ((WriteProgress) -> Void)?
  ) throws(DatabaseError) {
    for table in layout.tables { try coordinator.change(stagingStatement(of: table)) }
    try database.fill(with: snapshot, on: coordinator, progress: progress)
    for (number, table) in layout.tables.enumerated() {
      try coordinator.change("ALTER TABLE \(SQLDialect.postgres.identifier(table.name)) RENAME TO cdq_staging_\(number)")
    }
  }

  private func distributeStaging(_ coordinator: PostgresConnection) throws(DatabaseError) {
    for (number, table) in layout.tables.enumerated() {
      let name = SQLDialect.postgres.identifier(table.name)
      try coordinator.change("INSERT INTO \(name) SELECT * FROM cdq_staging_\(number)")
      if let column = table.columns.first(where: { $0.content == .number })?.name {
        let key = SQLDialect.postgres.identifier(column)
        _ = try coordinator.rows(
          "SELECT setval(pg_get_serial_sequence($1, $2), coalesce(max(\(key)), 0), max(\(key)) IS NOT NULL) "
            + "FROM cdq_staging_\(number)",
          [.text(name), .text(column)])
      }
      try coordinator.change("DROP TABLE cdq_staging_\(number)")
    }
  }
}
