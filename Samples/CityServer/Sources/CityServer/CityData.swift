public import CDQDatabase
public import CDQKit

/// Where the cities are: in memory or in a database. Both run the same query and give the same rows.
public protocol CityData: Sendable {
  /// The rows of a query with `select`.
  ///
  /// - Throws: `ExecutionError` or `DatabaseError` when a limit is reached or the database cannot answer.
  func rows(of query: QueryIR, _ arguments: Arguments, _ limits: Limits) async throws -> [[Value]]
}

/// Cities in a store of this process.
public struct MemoryCities: CityData {
  private let store: Store

  public init(_ store: Store) {
    self.store = store
  }

  /// Runs on the thread of the caller, which the limits' steps and time give back soon.
  public func rows(of query: QueryIR, _ arguments: Arguments, _ limits: Limits) async throws -> [[Value]] {
    guard case .rows(let rows) = try store.run(query, arguments: arguments, options: limits.executionOptions()) else {
      throw ExecutionError.wrongResult(expected: "rows")
    }
    return rows
  }
}

/// Cities in tables of PostgreSQL or SQLite.
public struct DatabaseCities: CityData {
  private let database: Database
  private let pool: ConnectionPool

  /// - Parameter pool: Connections that only read. Their number bounds the queries that run at a time.
  public init(_ database: Database, _ pool: ConnectionPool) {
    (self.database, self.pool) = (database, pool)
  }

  /// Runs on a thread of the pool; when the caller's task is cancelled, the database stops.
  public func rows(of query: QueryIR, _ arguments: Arguments, _ limits: Limits) async throws -> [[Value]] {
    // A condition that SQL cannot test exactly is tested here, on as many candidates at most.
    let options = DatabaseOptions(execution: limits.executionOptions(), maximumCandidates: 10_000)
    let result = try await pool.withConnection { [database] connection in
      try database.run(query, arguments: arguments, on: connection, options: options)
    }
    guard case .rows(let rows) = result else { throw ExecutionError.wrongResult(expected: "rows") }
    return rows
  }
}
