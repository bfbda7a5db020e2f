public import CDQConnections
public import CDQIR
public import CDQSQL
public import CDQStore
import CDQValues
import Foundation

/// What is known of a database: the schema that queries are checked against, and where its tables hold the objects.
///
/// It has no connection of its own, so that any number of connections and threads can share it.
///
/// ```swift
/// let database = Database(schema: schema, mapping: mapping, dialect: .postgres)
/// let connection = try PostgresConnection(url: "postgres://localhost/world")
/// let cities = try database.records(query.ir, arguments: ["least": .int(500_000)], on: connection)
/// ```
public final class Database: Sendable {
  /// The schema of the queries.
  public let schema: Schema
  /// The tables and columns of the schema's entities.
  public let mapping: DatabaseMapping
  /// The dialect of the database.
  public let dialect: SQLDialect
  let accesses: RecordAccesses
  /// Our own layout of the schema, made when something is written first.
  let layout = Locked<OwnLayout?>(nil)

  /// A database with the given tables.
  public init(schema: Schema, mapping: DatabaseMapping, dialect: SQLDialect) {
    (self.schema, self.mapping, self.dialect) = (schema, mapping, dialect)
    accesses = RecordAccesses(schema)
  }

  /// A database in our own layout.
  public convenience init(schema: Schema, dialect: SQLDialect) {
    self.init(schema: schema, mapping: OwnLayout(schema).mapping, dialect: dialect)
  }

  /// Runs a query of any kind and collects its result.
  ///
  /// - Throws: `DatabaseError`; `.execution` for the errors that the query also has in memory, such as a missing
  ///   argument or, for `one`, not just one result.
  public func run(
    _ ir: QueryIR, arguments: Arguments = [:], on connection: any DatabaseConnection,
    options: DatabaseOptions = DatabaseOptions()
  ) throws(DatabaseError) -> DatabaseResult {
    let run = try DatabaseRun(self, ir, arguments, connection, options)
    if ir.projection != nil {
      var rows: [[Value]] = []
      try run.forEachRow { row throws(DatabaseError) in
        rows.append(row)
        return true
      }
      return .rows(try Database.only(rows, ir))
    }
    switch ir.cardinality {
    case .many, .first, .one:
      var records: [DatabaseRecord] = []
      try run.forEachRecord { record throws(DatabaseError) in
        records.append(record)
        return true
      }
      return .records(try Database.only(records, ir))
    case .count: return .count(try run.count())
    case .exists: return .exists(try run.count() > 0)
    case .delete: throw .refused([SQLRefusal("a database is only read here: a program deletes in a transaction")])
    case .update: throw .refused([SQLRefusal("a database is only read here: a program updates in a transaction")])
    }
  }

  private static func only<Element>(
    _ results: [Element], _ ir: QueryIR
  ) throws(DatabaseError) -> [Element] {
    guard case .one = ir.cardinality else { return results }
    if results.isEmpty { throw .execution(.notFound(entity: ir.entity)) }
    guard results.count == 1 else { throw .execution(.notUnique(entity: ir.entity)) }
    return results
  }

  /// The objects that a query finds, in its order.
  ///
  /// - Throws: `DatabaseError`; `.execution(.wrongResult)` for a query with another kind of result.
  public func records(
    _ ir: QueryIR, arguments: Arguments = [:], on connection: any DatabaseConnection,
    options: DatabaseOptions = DatabaseOptions()
  ) throws(DatabaseError) -> [DatabaseRecord] {
    guard case .records(let records) = try run(ir, arguments: arguments, on: connection, options: options) else {
      throw .execution(.wrongResult(expected: "rows, a number or a truth, not objects"))
    }
    return records
  }

  /// The objects that a query finds as values of the caller's type, whose properties have the names of the attributes.
  ///
  /// - Throws: `DatabaseError`, or `DecodingError` if the type wants something else.
  public func values<T: Decodable>(
    _ ir: QueryIR, as type: T.Type = T.self, arguments: Arguments = [:], on connection: any DatabaseConnection,
    options: DatabaseOptions = DatabaseOptions()
  ) throws -> [T] {
    guard ir.projection == nil, [.many, .first, .one].contains(ir.cardinality) else {
      throw DatabaseError.execution(.wrongResult(expected: "rows, a number or a truth, not objects"))
    }
    return try Database.only(try DatabaseRun(self, ir, arguments, connection, options).values(type), ir)
  }

  /// Gives the objects that a query finds to a closure, one after the other, until it returns false. Objects that the
  /// database finds alone are never all in memory.
  public func forEachRecord(
    _ ir: QueryIR, arguments: Arguments = [:], on connection: any DatabaseConnection,
    options: DatabaseOptions = DatabaseOptions(), _ body: (DatabaseRecord) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    guard ir.projection == nil, ir.cardinality == .many || ir.cardinality == .first else {
      throw .execution(.wrongResult(expected: "something else than a sequence of objects"))
    }
    try DatabaseRun(self, ir, arguments, connection, options).forEachRecord(body)
  }

  /// The statement that finds the rows of an `update` query, with their new values.
  func foundRows(_ ir: QueryIR, _ arguments: Arguments, _ options: DatabaseOptions) throws(DatabaseError) -> SQLQuery {
    try DatabaseRun(self, ir, arguments, nil, options).query
  }

  /// How the database would run a query. With a connection, it is asked for its own plan.
  public func plan(
    _ ir: QueryIR, arguments: Arguments = [:], on connection: (any DatabaseConnection)? = nil,
    options: DatabaseOptions = DatabaseOptions()
  ) throws(DatabaseError) -> DatabasePlan {
    let run = try DatabaseRun(self, ir, arguments, nil, options)
    let query = run.query
    var plan = DatabasePlan(
      statement: query.statement, isSuperset: query.isSuperset, reasons: query.reasons, explanation: [],
      rows: query.rows)
    let shapes = try run.shapeStatements()
    plan.related = shapes.statements
    if !shapes.refusals.isEmpty { (plan.isSuperset, plan.reasons) = (true, plan.reasons + shapes.refusals) }
    if let connection {
      var statement = query.statement
      statement.text = dialect.explain + statement.text
      try connection.run(statement, deadline: options.execution.deadline) { row throws(DatabaseError) in
        plan.explanation.append(row.last?.textForm ?? "")
        return true
      }
    }
    return plan
  }
}
