public import CDQIR
public import CDQStore

extension Snapshot: ObjectSource {
  /// The names of the entities that can have objects.
  public var entityNames: [String] { schema.entities.filter { !$0.isAbstract }.map(\.name) }

  /// Runs a query on the data of this snapshot. Limits on what a database reads have no effect.
  public func answer(
    _ ir: QueryIR, arguments: Arguments, options: DatabaseOptions
  ) throws(DatabaseError) -> SourceAnswer {
    let result: QueryResult
    do throws(ExecutionError) {
      result = try run(PreparedStoreQuery(ir, schema: schema), arguments: arguments, options: options.execution)
    } catch {
      throw .execution(error)
    }
    return switch result {
    case .records(let records): .objects(records)
    case .rows(let rows): .rows(rows)
    case .count(let number), .deleted(let number), .updated(let number): .count(number)
    case .exists(let truth): .exists(truth)
    }
  }

  /// Gives the objects that a query finds to a closure, until it returns false.
  public func forEachObject(
    _ ir: QueryIR, arguments: Arguments, options: DatabaseOptions,
    _ body: (any SourceObject) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    guard case .objects(let objects) = try answer(ir, arguments: arguments, options: options) else {
      throw .execution(.wrongResult(expected: "something else than a sequence of objects"))
    }
    for object in objects where try !body(object) { return }
  }

  /// Gives the objects of exactly one entity that have targets in a to-many relationship to a closure.
  public func forEachTargets(
    of relationship: String, of entity: String, options: DatabaseOptions,
    _ body: (_ owner: ObjectKey, _ targets: [ObjectKey]) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    for record in records(of: entity, includingSubentities: false) {
      let targets = record.references(relationship)
      if !targets.isEmpty { try body(record.key, targets.map(\.key)) }
    }
  }
}

extension Store: ObjectSource {
  /// The names of the entities that can have objects.
  public var entityNames: [String] { snapshot.entityNames }

  /// Runs a query on the current data, as a snapshot does.
  public func answer(
    _ ir: QueryIR, arguments: Arguments, options: DatabaseOptions
  ) throws(DatabaseError) -> SourceAnswer {
    try snapshot.answer(ir, arguments: arguments, options: options)
  }

  /// Gives the objects that a query finds in the current data to a closure, until it returns false.
  public func forEachObject(
    _ ir: QueryIR, arguments: Arguments, options: DatabaseOptions,
    _ body: (any SourceObject) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    try snapshot.forEachObject(ir, arguments: arguments, options: options, body)
  }

  /// Gives the objects of exactly one entity that have targets in a to-many relationship to a closure.
  public func forEachTargets(
    of relationship: String, of entity: String, options: DatabaseOptions,
    _ body: (_ owner: ObjectKey, _ targets: [ObjectKey]) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try snapshot.forEachTargets(of: relationship, of: entity, options: options, body)
  }
}
