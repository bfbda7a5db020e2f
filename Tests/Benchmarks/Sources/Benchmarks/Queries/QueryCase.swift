import CDQRuntime

/// One query in the versions for all engines. A version is nil where the engine cannot express the query.
struct QueryCase: Sendable {
  typealias Run = @Sendable () throws -> Outcome

  /// The result that a SQL engine gives: the value of the only row, the first column, or the texts of all columns.
  enum Shape: String, Codable, Sendable {
    case count, exists, ids, codes, table
  }

  /// The family of the queries that keep the first objects of each combination of keys.
  static let firstOfEach = "first of each"
  /// The family of the queries that read all objects of an entity, which only a store knows.
  static let allObjects = "all objects"
  var needsStore: Bool { family == QueryCase.allObjects }

  /// Name in `Queries.cdq`, or another name for a query with a `text`.
  let name: String
  /// The family of operators that the query represents.
  let family: String
  let shape: Shape
  /// Text of a query that is not in `Queries.cdq`, because the generator for a user's own types refuses it.
  var text: String?
  var arguments: Arguments = [:]
  /// The SQL for SQLite and DuckDB.
  var sql: String?
  /// The SQL for SQLite where its dialect differs; "" when it cannot express the query.
  var sqlite: String?
  /// The SQL for DuckDB where its dialect differs.
  var duckdb: String?
  /// The loop that a careful developer would write.
  var handwritten: Run?
  /// The function that the build plugin generated.
  var generated: Run?
  /// The query with Foundation's `#Predicate`, where that supports it on Linux.
  var predicateMacro: Run?
  /// Lower bound given by the memory: the sum of the column that the query tests, returned so that the compiler cannot
  /// remove it.
  var sum: (@Sendable (PlainColumns) -> Int)?

  var sqliteText: String? { sqlite == "" ? nil : sqlite ?? sql }
  var duckdbText: String? { duckdb ?? sql }
}

/// All queries, with arguments chosen for a world.
func allQueries(_ world: World) -> [QueryCase] {
  numberQueries(world) + setQueries(world) + textQueries(world) + arithmeticQueries(world) + logicQueries(world)
    + relationshipQueries(world) + sortQueries(world) + groupQueries(world) + lookupQueries(world)
}
