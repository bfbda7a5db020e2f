import CDQConnections
public import CDQIR
import CDQLoading
public import CDQMapping
public import CDQStore
public import Foundation

/// Decoding of JSON into a database, by the rules of a `Store`: an object whose identity is stored is updated, any other
/// is inserted, and a relationship is an identity or an object.
///
/// ```swift
/// try database.transaction(on: connection) { transaction in
///   let brands = try transaction.decode(Brand.self, from: data, at: "data.brands")
///   print(brands.map(\.name))
/// }
/// ```
///
/// Decoding is all or nothing: after a `DecodeError` the transaction is as before, and the caller may go on with it. After a
/// `DatabaseError` that comes from the database it can only be rolled back.
extension DatabaseTransaction {
  /// Decodes an object, an array of objects, or arrays nested to any depth up to 1,024.
  ///
  /// - Parameter path: The keys that lead to them in the JSON, with dots between them, such as `data.brands`.
  /// - Throws: `DecodeError` with the path to the first value that is wrong; `DatabaseError`.
  /// - Returns: The objects as they are stored now, in the order of the JSON.
  @discardableResult
  public func decode<Model: StoredModel>(_ type: Model.Type, from data: Data, at path: String? = nil) throws -> [Model] {
    try importing { try $0.decode(type, data, [JSONStep](keys: path)) }
  }

  /// Decodes arrays of exactly this shape: `transaction.decode([[Brand]].self, from: data)`.
  ///
  /// - Throws: `DecodeError` with the path to the first value that is wrong, also when the JSON has another shape;
  ///   `DatabaseError`.
  @discardableResult
  public func decode<Element: StoredShape>(
    _ type: [Element].Type, from data: Data, at path: String? = nil
  ) throws -> [Element] {
    try importing { try $0.decode(shape: type, data, [JSONStep](keys: path)) }
  }

  /// Decodes objects of an entity without a generated struct, as `decode(_:from:at:)` does.
  ///
  /// - Returns: The key of each object, in the order of the JSON.
  @discardableResult
  public func decode(_ entity: String, from data: Data, at path: String? = nil) throws -> [ObjectKey] {
    try importing { importer in
      let rows = try importer.decode(entity, data, [JSONStep](keys: path))
      return try importer.target.keys(of: rows)
    }
  }

  /// Decodes any `Decodable` type and stores the values of its `@Imported` properties, all of them or none.
  ///
  /// - Parameter decoder: The strategies for decoding the other values; its `userInfo[.store]` is ignored.
  /// - Throws: `DecodeError` for a value that cannot be stored, `DatabaseError`, else what the decoder throws.
  public func decode<Result: Decodable>(
    containing type: Result.Type, from data: Data, decoder: JSONDecoder = JSONDecoder()
  ) throws -> Result {
    try importing { try decoder.decode(type, from: data, importingBy: TransactionSession($0)) }
  }

  /// Applies a mapping to a JSON response: inserts, updates and deletes objects, as `Store.apply` does.
  ///
  /// - Parameters:
  ///   - mapping: The mapping, prepared for the schema of this database.
  ///   - response: The JSON text in UTF-8.
  ///   - arguments: The values of the mapping's parameters, by name without the `$`.
  ///   - page: The part of all records that the response has; nil when it has all.
  ///   - transforms: The functions that the mapping names after `as`.
  ///   - onError: The treatment of the other records when one has an error. A value that the database cannot hold is
  ///     such an error, too.
  ///   - progress: Called every 256 records and at the end.
  /// - Throws: `DecodeError` when the response is no JSON of the expected shape, an argument is wrong, the database has
  ///   another schema, or, with `.stop`, for the first record with an error; `DatabaseError`.
  /// - Returns: The changes, and the errors of the records that were refused.
  @discardableResult
  public func apply(
    _ mapping: PreparedMapping, response: Data, arguments: Arguments = [:], page: MappingPage? = nil,
    transforms: [String: MappingTransform] = [:], onError: MappingErrorPolicy = .skip,
    progress: (MappingProgress) -> Void = { _ in }
  ) throws -> MappingReport {
    try importing { try $0.apply(mapping, response, arguments, page, transforms, onError, progress) }
  }

  /// Runs an import, all or nothing.
  func importing<Result>(_ body: (inout ObjectImporter<DatabaseTarget>) throws -> Result) throws -> Result {
    do {
      return try allOrNothing {
        var importer = ObjectImporter(DatabaseTarget(self))
        return try body(&importer)
      }
    } catch let error as DatabaseError {
      throw error.ofImport
    } catch let error as StoreError {
      throw DecodeError(error, at: [])
    }
  }
}

extension DatabaseError {
  /// The error of an import: what the rules of the schema refuse in the end is an error of the data.
  var ofImport: any Error {
    if case .execution(.refused(let refusal)) = self { DecodeError(refusal, at: []) } else { self }
  }
}
