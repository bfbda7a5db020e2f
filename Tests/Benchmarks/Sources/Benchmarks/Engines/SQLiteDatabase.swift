import CSQLite

/// The data in SQLite, in memory and in this process. It has an index where the schema of cdq has one: on the unique
/// attributes, on `rank`, and on the column that refers from a city to its country, the inverse of `cities`.
final class SQLiteDatabase {
  private var handle: OpaquePointer?

  init(rowCount: Int) throws {
    guard sqlite3_open(":memory:", &handle) == SQLITE_OK else { throw error() }
    try execute(
      """
      CREATE TABLE country (number INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
        continent TEXT NOT NULL);
      CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT NOT NULL, countryCode TEXT NOT NULL,
        population INTEGER NOT NULL, area REAL NOT NULL, isCapital INTEGER NOT NULL, elevation INTEGER,
        founded INTEGER NOT NULL, rank INTEGER NOT NULL, country INTEGER REFERENCES country);
      CREATE TABLE many (value INTEGER PRIMARY KEY);
      BEGIN;
      """)
    let country = try prepare("INSERT INTO country VALUES (?, ?, ?, ?)")
    for number in 0..<CountryRow.count {
      let row = CountryRow(number)
      try country.insert([number, row.code, row.name, row.continent])
    }
    let many = try prepare("INSERT INTO many VALUES (?)")
    for value in World.tenThousand { try many.insert([Int(value)]) }
    let city = try prepare("INSERT INTO city VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    let codes = (0..<CountryRow.count).map { CountryRow($0).code }
    for number in 0..<rowCount {
      let row = CityRow(number, of: rowCount)
      try city.insert([
        row.id, row.name, codes[row.code], row.population, row.area, row.isCapital ? 1 : 0, row.elevation,
        row.founded.number, row.rank, row.hasCountry ? row.code : nil,
      ])
    }
    try execute("COMMIT; CREATE INDEX cityCountry ON city (country); CREATE INDEX cityRank ON city (rank); ANALYZE;")
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Prepares a statement.
  func prepare(_ text: String) throws -> Statement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK, let statement else { throw error() }
    return Statement(statement, self)
  }

  /// Runs statements without results.
  func execute(_ text: String) throws {
    guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else { throw error() }
  }

  fileprivate func error() -> BenchmarkError {
    BenchmarkError("SQLite: \(handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory")")
  }

  /// A prepared statement that can be run any number of times.
  final class Statement {
    private let handle: OpaquePointer
    private let database: SQLiteDatabase

    fileprivate init(_ handle: OpaquePointer, _ database: SQLiteDatabase) {
      self.handle = handle
      self.database = database
    }

    deinit {
      sqlite3_finalize(handle)
    }

    fileprivate func insert(_ values: [Any?]) throws {
      // SQLite copies the text before the call returns.
      let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      for (place, value) in values.enumerated() {
        let index = Int32(place + 1)
        switch value {
        case let number as Int: sqlite3_bind_int64(handle, index, Int64(number))
        case let number as Double: sqlite3_bind_double(handle, index, number)
        case let text as String: sqlite3_bind_text(handle, index, text, -1, copied)
        default: sqlite3_bind_null(handle, index)
        }
      }
      guard sqlite3_step(handle) == SQLITE_DONE else { throw database.error() }
      sqlite3_reset(handle)
    }

    /// Runs the statement and returns the results in the shape of the query.
    func run(_ shape: QueryCase.Shape) throws -> Outcome {
      defer { sqlite3_reset(handle) }
      var (ids, codes, table): ([Int64], [String], [[String]]) = ([], [], [])
      while true {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: break
        case SQLITE_DONE:
          switch shape {
          case .ids: return .ids(ids)
          case .codes: return .codes(codes)
          case .table: return .table(table)
          case .count, .exists: throw BenchmarkError("SQLite: no row")
          }
        default: throw database.error()
        }
        switch shape {
        case .count: return .count(Int(sqlite3_column_int64(handle, 0)))
        case .exists: return .exists(sqlite3_column_int64(handle, 0) != 0)
        case .ids: ids.append(sqlite3_column_int64(handle, 0))
        case .codes: codes.append(text(0))
        case .table: table.append((0..<sqlite3_column_count(handle)).map(cell))
        }
      }
    }

    private func cell(_ column: Int32) -> String {
      sqlite3_column_type(handle, column) == SQLITE_FLOAT
        ? Cell.text(sqlite3_column_double(handle, column)) : text(column)
    }

    private func text(_ column: Int32) -> String {
      sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
    }
  }
}
