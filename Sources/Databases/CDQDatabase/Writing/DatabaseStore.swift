public import CDQConnections
public import CDQIR
public import CDQSQL
public import CDQStore

/// The objects of a schema in a database, with the connections to it: what a `Store` is for objects in memory.
///
/// ```swift
/// let store = DatabaseStore(schema: .app, .sqlite(path: "cities.sqlite"))
/// try await City(id: 1, name: "Oslo").save(in: store)
/// try await store.transaction { transaction in
///   guard var city = try City.find(id: 1, in: transaction) else { return }
///   city.name = "Bergen"
///   try city.update(in: transaction)
/// }
/// let cities = try await Queries.citiesNamed(in: store, prefix: "be")
/// ```
///
/// The tables are those of cdq's own layout, which `create(with:)` or `cdq load` makes.
public final class DatabaseStore: Sendable {
  /// The schema and the tables.
  public let database: Database
  /// The connections, which were opened for writing.
  public let pool: ConnectionPool

  /// The objects of a schema, through a pool of connections that are opened for writing.
  public init(schema: Schema, dialect: SQLDialect, pool: ConnectionPool) {
    database = Database(schema: schema, dialect: dialect)
    self.pool = pool
  }

  /// The objects of a schema in a database. A file of SQLite is made if it is not there; `:memory:` has one connection,
  /// as each would have a database of its own.
  ///
  /// - Parameter size: The greatest number of connections.
  public convenience init(schema: Schema, _ location: DatabaseLocation, size: Int = 8) {
    let size = location == .sqlite(path: ":memory:") ? 1 : size
    let pool = ConnectionPool(size: size) { () throws(DatabaseError) in
      switch location {
      case .sqlite(let path): try SQLiteConnection(path: path, access: .create)
      case .postgres(let url): try PostgresConnection(url: url, canWrite: true)
      }
    }
    self.init(schema: schema, dialect: location.dialect, pool: pool)
  }

  /// Makes the tables, and fills them with the objects of a snapshot, all or nothing.
  ///
  /// - Throws: `DatabaseError`; `.failed` when one of the tables is there already.
  public func create(with snapshot: Snapshot? = nil) throws {
    try pool.withConnection { try database.create(on: $0, with: snapshot) }
  }

  /// Makes changes as one transaction, on this thread. See `Database.transaction(on:_:)` for its rules.
  ///
  /// - Throws: What `body` throws, and `DatabaseError`.
  @discardableResult
  public func transaction<Result>(_ body: (DatabaseTransaction) throws -> Result) throws -> Result {
    try pool.withConnection { try database.transaction(on: $0, body) }
  }

  /// Makes changes as one transaction, on a thread of the pool. See `Database.transaction(on:_:)` for its rules.
  ///
  /// - Throws: What `body` throws, and `DatabaseError`; `.cancelled` when the task is cancelled.
  @discardableResult
  public func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (DatabaseTransaction) throws -> Result
  ) async throws -> Result {
    try await pool.withConnection { [database] in try database.transaction(on: $0, body) }
  }
}

extension DatabaseStore: SQLExecutor {
  /// Runs a statement on a connection of the pool.
  nonisolated(nonsending) public func rows(
    of statement: SQLStatement, for dialect: SQLDialect.Name
  ) async throws -> [[SQLDatum]] {
    try await pool.rows(of: statement, for: dialect)
  }

  /// Runs statements in a transaction that reads on a connection of the pool.
  nonisolated(nonsending) public func read(
    _ statements: [SQLStatement], for dialect: SQLDialect.Name,
    row: @escaping @Sendable (_ statement: Int, _ row: SQLRow) throws(DatabaseError) -> Void
  ) async throws {
    try await pool.read(statements, for: dialect, row: row)
  }
}
