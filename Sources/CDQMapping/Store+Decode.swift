public import CDQIR
import CDQStore
import CDQLoading
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
    do throws(ExecutionError) {
      try type.check(schema)
    } catch {
      throw DecodeError(.unknownEntity, "\(error)")
    }
    return try importing { importer throws(DecodeError) in
      let rows = try importer.decode(Model.entityName, data, Store.steps(path))
      let snapshot = Snapshot(importer.transaction.pending.state)
      var result: [Model] = []
      result.reserveCapacity(rows.count)
      do throws(StoreError) {
        for row in rows { result.append(try Model(stored: StoredRecord(snapshot, row))) }
      } catch {
        throw DecodeError(error, at: [])
      }
      return result
    }
  }

  /// Decodes arrays of exactly this shape: `store.decode([[Brand]].self, from: data)`.
  ///
  /// - Throws: `DecodeError` with the path to the first value that is wrong, also when the JSON has another shape.
  @discardableResult
  public func decode<Element: StoredShape>(
    _ type: [Element].Type, from data: Data, at path: String? = nil
  ) throws(DecodeError) -> [Element] {
    let steps = Store.steps(path)
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue.parse(utf8: Array(data))
    } catch {
      throw DecodeError(error, in: data)
    }
    guard let part = json.value(at: steps[...]) else {
      throw DecodeError(.unexpectedShape, "there is nothing at '\(steps.jsonPath)'")
    }
    return try importing { importer throws(DecodeError) in try importer.shape(part, at: steps, as: [Element].self) }
  }

  /// Decodes objects of an entity without a generated struct, as `decode(_:from:at:)` does.
  ///
  /// - Returns: the key of each object, in the order of the JSON.
  @discardableResult
  public func decode(
    _ entity: String, from data: Data, at path: String? = nil
  ) throws(DecodeError) -> [ObjectKey] {
    try importing { importer throws(DecodeError) in
      let rows = try importer.decode(entity, data, Store.steps(path))
      return rows.map { importer.transaction.pending.state.key(of: $0) }
    }
  }

  static func steps(_ path: String?) -> [JSONStep] {
    path?.split(separator: ".").map { .key(String($0)) } ?? []
  }
}

extension ObjectImporter {
  /// Stores all objects at a path in the JSON.
  mutating func decode(_ entity: String, _ data: Data, _ steps: [JSONStep]) throws(DecodeError) -> [RowReference] {
    guard let index = layout.index(of: entity) else { throw DecodeError(.unknownEntity, "there is no entity '\(entity)'") }
    var reader = ObjectReader(layout)
    var rows: [RowReference] = []
    var importer = self
    try RecordScanner.scan(data, at: steps) { json, path, _ throws(DecodeError) in
      reader.path = path
      importer.path = path
      rows.append(try importer.store(try reader.read(json, index, rule: nil, index: rows.count)))
    }
    try importer.finish()
    self = importer
    return rows
  }

  /// Stores the objects of a JSON value and returns them in its shape.
  mutating func shape<Shape: StoredShape>(
    _ json: JSONValue, at path: [JSONStep], as type: Shape.Type
  ) throws(DecodeError) -> Shape {
    guard let index = layout.index(of: Shape.storedEntity) else {
      throw DecodeError(.unknownEntity, "there is no entity '\(Shape.storedEntity)'")
    }
    do throws(ExecutionError) {
      try Shape.checkStored(layout.schema)
    } catch {
      throw DecodeError(.unknownEntity, "\(error)")
    }
    var reader = ObjectReader(layout)
    reader.path = path
    let rows = try store(json, index, &reader, 0)
    try finish()
    return try Shape(imported: rows.shape(Snapshot(transaction.pending.state)))
  }

  /// Rows of stored objects, in the shape of their JSON.
  private indirect enum RowShape {
    case null
    case row(RowReference, [JSONStep])
    case list([RowShape], [JSONStep])

    func shape(_ snapshot: Snapshot) -> ImportedShape {
      switch self {
      case .null: .null
      case .row(let row, let path): .object(StoredRecord(snapshot, row), path: path)
      case .list(let elements, let path): .list(elements.map { $0.shape(snapshot) }, path: path)
      }
    }
  }

  private mutating func store(
    _ json: JSONValue, _ entity: Int, _ reader: inout ObjectReader, _ depth: Int
  ) throws(DecodeError) -> RowShape {
    switch json {
    case .null: return .null
    case .array(let elements):
      guard depth < ObjectReader.nestingLimit else {
        throw reader.error(.nestingTooDeep, "more than \(ObjectReader.nestingLimit) nested arrays")
      }
      let path = reader.path
      var result: [RowShape] = []
      for (index, element) in elements.enumerated() {
        reader.path.append(.index(index))
        result.append(try store(element, entity, &reader, depth + 1))
        reader.path.removeLast()
      }
      return .list(result, path)
    case .bool, .integer, .number, .string, .object:
      path = reader.path
      return .row(try store(try reader.read(json, entity, rule: nil, index: 0)), path)
    }
  }

  /// Resolves the remaining references and checks required ones.
  ///
  /// - Throws: the first error.
  mutating func finish() throws(DecodeError) {
    connectPending()
    checkRequired()
    if let failure = failures.first { throw failure }
  }
}
