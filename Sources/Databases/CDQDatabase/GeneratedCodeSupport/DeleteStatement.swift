public import CDQConnections
public import CDQSQL
import CDQStore

/// A `delete` query of a generated function with its arguments: the statement that finds the objects, which a transaction
/// then deletes with the schema's delete rules.
///
/// ```swift
/// let deleted = try await Queries.closed(before: day).run(in: store)
/// ```
public struct DeleteStatement: Sendable {
  /// A row that the statement finds.
  private struct Found: Sendable {
    let number: Int64
    let entity: String?
  }

  private let entity: String
  private let select: SelectStatement<Found>

  /// A statement of a text with parameters and their values. Generated functions call it.
  ///
  /// - Parameters:
  ///   - text: A statement that gives the numbers of objects, and the names of their entities where these differ.
  ///   - parts: Whether the parts of the text in braces are there, by the word in front of them.
  ///   - entity: The entity of the objects, or an ancestor.
  /// - Throws: `DatabaseError.refused` for an argument that the database cannot hold, such as NaN in SQLite.
  public init(
    _ dialect: SQLDialect.Name, _ text: String, _ arguments: [SQLArgument] = [], parts: [SQLPart] = [], of entity: String
  ) throws(DatabaseError) {
    self.entity = entity
    select = try SelectStatement(dialect, text, arguments, parts: parts) { row throws(DatabaseError) in
      try Found(number: row.value(at: 0), entity: row.optional(at: 1))
    }
  }

  /// The text of the statement that finds the objects, with numbered parameters in the spelling of the dialect.
  public var text: String { select.text }
  /// The values of the parameters, in the order of their numbers.
  public var bindings: [SQLDatum] { select.bindings }

  /// Deletes the objects that the statement finds, and everything that their delete rules cascade to: all, or none.
  ///
  /// - Throws: `DatabaseError`; `.execution(.refused)` when a delete rule forbids it.
  /// - Returns: The number of objects that the statement found, without those that cascades deleted.
  @discardableResult
  public func run(in transaction: DatabaseTransaction) throws(DatabaseError) -> Int {
    let root = transaction.schema.root(of: entity)
    let rows = try select.all(in: transaction).map { ObjectRow(root: root, entity: $0.entity ?? root, number: $0.number) }
    return try transaction.delete(rows: rows).requested
  }

  /// Deletes the objects that the statement finds, as a transaction of its own.
  ///
  /// - Throws: As `run(in:)` and `DatabaseStore.transaction(_:)` do.
  @discardableResult
  public func run(in store: DatabaseStore) async throws -> Int {
    try await store.transaction { try run(in: $0) }
  }
}
