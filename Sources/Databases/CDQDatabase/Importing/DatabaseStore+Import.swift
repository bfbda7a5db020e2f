import CDQConnections
public import CDQIR
package import CDQLoading
public import CDQMapping
public import CDQStore
public import Foundation

/// Decoding of JSON into a database, each time as a transaction of its own. The rules and the errors are those of the
/// functions of `DatabaseTransaction`, and of `transaction(_:)`.
///
/// ```swift
/// let brands = try await store.decode(Brand.self, from: data, at: "data.brands")
/// ```
extension DatabaseStore {
  /// Decodes an object, an array of objects, or arrays nested to any depth up to 1,024.
  ///
  /// - Parameter path: The keys that lead to them in the JSON, with dots between them, such as `data.brands`.
  /// - Throws: `DecodeError` with the path to the first value that is wrong; `DatabaseError`.
  /// - Returns: The objects as they are stored now, in the order of the JSON.
  @discardableResult
  public func decode<Model: StoredModel>(
    _ type: Model.Type, from data: Data, at path: String? = nil
  ) async throws -> [Model] {
    try await transaction { try $0.decode(type, from: data, at: path) }
  }

  /// Decodes arrays of exactly this shape: `store.decode([[Brand]].self, from: data)`.
  ///
  /// - Throws: `DecodeError` with the path to the first value that is wrong, also when the JSON has another shape;
  ///   `DatabaseError`.
  @discardableResult
  public func decode<Element: StoredShape>(
    _ type: [Element].Type, from data: Data, at path: String? = nil
  ) async throws -> [Element] {
    try await transaction { try $0.decode(type, from: data, at: path) }
  }

  /// Decodes objects of an entity without a generated struct, as `decode(_:from:at:)` does.
  ///
  /// - Returns: The key of each object, in the order of the JSON.
  @discardableResult
  public func decode(_ entity: String, from data: Data, at path: String? = nil) async throws -> [ObjectKey] {
    try await transaction { try $0.decode(entity, from: data, at: path) }
  }

  /// Decodes any `Decodable` type and stores the values of its `@Imported` properties, all of them or none.
  ///
  /// - Parameter decoder: The strategies for decoding the other values; its `userInfo[.store]` is ignored.
  /// - Throws: `DecodeError` for a value that cannot be stored, `DatabaseError`, else what the decoder throws.
  public func decode<Result: Decodable & Sendable>(
    containing type: Result.Type, from data: Data, decoder: JSONDecoder = JSONDecoder()
  ) async throws -> Result {
    try await transaction { try $0.decode(containing: type, from: data, decoder: decoder) }
  }

  /// Applies a mapping to a JSON response, as `DatabaseTransaction.apply` does.
  ///
  /// - Throws: `DecodeError` and `DatabaseError`, as `DatabaseTransaction.apply` does.
  /// - Returns: The changes, and the errors of the records that were refused.
  @discardableResult
  public func apply(
    _ mapping: PreparedMapping, response: Data, arguments: Arguments = [:], page: MappingPage? = nil,
    transforms: [String: MappingTransform] = [:], onError: MappingErrorPolicy = .skip,
    progress: @escaping @Sendable (MappingProgress) -> Void = { _ in }
  ) async throws -> MappingReport {
    try await transaction {
      try $0.apply(
        mapping, response: response, arguments: arguments, page: page, transforms: transforms, onError: onError,
        progress: progress)
    }
  }
}

/// A `JSONDecoder` whose `userInfo[.store]` is a database stores each `@Imported` value in a transaction of its own.
extension DatabaseStore: ImportSession {
  package func shape<Shape: StoredShape>(
    _ json: JSONValue, at path: [JSONStep], as type: Shape.Type
  ) throws -> Shape {
    try transaction { try $0.importing { try $0.shape(json, at: path, as: type) } }
  }
}
