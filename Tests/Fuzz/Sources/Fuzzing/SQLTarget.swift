import CDQConnections
import CDQDatabase
import CDQKit
import Foundation

/// Translates queries into SQL. The first line of an input is the name of a world; the rest is a query. SQLite prepares each
/// statement, and so does PostgreSQL if `CDQ_POSTGRES` names a server.
public struct SQLTarget: FuzzTarget {
  public static let name = "sql"

  public init() {}

  public static func seeds() -> [[UInt8]] { EvaluateTarget.seeds() }

  public static var dictionary: [String] { EvaluateTarget.dictionary }

  public func generate(_ random: inout SplitMix) -> [UInt8]? { EvaluateTarget().generate(&random) }

  public func run(_ input: [UInt8]) throws -> Set<String> {
    let lines = String(decoding: input, as: UTF8.self).split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, let world = Worlds.all.first(where: { $0.name == lines[0] }) else { return [] }
    let query: CheckedQuery
    do throws(QueryError) {
      query = try CheckedQuery(parsing: String(lines[1]), in: world.schema, limits: Limits(steps: 500_000))
    } catch {
      return Set(error.diagnostics.map { "refused \($0.code)" })
    }
    var features: Set<String> = []
    for prepared in try SQLTarget.databases(of: world) {
      let options = DatabaseOptions(execution: query.limits.executionOptions(locale: Worlds.locale))
      do throws(DatabaseError) {
        let plan = try prepared.database.plan(
          query.ir, arguments: Worlds.arguments(for: query.parameters), on: prepared.connection, options: options)
        features.insert(plan.isSuperset ? "memory" : "sql")
        features.formUnion(plan.reasons.map(\.reason))
      } catch {
        switch error {
        case .execution, .refused, .outOfRange: features.insert(error.code)
        // SQLite bounds the depth of expressions and the number of tables in a join, and says so.
        case .failed(_, let message) where message.contains("too") || message.contains("at most") || message.contains("overflow"):
          features.insert("too large")
        default: throw Violation("a database prepares every statement", "\(error) for \(query.ir.dump)")
        }
      }
    }
    return features
  }

  private struct Prepared {
    let database: Database
    let connection: any DatabaseConnection
  }

  /// The databases of each world, made once on the thread of the fuzzer.
  private nonisolated(unsafe) static var made: [String: [Prepared]] = [:]

  private static func databases(of world: World) throws -> [Prepared] {
    if let known = made[world.name] { return known }
    let layout = OwnLayout(world.schema)
    let sqlite = try SQLiteConnection(path: ":memory:", access: .create)
    for text in layout.tables.flatMap({ $0.statements(.sqlite) }) { _ = try sqlite.rows(text) }
    var result = [Prepared(database: Database(schema: world.schema, dialect: .sqlite), connection: sqlite)]
    if let url = ProcessInfo.processInfo.environment["CDQ_POSTGRES"] {
      let postgres = try PostgresConnection(url: url, canWrite: true)
      // Tables of the session, which end with it.
      try postgres.execute("SET search_path = pg_temp")
      for text in layout.tables.flatMap({ $0.statements(.postgres) }) { try postgres.execute(text) }
      result.append(Prepared(database: Database(schema: world.schema, dialect: .postgres), connection: postgres))
    }
    made[world.name] = result
    return result
  }
}
