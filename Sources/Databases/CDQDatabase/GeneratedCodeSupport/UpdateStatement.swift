public import CDQConnections
import CDQIR
public import CDQStore

/// An `update` query of a generated function with its arguments, which a transaction runs with the schema's rules: as one
/// statement where these allow that, else row by row.
///
/// ```swift
/// let raised = try await Queries.raised(by: 10).run(in: store)
/// ```
public struct UpdateStatement: Sendable {
  private let query: GeneratedQuery
  private let arguments: Arguments

  /// A query with its arguments. Generated functions call it.
  public init(_ query: GeneratedQuery, _ arguments: Arguments = [:]) {
    (self.query, self.arguments) = (query, arguments)
  }

  /// Sets the new values of all objects that the query finds, or of none.
  ///
  /// - Throws: `DatabaseError`; `.execution(.refused)` when a rule of the schema forbids a value.
  /// - Returns: The number of objects that the query found.
  @discardableResult
  public func run(in transaction: DatabaseTransaction) throws(DatabaseError) -> Int {
    let ir: QueryIR
    do throws(ExecutionError) {
      ir = try query.ir()
    } catch {
      throw .execution(error)
    }
    return try transaction.update(ir, arguments)
  }

  /// Sets the new values, as a transaction of its own.
  ///
  /// - Throws: As `run(in:)` and `DatabaseStore.transaction(_:)` do.
  @discardableResult
  public func run(in store: DatabaseStore) async throws -> Int {
    try await store.transaction { try run(in: $0) }
  }
}
