import CDQConnections
import CPostgres
import Foundation
import PostgresQueries
import QueryCases

/// Statements of PostgreSQL as a careful developer runs them by libpq: prepared once, values read from their texts where
/// libpq holds them.
final class PostgresByHand {
  private let handle: OpaquePointer
  private var names: [String: String] = [:]

  init(url: String) throws {
    guard let handle = PQconnectdb(url), PQstatus(handle) == CONNECTION_OK else { throw Failure("\(url) does not connect") }
    self.handle = handle
    // The numbers with all their digits, as the default of PostgreSQL gives them.
    PQclear(PQexec(handle, "SET TimeZone = 'UTC'"))
  }

  deinit {
    PQfinish(handle)
  }

  func run(_ query: QueryCase<PostgresConnection>) throws -> Digest {
    switch query.row {
    case .city: Digest(try rows(query.statement, PostgresByHand.city))
    case .country: Digest(try rows(query.statement, PostgresByHand.country))
    case .totals: Digest(try rows(query.statement, PostgresByHand.totals))
    case .continent: Digest(try rows(query.statement, PostgresByHand.continent))
    }
  }

  private func rows<Row>(_ query: SQLStatement, _ read: (OpaquePointer, Int32) -> Row) throws -> [Row] {
    let name = try prepared(query.text)
    let texts = query.bindings.map { $0.textForm.map { strdup($0) } ?? nil }
    defer { texts.forEach { free($0) } }
    let values = texts.map { $0.map { UnsafePointer($0) } }
    guard let result = PQexecPrepared(handle, name, Int32(values.count), values, nil, nil, 0) else { throw Failure("no result") }
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw Failure(String(cString: PQresultErrorMessage(result))) }
    let count = PQntuples(result)
    var rows: [Row] = []
    rows.reserveCapacity(Int(count))
    for row in 0..<count { rows.append(read(result, row)) }
    return rows
  }

  private func prepared(_ text: String) throws -> String {
    if let known = names[text] { return known }
    let name = "s\(names.count)"
    let result = PQprepare(handle, name, text, 0, nil)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw Failure(String(cString: PQerrorMessage(handle))) }
    names[text] = name
    return name
  }

  private static func text(_ result: OpaquePointer, _ row: Int32, _ column: Int32) -> String {
    String(cString: PQgetvalue(result, row, column))
  }

  private static func integer(_ result: OpaquePointer, _ row: Int32, _ column: Int32) -> Int64 {
    Int64(strtoll(PQgetvalue(result, row, column), nil, 10))
  }

  private static func real(_ result: OpaquePointer, _ row: Int32, _ column: Int32) -> Double {
    strtod(PQgetvalue(result, row, column), nil)
  }

  private static func isNull(_ result: OpaquePointer, _ row: Int32, _ column: Int32) -> Bool {
    PQgetisnull(result, row, column) == 1
  }

  private static func city(_ result: OpaquePointer, _ row: Int32) -> City {
    City(
      id: integer(result, row, 0), name: text(result, row, 1), population: integer(result, row, 2),
      area: real(result, row, 3), isCapital: PQgetvalue(result, row, 4)[0] == CChar(bitPattern: UInt8(ascii: "t")),
      elevation: isNull(result, row, 5) ? nil : integer(result, row, 5),
      founded: Date(timeIntervalSince1970: real(result, row, 6)),
      country: isNull(result, row, 7) ? nil : text(result, row, 7))
  }

  private static func country(_ result: OpaquePointer, _ row: Int32) -> Country {
    Country(code: text(result, row, 0), name: text(result, row, 1), continent: text(result, row, 2))
  }

  private static func totals(_ result: OpaquePointer, _ row: Int32) -> PostgresQueries.TotalsRow {
    PostgresQueries.TotalsRow(
      cities: integer(result, row, 0), people: isNull(result, row, 1) ? nil : integer(result, row, 1),
      largest: isNull(result, row, 2) ? nil : real(result, row, 2),
      height: isNull(result, row, 3) ? nil : real(result, row, 3))
  }

  private static func continent(_ result: OpaquePointer, _ row: Int32) -> PostgresQueries.ContinentsRow {
    PostgresQueries.ContinentsRow(
      continent: isNull(result, row, 0) ? nil : text(result, row, 0), cities: integer(result, row, 1),
      people: isNull(result, row, 2) ? nil : integer(result, row, 2))
  }
}
