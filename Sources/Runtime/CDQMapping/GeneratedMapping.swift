package import CDQIR
import CDQStore
import CDQLoading
public import Foundation

/// The mapping of a generated function. The generated code contains its IR as JSON, which is decoded and prepared at
/// the first use with a store.
public final class GeneratedMapping: Sendable {
  private let json: String
  /// The prepared mapping for the schema of the last store; a program rarely has two schemas.
  private let cache = Locked<(schema: Schema, mapping: PreparedMapping)?>(nil)

  /// A mapping from the JSON of its `MappingIR`, which is decoded later.
  public init(_ json: String) {
    self.json = json
  }

  /// Applies the mapping to a response, as `Store.apply` does.
  ///
  /// - Throws: `DecodeError` as `Store.apply`, and when the mapping does not fit the schema of the store or this
  ///   version of the runtime.
  public func apply(
    in store: Store, response: Data, arguments: Arguments = [:], page: MappingPage? = nil,
    transforms: [String: MappingTransform] = [:], onError: MappingErrorPolicy = .skip,
    progress: (MappingProgress) -> Void = { _ in }
  ) throws(DecodeError) -> MappingReport {
    try store.apply(
      prepared(for: store.schema), response: response, arguments: arguments, page: page, transforms: transforms,
      onError: onError, progress: progress)
  }

  /// The mapping for the stores and databases of a schema.
  package func prepared(for schema: Schema) throws(DecodeError) -> PreparedMapping {
    if let known = cache.withLock({ $0 }), known.schema == schema { return known.mapping }
    let mapping: PreparedMapping
    do {
      mapping = try PreparedMapping(MappingIR(json: json), schema: schema)
    } catch {
      throw DecodeError(.invalidValue, "the generated mapping does not fit this store or runtime: \(error)")
    }
    cache.withLock { $0 = (schema, mapping) }
    return mapping
  }
}

/// The namespace of the functions that are generated from the mappings of `.cdq` files.
public enum Mappings {}
