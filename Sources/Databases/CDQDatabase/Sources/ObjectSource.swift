public import CDQIR
public import CDQStore

/// What answers the queries of a schema: objects in memory, or a database with a connection to it.
///
/// ```swift
/// func largeCities(in source: any ObjectSource) throws -> [String] {
///   guard case .rows(let rows) = try source.answer(query.ir) else { return [] }
///   return rows.compactMap { $0.first?.description }
/// }
/// try largeCities(in: store)                                                // objects in memory
/// try largeCities(in: DatabaseSource(database, on: connection))    // SQLite, PostgreSQL, DuckDB
/// ```
///
/// `Store`, `Snapshot`, `DatabaseSource` and `DatabaseStore` are sources. A source is only read.
public protocol ObjectSource {
  /// The schema of the queries.
  var schema: Schema { get }

  /// The names of the entities that may have objects of their own in the source, in the order of the schema.
  var entityNames: [String] { get }

  /// Runs a query of any kind but `delete` and `update`, and collects its result.
  ///
  /// - Throws: `DatabaseError`; `.execution` for the errors that a query has in memory, too.
  func answer(
    _ ir: QueryIR, arguments: Arguments, options: DatabaseOptions
  ) throws(DatabaseError) -> SourceAnswer

  /// Gives the objects that a query finds to a closure, one after the other, until it returns false.
  ///
  /// - Throws: `DatabaseError.execution(.wrongResult)` for a query with another kind of result.
  func forEachObject(
    _ ir: QueryIR, arguments: Arguments, options: DatabaseOptions,
    _ body: (any SourceObject) throws(DatabaseError) -> Bool
  ) throws(DatabaseError)

  /// Gives the objects of exactly one entity that have targets in a to-many relationship to a closure, with the targets
  /// in the order of the relationship. Both are known by their keys.
  func forEachTargets(
    of relationship: String, of entity: String, options: DatabaseOptions,
    _ body: (_ owner: ObjectKey, _ targets: [ObjectKey]) throws(DatabaseError) -> Void
  ) throws(DatabaseError)
}

extension ObjectSource {
  /// Runs a query with the options of a database's run, which have no limits on the result.
  public func answer(_ ir: QueryIR, arguments: Arguments = [:]) throws(DatabaseError) -> SourceAnswer {
    try answer(ir, arguments: arguments, options: DatabaseOptions())
  }

  /// The number of objects of an entity, with those of its sub-entities.
  public func count(of entity: String, options: DatabaseOptions = DatabaseOptions()) throws(DatabaseError) -> Int {
    let ir = QueryIR(entity: entity, cardinality: .count)
    guard case .count(let count) = try answer(ir, arguments: [:], options: options) else { return 0 }
    return count
  }
}

/// The answer of a source to a query, by the query's kind.
public enum SourceAnswer {
  /// The objects of a query without `select`, in order.
  case objects([any SourceObject])
  /// The rows of a `select`: one value for each column.
  case rows([[Value]])
  /// The number of a `count` query.
  case count(Int)
  /// The answer of an `exists` query.
  case exists(Bool)
}

/// An object of a source.
public protocol SourceObject {
  /// The key of the object: the value of its `@unique` attribute, or its number.
  var key: ObjectKey { get }
  /// The name of the object's entity, which may be a sub-entity of the queried one.
  var entityName: String { get }
  /// The number of the object among those of its root entity, in the order in which they were added; nil where the
  /// source has no such numbers.
  var sourceNumber: Int? { get }
  /// The value of an attribute, or the key of the object that a to-one relationship leads to; `.null` for nil and for
  /// an unknown name.
  subscript(name: String) -> Value { get }
}

extension StoredRecord: SourceObject {
  /// The number in insertion order.
  public var sourceNumber: Int? { number }
}

extension DatabaseRecord: SourceObject {
  /// The number in a table whose key is one number.
  public var sourceNumber: Int? { row.values.count == 1 ? row.values[0].integer.flatMap { Int(exactly: $0) } : nil }
}
