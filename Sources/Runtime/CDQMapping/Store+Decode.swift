public import CDQIR
import CDQStore
public import Foundation

/// Decoding of JSON into the store. The keys are those of data files: the `@json` names, else the names of properties;
/// other keys are ignored. An object whose identity is stored updates that object, so that decoding the same data twice
/// changes nothing. A relationship is an identity, or an object, which is stored too.
///
/// Decoding is all or nothing: after any error the store is unchanged.
extension Store {
  /// Decodes an object, an array of objects, or arrays nested to any depth up to 1,024.
  ///
  /// - Parameter path: the keys that lead to them in the JSON, with dots between them, such as `data.brands`.
  /// - Throws: `DecodeError` with the path to the first value that is wrong.
  /// - Returns: the objects as they are stored now, in the order of the JSON.
  @discardableResult
  public func decode<Model: StoredModel>(
    _ type: Model.Type, from data: Data, at path: String? = nil
  ) throws(DecodeError) -> [Model] {
    try importing { try $0.decode(type, data, [JSONStep](keys: path)) }
  }

  /// Decodes arrays of exactly this shape: `store.decode([[Brand]].self, from: data)`.
  ///
  /// - Throws: `DecodeError` with the path to the first value that is wrong, also when the JSON has another shape.
  @discardableResult
  public func decode<Element: StoredShape>(
    _ type: [Element].Type, from data: Data, at path: String? = nil
  ) throws(DecodeError) -> [Element] {
    try importing { try $0.decode(shape: type, data, [JSONStep](keys: path)) }
  }

  /// Decodes objects of an entity without a generated struct, as `decode(_:from:at:)` does.
  ///
  /// - Returns: the key of each object, in the order of the JSON.
  @discardableResult
  public func decode(
    _ entity: String, from data: Data, at path: String? = nil
  ) throws(DecodeError) -> [ObjectKey] {
    try importing { importer in
      let rows = try importer.decode(entity, data, [JSONStep](keys: path))
      return importer.target.keys(of: rows)
    }
  }
}
