public import CDQConnections
public import CDQIR
public import CDQStore

/// A database with a connection to it, as a source of objects.
public struct DatabaseSource: ObjectSource {
  /// The schema and the tables.
  public let database: Database
  /// The connection, which need not be opened for writing.
  public let connection: any DatabaseConnection

  /// The objects of a database.
  public init(_ database: Database, on connection: any DatabaseConnection) {
    (self.database, self.connection) = (database, connection)
  }

  /// The schema of the database.
  public var schema: Schema { database.schema }

  /// The names of the entities that have a table.
  public var entityNames: [String] {
    schema.entities.filter { !$0.isAbstract && database.mapping.entities[$0.name] != nil }.map(\.name)
  }

  /// Runs a query in the database, as `Database.run` does.
  public func answer(
    _ ir: QueryIR, arguments: Arguments, options: DatabaseOptions
  ) throws(DatabaseError) -> SourceAnswer {
    switch try database.run(ir, arguments: arguments, on: connection, options: options) {
    case .records(let records): .objects(records)
    case .rows(let rows): .rows(rows)
    case .count(let number): .count(number)
    case .exists(let truth): .exists(truth)
    }
  }

  /// Gives the objects that a query finds to a closure. They are never all in memory where the database finds them alone.
  public func forEachObject(
    _ ir: QueryIR, arguments: Arguments, options: DatabaseOptions,
    _ body: (any SourceObject) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    try database.forEachRecord(ir, arguments: arguments, on: connection, options: options) { record throws(DatabaseError) in
      try body(record)
    }
  }

  /// Gives the objects of exactly one entity that have targets in a to-many relationship to a closure. A relationship
  /// without a place in the tables has none.
  public func forEachTargets(
    of relationship: String, of entity: String, options: DatabaseOptions,
    _ body: (_ owner: ObjectKey, _ targets: [ObjectKey]) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    guard database.mapping.entities[entity]?.relationships[relationship] != nil else { return }
    let run = try DatabaseRun(database, QueryIR(entity: entity, includesSubentities: false), [:], connection, options)
    var owners: [(key: ObjectKey, row: [SQLDatum])] = []
    try run.forEachRecord { record throws(DatabaseError) in
      owners.append((record.key, record.row.values))
      return true
    }
    var targets: [[SQLDatum]: [ObjectKey]] = [:]
    let step = StepIR(relationship, .toMany, of: entity)
    try run.related().forEach(step, of: owners.map(\.row)) { owner, target throws(DatabaseError) in
      targets[owner, default: []].append(target.key)
    }
    for (key, row) in owners {
      if let found = targets[row] { try body(key, found) }
    }
  }
}

extension DatabaseStore: ObjectSource {
  /// The schema of the objects.
  public var schema: Schema { database.schema }

  /// The names of the entities that have a table.
  public var entityNames: [String] { schema.entities.filter { !$0.isAbstract }.map(\.name) }

  /// Runs a query on a connection of the pool.
  public func answer(
    _ ir: QueryIR, arguments: Arguments, options: DatabaseOptions
  ) throws(DatabaseError) -> SourceAnswer {
    try withSource { source throws(DatabaseError) in try source.answer(ir, arguments: arguments, options: options) }
  }

  /// Gives the objects that a query finds on a connection of the pool to a closure.
  public func forEachObject(
    _ ir: QueryIR, arguments: Arguments, options: DatabaseOptions,
    _ body: (any SourceObject) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    try withSource { source throws(DatabaseError) in
      try source.forEachObject(ir, arguments: arguments, options: options, body)
    }
  }

  /// Gives the objects of exactly one entity that have targets in a to-many relationship to a closure.
  public func forEachTargets(
    of relationship: String, of entity: String, options: DatabaseOptions,
    _ body: (_ owner: ObjectKey, _ targets: [ObjectKey]) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try withSource { source throws(DatabaseError) in
      try source.forEachTargets(of: relationship, of: entity, options: options, body)
    }
  }

  private func withSource<Result>(
    _ body: (DatabaseSource) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    do {
      return try pool.withConnection { try body(DatabaseSource(database, on: $0)) }
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw .cannotConnect("\(error)")
    }
  }
}
