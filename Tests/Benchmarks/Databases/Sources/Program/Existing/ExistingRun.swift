import CDQConnections
import CDQDatabase
import CDQKit
import Foundation
import PostgresShop
import QueryCases
import SQLiteShop

/// Queries of tables that somebody else made, with the schema and the mapping of an import, beside statements by hand.
struct ExistingRun {
  let connection: any DatabaseConnection
  let database: Database
  let queries: [ExistingQuery]
  let rows: Int

  /// Makes and fills the tables.
  ///
  /// - Parameter place: A file of SQLite that does not exist, or a URL of PostgreSQL; a database of the server that does not
  ///   exist is created.
  static func load(_ place: String, rows: Int) throws {
    if DatabaseLocation.isPostgres(place), let slash = place.lastIndex(of: "/") {
      let server = try PostgresConnection(url: place[..<slash] + "/postgres", canWrite: true)
      try server.execute("CREATE DATABASE \(place[place.index(after: slash)...])")
    }
    let connection = try connection(to: place, canWrite: true)
    for statement in ["BEGIN"] + ExistingTables.statements(connection.dialect, rows: rows) + ["COMMIT"] {
      _ = try connection.rows(statement)
    }
  }

  private static func connection(to place: String, canWrite: Bool) throws -> any DatabaseConnection {
    if DatabaseLocation.isPostgres(place) { return try PostgresConnection(url: place, canWrite: canWrite) }
    return try SQLiteConnection(path: place, access: canWrite ? .create : .readOnly)
  }

  /// Opens the tables with the files that `cdq schema import` wrote.
  ///
  /// - Parameter schema: The path of the schema, `shop.cdq`, beside which is `shop.mapping.json`.
  init(_ place: String, schema path: String, rows: Int) throws {
    connection = try ExistingRun.connection(to: place, canWrite: false)
    let schema = try Schema(parsing: String(contentsOfFile: path, encoding: .utf8))
    let mapping = try Data(contentsOf: URL(fileURLWithPath: path).deletingPathExtension().appendingPathExtension("mapping.json"))
    database = Database(
      schema: schema, mapping: try JSONDecoder().decode(DatabaseMapping.self, from: mapping), dialect: connection.dialect)
    queries = ExistingQuery.all(connection.dialect, rows: rows)
    self.rows = rows
  }

  /// What is wrong with the plans: of each query, or of the statement by hand.
  func problems() throws -> [String] {
    var problems: [String] = []
    for query in queries {
      guard let index = query.index.map({ connection.dialect.name == .postgres ? $0.postgres : $0.sqlite }) else { continue }
      let plan = try database.plan(ir(query), on: connection).explanation
      let byHand = try connection.rows(connection.dialect.explain + query.byHand(connection.dialect)).map { $0.last?.textForm ?? "" }
      for (kind, lines) in [("ours", plan), ("by hand", byHand)] where !lines.contains(where: { $0.contains(index) }) {
        problems.append(
          "\(query.name), \(kind), in \(connection.dialect.title): not \(index)\n" + lines.map { "    \($0)" }.joined(separator: "\n"))
      }
    }
    return problems
  }

  /// The ways to answer a query.
  func engines(_ query: ExistingQuery) throws -> [Engine] {
    let ir = try ir(query)
    let statement = query.byHand(connection.dialect)
    return [
      Engine(name: "by hand") {
        let rows = try connection.rows(statement)
        if query.key != nil { return Digest { "\(rows.count):" + rows.map { $0.first?.textForm ?? "" }.joined(separator: ",") } }
        return Digest { "\(rows.count):" }
      },
    ] + generated(query) + [
      Engine(name: "CDQDatabase") {
        let result = try database.run(ir, on: connection)
        switch result {
        case .records(let records):
          guard let key = query.key else { return Digest { "\(records.count):" } }
          return Digest { "\(records.count):" + records.map { record in if case .string(let text) = record[key] { text } else { "" } }.joined(separator: ",") }
        case .rows(let rows): return Digest { "\(rows.count):" }
        default: return Digest { "1:" }
        }
      },
    ]
  }

  /// The generated function; none for a query that only one database has.
  private func generated(_ query: ExistingQuery) -> [Engine] {
    let sample = ShopArguments(rows: rows)
    if let connection = connection as? SQLiteConnection, let run = SQLiteShop.shopQueries(sample)[query.name] {
      return [Engine(name: "generated") { try await run(connection) }]
    }
    if let connection = connection as? PostgresConnection, let run = PostgresShop.shopQueries(sample)[query.name] {
      return [Engine(name: "generated") { try await run(connection) }]
    }
    return []
  }

  private func ir(_ query: ExistingQuery) throws -> QueryIR { try CheckedQuery(parsing: query.text, in: database.schema).ir }
}
