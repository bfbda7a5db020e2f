import CDQConnections
import Foundation
import GRDB
import QueryCases
import SQLiteQueries

/// The statements in GRDB: its Codable records, and its rows read by hand.
final class GRDBRun {
  private let queue: DatabaseQueue

  init(path: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { database in
      guard let handle = database.sqliteConnection else { return }
      let build = try String.fetchOne(database, sql: "SELECT sqlite_source_id()") ?? ""
      try SQLiteQueries.Connection.registerFunctions(on: handle, build: build)
    }
    queue = try DatabaseQueue(path: path, configuration: configuration)
  }

  /// By `fetchAll` of Codable records; nil for rows that are no cities.
  func records(_ query: QueryCase<SQLiteQueries.Connection>) throws -> Digest? {
    guard case .city = query.row else { return nil }
    let rows = try queue.read { database in
      let statement = try database.cachedStatement(sql: query.statement.text)
      return try CityRecord.fetchAll(statement, arguments: GRDBRun.arguments(query.statement))
    }
    return Digest { Digest(rows.map(\.city)).text }
  }

  /// By a cursor of rows, whose values are read by their places; nil for rows that are no cities.
  func rows(_ query: QueryCase<SQLiteQueries.Connection>) throws -> Digest? {
    guard case .city = query.row else { return nil }
    return Digest(
      try queue.read { database in
        let statement = try database.cachedStatement(sql: query.statement.text)
        let cursor = try Row.fetchCursor(statement, arguments: GRDBRun.arguments(query.statement))
        var cities: [City] = []
        while let row = try cursor.next() {
          cities.append(
            City(
              id: row[0], name: row[1], population: row[2], area: row[3], isCapital: row[4], elevation: row[5],
              founded: Date(timeIntervalSinceReferenceDate: row[6]), country: row[7]))
        }
        return cities
      })
  }

  private static func arguments(_ statement: SQLStatement) -> StatementArguments {
    StatementArguments(
      statement.bindings.map { value -> DatabaseValue in
        switch value {
        case .null: .null
        case .int(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let data): data.databaseValue
        }
      })
  }
}

/// A city as GRDB's documentation has a record; the names are those of the statement's columns.
private struct CityRecord: Codable, FetchableRecord {
  var id: Int64
  var name: String
  var population: Int64
  var area: Double
  var isCapital: Bool
  var elevation: Int64?
  var founded: Date
  var code: String?

  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    .timeIntervalSinceReferenceDate
  }

  var city: City {
    City(
      id: id, name: name, population: population, area: area, isCapital: isCapital, elevation: elevation,
      founded: founded, country: code)
  }
}
