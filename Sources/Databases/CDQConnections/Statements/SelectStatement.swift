public import CDQSQL

/// A statement of a generated function with its arguments, and the decoder of its rows.
///
/// ```swift
/// let statement = try Queries.citiesNamed(prefix: "ma")
/// print(statement.text)                               // SELECT t1."id", t1."name" …
/// let cities = try await statement.all(in: pool)      // [City]
/// ```
public struct SelectStatement<Row>: Sendable {
  /// The statement as a driver runs it: its text and the values of its parameters.
  public let statement: SQLStatement
  /// The database that the statement is written for.
  public let dialect: SQLDialect.Name
  /// The statements for the rows of shapes, inner shapes first; empty for a query without a shape.
  public let related: [RelatedStatement]
  @usableFromInline let read: @Sendable (SQLRow) throws(DatabaseError) -> Row
  /// Makes a value of a row and the rows of its shapes; nil without a shape.
  let readShaped: (@Sendable (SQLRow, RelatedRows) throws(DatabaseError) -> Row)?

  /// A statement of a text with parameters and their values. Generated functions call it.
  ///
  /// - Parameters:
  ///   - parts: Whether the parts of the text in braces are there, by the word in front of them.
  ///   - read: Makes a value of a row.
  /// - Throws: `DatabaseError.refused` for an argument that the database cannot hold, such as NaN in SQLite.
  public init(
    _ dialect: SQLDialect.Name, _ text: String, _ arguments: [SQLArgument] = [], parts: [SQLPart] = [],
    read: @escaping @Sendable (SQLRow) throws(DatabaseError) -> Row
  ) throws(DatabaseError) {
    (self.dialect, self.read, related, readShaped) = (dialect, read, [], nil)
    statement = try SQLTemplate.statement(text, arguments, parts, dialect)
  }

  /// A statement whose rows have rows of shapes. Generated functions call it.
  ///
  /// - Parameters:
  ///   - parts: Whether the parts of the text in braces are there, by the word in front of them.
  ///   - related: The statements for the rows of shapes, inner shapes first.
  ///   - read: Makes a value of a row and the rows of its shapes.
  /// - Throws: `DatabaseError.refused` for an argument that the database cannot hold, such as NaN in SQLite.
  public init(
    _ dialect: SQLDialect.Name, _ text: String, _ arguments: [SQLArgument] = [], parts: [SQLPart] = [],
    related: [RelatedStatement], read: @escaping @Sendable (SQLRow, RelatedRows) throws(DatabaseError) -> Row
  ) throws(DatabaseError) {
    (self.dialect, self.related, readShaped) = (dialect, related, read)
    self.read = { row throws(DatabaseError) in try read(row, RelatedRows([])) }
    statement = try SQLTemplate.statement(text, arguments, parts, dialect)
  }

  /// The text of the statement, with numbered parameters in the spelling of the dialect.
  public var text: String { statement.text }
  /// The values of the parameters, in the order of their numbers.
  public var bindings: [SQLDatum] { statement.bindings }

  /// Decodes a row of the statement's result, without rows of shapes, which other statements give.
  ///
  /// - Parameter values: The values of the row, in the order of the columns.
  /// - Throws: `DatabaseError.unexpectedNull`, `.unexpectedValue`.
  public func decode(_ values: [SQLDatum]) throws(DatabaseError) -> Row {
    try read(SQLRow(values, dialect))
  }

  // MARK: Running

  // These are specialized where they are called, so that a row is made in place.

  /// Runs the statement and decodes all rows.
  ///
  /// - Throws: `DatabaseError`, or what the executor throws.
  @inlinable nonisolated(nonsending) public func all(in executor: some SQLExecutor) async throws -> [Row] {
    guard related.isEmpty else { return try await shapedRows(in: executor) }
    let (list, read) = (RowList<Row>(), read)
    try await executor.read(statement, for: dialect) { row throws(DatabaseError) in list.rows.append(try read(row)) }
    return list.rows
  }

  /// Runs the statement and decodes the first row; nil without one.
  nonisolated(nonsending) public func first(in executor: some SQLExecutor) async throws -> Row? {
    try await all(in: executor).first
  }

  /// Runs the statement and decodes its only row.
  ///
  /// - Parameter entity: What the errors say was looked for; the type of the row if nothing else is said.
  /// - Throws: `ExecutionError.notFound` without a row, `.notUnique` with several, as `DatabaseError.execution`.
  nonisolated(nonsending) public func only(
    _ entity: String = "\(Row.self)", in executor: some SQLExecutor
  ) async throws -> Row {
    try only(entity, of: await all(in: executor))
  }

  private func only(_ entity: String, of rows: [Row]) throws(DatabaseError) -> Row {
    guard let row = rows.first else { throw .execution(.notFound(entity: entity)) }
    guard rows.count == 1 else { throw .execution(.notUnique(entity: entity)) }
    return row
  }

  /// The values of the first rows.
  @inlinable func rows(
    on connection: any DatabaseConnection, deadline: ContinuousClock.Instant?, atMost limit: Int
  ) throws(DatabaseError) -> [Row] {
    guard related.isEmpty else { return try shapedRows(on: connection, deadline: deadline) }
    var result: [Row] = []
    try connection.read(statement, for: dialect, deadline: deadline) { row throws(DatabaseError) in
      result.append(try read(row))
      return result.count < limit
    }
    return result
  }

  /// Runs the statement on a connection, on this thread, and decodes all rows.
  ///
  /// - Parameter deadline: The time at which the run fails with `DatabaseError.deadlineExceeded`; nil for none.
  @inlinable public func all(
    on connection: any DatabaseConnection, deadline: ContinuousClock.Instant? = nil
  ) throws(DatabaseError) -> [Row] {
    try rows(on: connection, deadline: deadline, atMost: .max)
  }

  /// Runs the statement on a connection, on this thread, and decodes the first row; nil without one.
  public func first(
    on connection: any DatabaseConnection, deadline: ContinuousClock.Instant? = nil
  ) throws(DatabaseError) -> Row? {
    try rows(on: connection, deadline: deadline, atMost: 1).first
  }

  /// Runs the statement on a connection, on this thread, and decodes its only row.
  ///
  /// - Parameter entity: What the errors say was looked for; the type of the row if nothing else is said.
  /// - Throws: `DatabaseError`, `.execution(.notFound)` and `.execution(.notUnique)` among them.
  public func only(
    _ entity: String = "\(Row.self)", on connection: any DatabaseConnection, deadline: ContinuousClock.Instant? = nil
  ) throws(DatabaseError) -> Row {
    try only(entity, of: try rows(on: connection, deadline: deadline, atMost: 2))
  }
}

/// A part of a generated statement in braces, such as `{name: AND t1."name" = ?1}`, and whether it is there.
public struct SQLPart: Hashable, Sendable {
  let word: String
  let isThere: Bool

  /// The part after a word.
  public static func part(_ word: String, _ isThere: Bool) -> SQLPart { SQLPart(word: word, isThere: isThere) }
}
