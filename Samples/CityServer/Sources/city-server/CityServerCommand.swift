import Atlas
import CDQDatabase
import CityServer
import Foundation
import Hummingbird

/// `city-server` serves the cities of the sample Countries from memory, or with DATABASE_URL from PostgreSQL.
/// `city-server load` makes the tables in that database and fills them.
@main struct CityServerCommand {
  static func main() async {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      let environment = ProcessInfo.processInfo.environment
      switch arguments {
      case []: try await serve(environment)
      case ["load"]: try load(environment)
      default: throw UsageError(text: "usage: [DATABASE_URL=postgres://…] [HOST=…] [PORT=…] city-server [load]")
      }
    } catch {
      FileHandle.standardError.write(Data("city-server: \(error)\n".utf8))
      exit(error is UsageError ? 2 : 1)
    }
  }

  private struct UsageError: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
  }

  private static func serve(_ environment: [String: String]) async throws {
    guard let port = Int(environment["PORT"] ?? "8080"), (0...65_535).contains(port) else {
      throw UsageError(text: "PORT is a number from 0 to 65535")
    }
    // Only this machine can connect unless HOST says otherwise.
    let address = BindAddress.hostname(environment["HOST"] ?? "127.0.0.1", port: port)
    guard let url = environment["DATABASE_URL"] else {
      try await cityApplication(MemoryCities(try AtlasData.store()), address: address).runService()
      return
    }
    let pool = ConnectionPool(.postgres(url: url), size: 8, acquireTimeout: .seconds(5))
    defer { pool.close() }
    let database = Database(schema: .atlas, dialect: .postgres)
    try await cityApplication(DatabaseCities(database, pool), address: address).runService()
  }

  private static func load(_ environment: [String: String]) throws {
    guard let url = environment["DATABASE_URL"] else { throw UsageError(text: "DATABASE_URL is not set") }
    let store = try AtlasData.store()
    let connection = try PostgresConnection(url: url, canWrite: true)
    // All or nothing; it fails where the tables are there already.
    try Database(schema: .atlas, dialect: .postgres).create(on: connection, with: store.snapshot)
    print("loaded \(City.count(in: store)) cities and \(Country.count(in: store)) countries")
  }
}
