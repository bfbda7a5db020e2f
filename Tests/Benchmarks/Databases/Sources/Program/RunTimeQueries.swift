import CDQConnections
import CDQDatabase
import QueryCases
import QueryData
import SQLiteQueries

/// The queries as data, as a program has them that parses texts at run time, and their runs by CDQDatabase.
struct RunTimeQueries {
  let database: Database
  private let queries: [String: QueryIR]

  init(_ dialect: SQLDialect) throws {
    database = Database(schema: .sqLiteQueries, dialect: dialect)
    queries = try Queries.byName.mapValues { try $0.ir() }
  }

  func query(_ name: String) throws -> QueryIR {
    guard let query = queries[name] else { throw Failure("there is no query '\(name)'") }
    return query
  }

  /// Runs a query whose rows become structs; nil for a `select`.
  func run<City: Codable & Hashable, Country: Codable & Hashable, Connection: DatabaseConnection>(
    _ query: QueryCase<Connection>, on connection: Connection, _ city: City.Type, _ country: Country.Type
  ) throws -> Digest? {
    let ir = try self.query(query.name)
    switch query.row {
    case .city: return Digest(try database.values(ir, as: city, arguments: Arguments(query.arguments), on: connection))
    case .country: return Digest(try database.values(ir, as: country, arguments: Arguments(query.arguments), on: connection))
    case .totals, .continent: return nil
    }
  }
}
