import CDQRuntime

/// One query in all its versions. A version that is missing is one the engine cannot say.
struct QueryCase: Sendable {
  typealias Run = @Sendable () throws -> Outcome

  /// What a SQL engine gives: the one value of the one row, the first column, or text of all columns.
  enum Shape: String, Codable, Sendable {
    case count, exists, ids, codes, table
  }

  /// Name in `Queries.cdq`, or its own.
  let name: String
  /// The family of operators it stands for.
  let family: String
  let shape: Shape
  /// Text of the query where the generator for a user's own types cannot say it and it is thus not in `Queries.cdq`.
  var text: String?
  var arguments: Arguments = [:]
  /// What SQLite and DuckDB are asked.
  var sql: String?
  /// What SQLite is asked where it has words of its own; "" when it cannot say it.
  var sqlite: String?
  /// What DuckDB is asked where it has words of its own.
  var duckdb: String?
  /// The loop a careful developer writes.
  var handwritten: Run?
  /// The function that the build plugin made.
  var generated: Run?
  /// With Foundation's `#Predicate`, where that can say it on Linux.
  var predicateMacro: Run?
  /// The memory limit: the sum of the column that decides, returned so that it is really made.
  var sum: (@Sendable (PlainColumns) -> Int)?

  var sqliteText: String? { sqlite == "" ? nil : sqlite ?? sql }
  var duckdbText: String? { duckdb ?? sql }
}

/// All queries over a world.
func allQueries(_ world: World) -> [QueryCase] {
  numberQueries(world) + setQueries(world) + textQueries(world) + arithmeticQueries(world) + logicQueries(world)
    + relationshipQueries(world) + sortQueries(world) + groupQueries(world) + lookupQueries(world)
}
