import CDQIR
public import CDQMapping
public import Foundation

/// Generated functions of mappings on databases.
extension GeneratedMapping {
  /// Applies the mapping to a response, as `DatabaseTransaction.apply` does.
  ///
  /// - Throws: As `DatabaseTransaction.apply`; `DecodeError` also when the mapping does not fit the schema of the
  ///   database or this version of the runtime.
  public func apply(
    in transaction: DatabaseTransaction, response: Data, arguments: Arguments = [:], page: MappingPage? = nil,
    transforms: [String: MappingTransform] = [:]
  ) throws -> MappingReport {
    try transaction.apply(
      prepared(for: transaction.schema), response: response, arguments: arguments, page: page, transforms: transforms)
  }

  /// Applies the mapping to a response as a transaction of its own.
  ///
  /// - Throws: As `DatabaseStore.apply`; `DecodeError` also when the mapping does not fit the schema of the database or
  ///   this version of the runtime.
  public func apply(
    in store: DatabaseStore, response: Data, arguments: Arguments = [:], page: MappingPage? = nil,
    transforms: [String: MappingTransform] = [:]
  ) async throws -> MappingReport {
    try await store.apply(
      prepared(for: store.database.schema), response: response, arguments: arguments, page: page, transforms: transforms)
  }
}
