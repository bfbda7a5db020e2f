public import CDQConnections
public import GRDB

// A queue or a pool runs generated functions: `try await Queries.citiesNamed(in: queue, prefix: "ma")`.
extension DatabaseQueue: @retroactive SQLExecutor {
  /// Runs generated statements in one read of the queue, which all see the same data.
  public func read(
    _ statements: [SQLStatement], for dialect: SQLDialect.Name,
    row: @escaping @Sendable (_ statement: Int, _ row: SQLRow) throws(CDQConnections.DatabaseError) -> Void
  ) async throws {
    try await readTogether(statements, dialect, row)
  }
}

extension DatabasePool: @retroactive SQLExecutor {
  /// Runs generated statements in one read of the pool, which all see the same data.
  public func read(
    _ statements: [SQLStatement], for dialect: SQLDialect.Name,
    row: @escaping @Sendable (_ statement: Int, _ row: SQLRow) throws(CDQConnections.DatabaseError) -> Void
  ) async throws {
    try await readTogether(statements, dialect, row)
  }
}

extension DatabaseReader {
  /// Runs a generated statement in a read of the queue or pool.
  public func rows(of statement: SQLStatement, for dialect: SQLDialect.Name) async throws -> [[SQLDatum]] {
    try dialect.expect(.sqlite)
    return try await read { database in
      let arguments = StatementArguments(statement.bindings.map(\.databaseValue))
      let cursor = try Row.fetchCursor(database, sql: statement.text, arguments: arguments)
      var rows: [[SQLDatum]] = []
      while let row = try cursor.next() { rows.append(row.databaseValues.map { SQLDatum($0) }) }
      return rows
    }
  }

  fileprivate func readTogether(
    _ statements: [SQLStatement], _ dialect: SQLDialect.Name,
    _ row: @escaping @Sendable (_ statement: Int, _ row: SQLRow) throws(CDQConnections.DatabaseError) -> Void
  ) async throws {
    try dialect.expect(.sqlite)
    try await read { database in
      for (index, statement) in statements.enumerated() {
        let arguments = StatementArguments(statement.bindings.map(\.databaseValue))
        let cursor = try Row.fetchCursor(database, sql: statement.text, arguments: arguments)
        while let values = try cursor.next() {
          try row(index, SQLRow(values.databaseValues.map { SQLDatum($0) }, .sqlite))
        }
      }
    }
  }
}

extension Configuration {
  /// Gives each connection the functions that generated statements call. A program calls it before it opens the database.
  public mutating func prepareForQueries() {
    prepareDatabase { database in
      guard let handle = database.sqliteConnection else { return }
      let build = try String.fetchOne(database, sql: "SELECT sqlite_source_id()") ?? ""
      try SQLiteConnection.registerFunctions(on: handle, build: build)
    }
  }
}

extension SQLDatum {
  /// The value as GRDB binds it.
  var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .int(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .blob(let data): data.databaseValue
    }
  }

  /// The value of a column.
  init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .int(number)
    case .double(let number): self = .real(number)
    case .string(let text): self = .text(text)
    case .blob(let data): self = .blob(data)
    }
  }
}
