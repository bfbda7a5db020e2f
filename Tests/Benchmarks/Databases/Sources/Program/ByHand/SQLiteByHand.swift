import CDQConnections
import CSQLite
import Foundation
import QueryCases
import SQLiteQueries

/// Statements of SQLite as a careful developer runs them by the library: prepared once, values read by the type that the
/// developer knows a column to have.
final class SQLiteByHand {
  private var handle: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]

  init(path: String) throws {
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK, let handle else {
      throw Failure("\(path) does not open")
    }
    // The functions that the statements call.
    try SQLiteConnection.registerFunctions(on: handle, build: String(cString: sqlite3_sourceid()))
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  func run(_ query: QueryCase<SQLiteConnection>) throws -> Digest {
    switch query.row {
    case .city: Digest(try rows(query.statement, SQLiteByHand.city))
    case .country: Digest(try rows(query.statement, SQLiteByHand.country))
    case .totals: Digest(try rows(query.statement, SQLiteByHand.totals))
    case .continent: Digest(try rows(query.statement, SQLiteByHand.continent))
    }
  }

  private func rows<Row>(_ query: SQLStatement, _ read: (OpaquePointer) -> Row) throws -> [Row] {
    let statement = try prepared(query.text)
    defer { sqlite3_reset(statement) }
    for (index, value) in query.bindings.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .null: sqlite3_bind_null(statement, place)
      case .int(let number): sqlite3_bind_int64(statement, place, number)
      case .real(let number): sqlite3_bind_double(statement, place, number)
      case .text(let text): sqlite3_bind_text(statement, place, text, -1, SQLiteByHand.transient)
      case .blob: throw Failure("no query has bytes")
      }
    }
    var result: [Row] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: result.append(read(statement))
      case SQLITE_DONE: return result
      default: throw Failure(String(cString: sqlite3_errmsg(handle)))
      }
    }
  }

  private func prepared(_ text: String) throws -> OpaquePointer {
    if let known = statements[text] { return known }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw Failure(String(cString: sqlite3_errmsg(handle)))
    }
    statements[text] = statement
    return statement
  }

  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private static func text(_ statement: OpaquePointer, _ column: Int32) -> String {
    String(cString: sqlite3_column_text(statement, column))
  }

  private static func isNull(_ statement: OpaquePointer, _ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  private static func city(_ row: OpaquePointer) -> City {
    City(
      id: sqlite3_column_int64(row, 0), name: text(row, 1), population: sqlite3_column_int64(row, 2),
      area: sqlite3_column_double(row, 3), isCapital: sqlite3_column_int64(row, 4) != 0,
      elevation: isNull(row, 5) ? nil : sqlite3_column_int64(row, 5),
      founded: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(row, 6)),
      country: isNull(row, 7) ? nil : text(row, 7))
  }

  private static func country(_ row: OpaquePointer) -> Country {
    Country(code: text(row, 0), name: text(row, 1), continent: text(row, 2))
  }

  private static func totals(_ row: OpaquePointer) -> SQLiteQueries.TotalsRow {
    SQLiteQueries.TotalsRow(
      cities: sqlite3_column_int64(row, 0), people: isNull(row, 1) ? nil : sqlite3_column_int64(row, 1),
      largest: isNull(row, 2) ? nil : sqlite3_column_double(row, 2),
      height: isNull(row, 3) ? nil : sqlite3_column_double(row, 3))
  }

  private static func continent(_ row: OpaquePointer) -> SQLiteQueries.ContinentsRow {
    SQLiteQueries.ContinentsRow(
      continent: isNull(row, 0) ? nil : text(row, 0), cities: sqlite3_column_int64(row, 1),
      people: isNull(row, 2) ? nil : sqlite3_column_int64(row, 2))
  }
}
