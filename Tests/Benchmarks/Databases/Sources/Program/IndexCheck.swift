import CDQConnections
import CDQDatabase
import QueryCases

/// The test that a database answers a query by an index, from its EXPLAIN.
struct IndexCheck {
  /// What is wrong, with the plan of the database.
  private(set) var problems: [String] = []
  private(set) var count = 0

  /// Checks the statement of the generated function, and that of the same query at run time.
  mutating func check<Connection: DatabaseConnection>(
    _ queries: [QueryCase<Connection>], _ runTime: RunTimeQueries, on connection: Connection
  ) throws {
    let dialect = connection.dialect
    for query in queries where !query.indexes.isEmpty {
      let lines = try connection.rows(dialect.explain + query.statement.text, query.statement.bindings)
      check(query, "generated", lines.map { $0.last?.textForm ?? "" }, dialect)
      let plan = try runTime.database.plan(runTime.query(query.name), arguments: Arguments(query.arguments), on: connection)
      check(query, "at run time", plan.explanation, dialect)
      if plan.isSuperset { problems.append("\(query.name) at run time in \(dialect.title) is tested in memory") }
    }
  }

  private mutating func check<Connection>(
    _ query: QueryCase<Connection>, _ kind: String, _ plan: [String], _ dialect: SQLDialect
  ) {
    count += 1
    let usesIndex = plan.contains { line in query.indexes.contains { line.contains($0) } }
    if usesIndex, !plan.contains(where: IndexCheck.readsAllCities) { return }
    problems.append(
      "\(query.name), \(kind), in \(dialect.title): none of \(query.indexes.joined(separator: ", ")), or all cities are read\n"
        + plan.map { "    \($0)" }.joined(separator: "\n"))
  }

  /// Whether a line of a plan reads the table of cities without an index. An alias stands for the table in SQLite; the
  /// table of countries is small enough to be read.
  private static func readsAllCities(_ line: String) -> Bool {
    line.contains("Seq Scan on \"City\"") || (line.hasPrefix("SCAN t1") && !line.contains("INDEX"))
  }
}
