public import CDQIR
public import CDQSQL

/// The result of a query on a database, by the query's kind.
public enum DatabaseResult: Sendable {
  /// The objects of a query without `select`, in order.
  case records([DatabaseRecord])
  /// The rows of a `select`: one value for each column.
  case rows([[Value]])
  /// The number of a `count` query.
  case count(Int)
  /// The answer of an `exists` query.
  case exists(Bool)
}

/// How a database runs a query: the statement, and what is left for memory.
public struct DatabasePlan: Sendable {
  /// The statement that the database runs.
  public var statement: SQLStatement
  /// The statements for the rows of shapes, each of which runs once for all rows above; here for one object.
  public var related: [SQLStatement] = []
  /// Whether the statement finds candidates only, on which the query is run in memory.
  public var isSuperset: Bool
  /// The reasons why the statement is not the whole query; empty if it is.
  public var reasons: [SQLRefusal]
  /// The lines of the database's own plan, from its EXPLAIN.
  public var explanation: [String]
  /// The entities of the rows in the statement, by the names that the statement gives the rows.
  package var rows: [String: String] = [:]
}
