import CDQConnections
import CDQDatabase
import CDQExplanations
import CDQSyntax

/// Explanations of the errors of databases.
extension RunExplanations {
  static let databases: [(DiagnosticCode, Explanation)] =
    DatabaseError.Code.allCases.compactMap { code in explain(code).map { (DiagnosticCode(code.rawValue), $0) } }

  private static func explain(_ code: DatabaseError.Code) -> Explanation? {
    switch code {
    case .deadlineExceeded: nil
    case .libraryMissing:
      Explanation(
        .error, "the library of a database is not on this machine",
        """
        SQLite and PostgreSQL are accessed by the system's libraries, which are opened with the first database. \
        Debian has them in 'libsqlite3-0' and 'libpq5', Homebrew in 'libpq'.
        """,
        wrong: .init(.swift, "PostgresConnection(url: url) // without libpq"),
        right: .init(.swift, "PostgresConnection(url: url) // after: apt install libpq5"))
    case .cannotConnect:
      Explanation(
        .error, "a database cannot be opened or reached",
        """
        The server does not answer or refuses the user, or the file is missing or not a database. The message has \
        the reason.
        """,
        wrong: .init(.swift, "PostgresConnection(url: \"postgres://nobody@elsewhere/shop\")"),
        right: .init(.swift, "PostgresConnection(url: \"postgres://shop@localhost/shop\")"))
    case .connectionLost:
      Explanation(
        .error, "a connection broke while it was used",
        "The server or the network failed. A pool opens a new connection for the next caller; a read can be repeated.",
        wrong: .init(.swift, "database.run(ir, on: keptConnection)"),
        right: .init(.swift, "pool.withConnection { try database.run(ir, on: $0) }"))
    case .failed:
      Explanation(
        .error, "a database refuses a statement",
        "The message is the database's own. Often the user lacks a permission, or the tables differ from the mapping.",
        wrong: .init(.swift, "Database(schema: schema, mapping: oldMapping, dialect: .postgres)"),
        right: .init(.swift, "Database(schema: schema, mapping: mapping, dialect: .postgres)"))
    case .readOnly:
      Explanation(
        .error, "a statement would change a database that was opened for reading",
        "Connections only read unless they are opened for writing.",
        wrong: .init(.swift, "SQLiteConnection(path: path).rows(\"DELETE FROM City\")"),
        right: .init(.swift, "SQLiteConnection(path: path, access: .readWrite).rows(\"DELETE FROM City\")"))
    case .cancelled:
      Explanation(
        .error, "a run was cancelled", "The task was cancelled, or 'cancel' was called on its connection.",
        wrong: .init(.swift, "task.cancel()"), right: .init(.swift, "await task.value"))
    case .tooManyRows:
      Explanation(
        .error, "a result has more rows than the caller allows", "Write a limit, or allow more rows.",
        wrong: .init(.swift, "City"), right: .init(.swift, "City limit 100"))
    case .tooManyBytes:
      Explanation(
        .error, "a result has more bytes than the caller allows", "Select fewer columns, write a limit, or allow more.",
        wrong: .init(.swift, "City"), right: .init(.swift, "City select name"))
    case .tooManyCandidates:
      Explanation(
        .error, "too many rows would be read to test a condition in memory",
        """
        The database cannot test a part of the condition exactly, so it gives candidates that are tested in memory. The plan \
        shows the part. Add a condition that SQL can test, so that there are fewer.
        """,
        wrong: .init(.swift, "City where name ==[l] \"Oslo\""), right: .init(.swift, "City where name ==[cd] \"Oslo\""))
    case .outOfRange:
      Explanation(
        .error, "a value is out of the database's range",
        "The query is then run in memory; the error is shown only where that is not allowed.",
        wrong: .init(.swift, "City where altitude * altitude > 5"), right: .init(.swift, "City where altitude > 2"))
    case .unexpectedNull:
      Explanation(
        .error, "a column holds NULL where the schema needs a value",
        "Make the attribute optional in the schema, or correct the data.",
        wrong: .init(.swift, "name: String // with NULL in the column"), right: .init(.swift, "name: String?"))
    case .unexpectedValue:
      Explanation(
        .error, "a column holds something that is not a value of its attribute",
        """
        SQLite takes any value in any column, and an enum may have got a new case. Correct the data, or give the \
        attribute another type.
        """,
        wrong: .init(.swift, "population: Int64 // with 'many' in the column"), right: .init(.swift, "population: String"))
    case .unstorableValue:
      Explanation(
        .error, "a database cannot hold a value",
        """
        SQLite has no NaN, PostgreSQL no U+0000 in a text and no date beyond its years. Nothing was changed. Write another \
        value, or nil.
        """,
        wrong: .init(.swift, "try transaction.insert(\"City\", [\"area\": .double(.nan)])"),
        right: .init(.swift, "try transaction.insert(\"City\", [\"area\": .null])"))
    case .conflict:
      Explanation(
        .error, "two transactions changed the same data at the same time",
        "The database completed the other transaction and changed nothing for this one. Run the transaction again.",
        wrong: .init(.swift, "try database.transaction(on: connection) { … } // once"),
        right: .init(.swift, "do { … } catch DatabaseError.conflict { /* run it again */ }"))
    case .outcomeUnknown:
      Explanation(
        .error, "a connection broke while a transaction was committed",
        """
        All changes of the transaction were made, or none. Read the data to find out which; running the transaction again \
        could make the changes twice.
        """,
        wrong: .init(.swift, "catch { try transfer() } // perhaps the second time"),
        right: .init(.swift, "catch DatabaseError.outcomeUnknown { /* read, then decide */ }"))
    case .refused:
      Explanation(
        .error, "a database cannot run a query",
        "The message says which part has no SQL. Without '--no-residual', or with 'allowsResidual', most parts run in memory.",
        wrong: .init(.swift, "DatabaseOptions(allowsResidual: false)"), right: .init(.swift, "DatabaseOptions()"))
    case .connectionInUse:
      Explanation(
        .error, "a connection is in use",
        """
        One thread uses a connection at a time. A connection of PostgreSQL runs one statement after the other, so that none \
        can run in the closure that takes the rows of another one; take all rows first, or use a second connection. No \
        transaction begins within another one on the same connection: make all changes in one closure, or use the \
        savepoints of the transaction.
        """,
        wrong: .init(.swift, "database.transaction(on: connection) { _ in database.transaction(on: connection) { … } }"),
        right: .init(.swift, "database.transaction(on: connection) { transaction in … }"))
    case .poolExhausted:
      Explanation(
        .error, "all connections of a pool are in use", "Make calls shorter, wait longer, or allow more connections.",
        wrong: .init(.swift, "ConnectionPool(location, size: 1, acquireTimeout: .seconds(0))"),
        right: .init(.swift, "ConnectionPool(location, size: 8)"))
    case .poolClosed:
      Explanation(
        .error, "a pool was closed", "A closed pool has no connections; make another one.",
        wrong: .init(.swift, "pool.close(); pool.withConnection { … }"),
        right: .init(.swift, "pool.withConnection { … }; pool.close()"))
    }
  }
}
