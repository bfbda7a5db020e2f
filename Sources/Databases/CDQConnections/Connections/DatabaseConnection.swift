public import CDQSQL

/// A connection to a database, which one thread uses at a time.
///
/// `SQLiteConnection` and `PostgresConnection` conform. A driver of another package can, too.
public protocol DatabaseConnection: AnyObject {
  /// The dialect of the statements that the connection takes.
  var dialect: SQLDialect { get }

  /// Whether the connection can still be used; false after it broke.
  var isUsable: Bool { get }

  /// Runs a statement and calls `row` with the values of each row, until that returns false.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the run fails with `DatabaseError.deadlineExceeded`; nil for none.
  ///   - row: Takes the values of one row, in the order of the columns. PostgreSQL's are texts, whatever their type.
  /// - Throws: `DatabaseError`.
  func run(
    _ statement: SQLStatement, deadline: ContinuousClock.Instant?,
    row: ([SQLDatum]) throws(DatabaseError) -> Bool
  ) throws(DatabaseError)

  /// Runs a statement and calls `row` with each row, until that returns false.
  ///
  /// There is a default, which calls `run`. A driver implements it to read values without making an array of each row.
  ///
  /// - Parameters:
  ///   - isStreamed: Whether the rows are wanted as they come, of which not all need fit into memory. Otherwise a driver
  ///     may wait for all of them, which costs less for each row.
  ///   - row: Takes a row, which is valid only until it returns.
  /// - Throws: `DatabaseError`.
  func read(
    _ statement: SQLStatement, deadline: ContinuousClock.Instant?, isStreamed: Bool,
    row: (SQLRow) throws(DatabaseError) -> Bool
  ) throws(DatabaseError)

  /// Ends the run that is under way, which fails with `DatabaseError.cancelled`. Any thread may call it.
  func cancel()
}

extension DatabaseConnection {
  /// Runs a statement by `run`.
  public func read(
    _ statement: SQLStatement, deadline: ContinuousClock.Instant?, isStreamed: Bool,
    row: (SQLRow) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    let dialect = dialect.name
    try run(statement, deadline: deadline) { values throws(DatabaseError) in try row(SQLRow(values, dialect)) }
  }

  /// All rows of a statement.
  public func rows(
    _ text: String, _ bindings: [SQLDatum] = [], deadline: ContinuousClock.Instant? = nil
  ) throws(DatabaseError) -> [[SQLDatum]] {
    var result: [[SQLDatum]] = []
    try run(SQLStatement(text: text, bindings: bindings), deadline: deadline) { row throws(DatabaseError) in
      result.append(row)
      return true
    }
    return result
  }
}

extension SQLDatum {
  /// The value as a text, as PostgreSQL gives and takes all values; nil for NULL.
  public var textForm: String? {
    switch self {
    case .null: nil
    case .int(let number): String(number)
    case .real(let number): number.isNaN ? "NaN" : number.isInfinite ? (number > 0 ? "Infinity" : "-Infinity") : number.description
    case .text(let text): text
    case .blob(let data):
      "\\x" + data.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
    }
  }

  /// The value as an integer; nil if it is none.
  public var integer: Int64? {
    switch self {
    case .int(let number): number
    case .text(let text): Int64(text)
    case .null, .real, .blob: nil
    }
  }
}
