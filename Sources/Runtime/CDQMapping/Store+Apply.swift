import CDQIR
import CDQStore
public import Foundation

extension Store {
  /// Applies a mapping to a JSON response: inserts, updates and deletes objects, in one transaction.
  ///
  /// - Parameters:
  ///   - mapping: the mapping, prepared for the schema of this store.
  ///   - response: the JSON text in UTF-8.
  ///   - arguments: the values of the mapping's parameters, by name without the `$`.
  ///   - page: the part of all records that the response has; nil when it has all. Numbers by `@index` start at its
  ///     offset, and of the scope only objects whose numbers are on the page can be deleted.
  ///   - transforms: the functions that the mapping names after `as`.
  ///   - onError: the treatment of the other records when one has an error. A record with a wrong value is refused with
  ///     everything in it. When a record is refused while it is read or stored, nothing of the scope is
  ///     deleted, since it is unknown which object it was.
  ///   - progress: called every 256 records and at the end.
  /// - Throws: `DecodeError` when the response is no JSON of the expected shape, an argument is wrong, the store has
  ///   another schema, or, with `.stop`, for the first record with an error. The store is then unchanged.
  /// - Returns: the changes, and the errors of the records that were refused.
  @discardableResult
  public func apply(
    _ mapping: PreparedMapping, response: Data, arguments: Arguments = [:], page: MappingPage? = nil,
    transforms: [String: MappingTransform] = [:], onError: MappingErrorPolicy = .skip,
    progress: (MappingProgress) -> Void = { _ in }
  ) throws(DecodeError) -> MappingReport {
    try importing { importer in
      try importer.apply(mapping, response, arguments, page, transforms, onError, progress)
    }
  }
}
