import CDQConnections
import CDQDatabase
import CDQLoading
import Foundation
import SQLiteQueries

/// Loads the data as `cdq load` does: into a store, and from it into the tables of cdq's own layout, with all indexes.
enum Loading {
  static func load(_ places: [String], rows: Int) throws {
    let schema = Schema.sqLiteQueries
    var inputs: [LoadInput] = []
    timed("making \(rows) cities as NDJSON") { inputs = WorldText.inputs(rows: rows) }
    let megabytes = inputs.reduce(0) { $0 + $1.bytes.count } / 1_000_000
    let store = try timed("loading \(megabytes) MB into a store") { try StoreLoader(schema: schema).load(inputs).store }
    inputs = []
    for place in places {
      let connection = try connection(to: place)
      let database = Database(schema: schema, dialect: connection.dialect)
      try timed("writing it into \(connection.dialect.title), with its indexes") {
        try database.create(on: connection, with: store.snapshot)
      }
      try timed("ANALYZE") { _ = try connection.rows(connection.dialect.name == .postgres ? "VACUUM ANALYZE" : "ANALYZE") }
      print(try size(connection))
    }
  }

  private static func connection(to place: String) throws -> any DatabaseConnection {
    if DatabaseLocation.isPostgres(place) { return try PostgresConnection(url: place, canWrite: true) }
    return try SQLiteConnection(path: place, access: .create)
  }

  private static func size(_ connection: any DatabaseConnection) throws -> String {
    let query =
      connection.dialect.name == .postgres
      ? "SELECT pg_database_size(current_database()), split_part(version(), ' ', 2)"
      : "SELECT page_count * page_size, sqlite_version() FROM pragma_page_count(), pragma_page_size()"
    let row = try connection.rows(query).first ?? []
    return "\(connection.dialect.title) \(row.last?.textForm ?? ""): \((row.first?.integer ?? 0) / 1_000_000) MB"
  }

  /// Prints how long something took.
  @discardableResult private static func timed<Result>(_ title: String, _ body: () throws -> Result) rethrows -> Result {
    let start = (Stopwatch.now(CLOCK_MONOTONIC), Stopwatch.now(CLOCK_PROCESS_CPUTIME_ID))
    let result = try body()
    let end = (Stopwatch.now(CLOCK_MONOTONIC), Stopwatch.now(CLOCK_PROCESS_CPUTIME_ID))
    print(String(format: "%@: %.1f s, of which %.1f s in this process", title, (end.0 - start.0) / 1000, (end.1 - start.1) / 1000))
    return result
  }
}
