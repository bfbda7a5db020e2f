public import CDQConnections

/// A query with its arguments, and how its generated function runs.
public struct QueryCase<Connection> {
  /// What a row of the result becomes.
  public enum Row: Sendable {
    case city, country, totals, continent
  }

  public var name: String
  /// The indexes of which the database has to use one; empty for a query that reads the whole table.
  public var indexes: [String]
  /// The arguments for a run of the query's text.
  public var arguments: [String: Value]
  public var row: Row
  /// The statement of the generated function, for those that run it by hand.
  public var statement: SQLStatement
  /// Runs the generated function, and gives what computes a digest of its result.
  public var run: (Connection) async throws -> Digest

  public init(
    _ name: String, indexes: [String], _ arguments: [String: Value], row: Row = .city, _ statement: SQLStatement,
    run: @escaping (Connection) async throws -> Digest
  ) {
    (self.name, self.indexes, self.arguments, self.row) = (name, indexes, arguments, row)
    (self.statement, self.run) = (statement, run)
  }
}

/// The number of rows of a result and a hash of them, which is computed after the clock has stopped.
public struct Digest {
  private let compute: () -> String

  public init<Row: Hashable>(_ rows: [Row]) {
    compute = { "\(rows.count):\(rows.hashValue)" }
  }

  public init(_ compute: @escaping () -> String) {
    self.compute = compute
  }

  public var text: String { compute() }
}

/// The arguments of the queries, for tables of any size.
public struct SampleArguments {
  public var id: Int64
  public var ids: [Int64]
  public var name: String
  public var prefix: String
  public var from: Int64

  /// - Parameters:
  ///   - rows: The number of cities, whose identifiers count from 1.
  ///   - name: The name of some city.
  public init(rows: Int, name: String) {
    id = Int64(rows / 3)
    ids = (1...20).map { Int64(rows / 21 * $0) }
    self.name = name
    prefix = String(name.prefix(5))
    from = Int64(rows / 10 * 9)
  }
}
