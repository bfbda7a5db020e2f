package import CDQIR
package import CDQStore
package import CDQLoading
package import Foundation

extension [JSONStep] {
  /// The steps of a path whose keys have dots between them, such as `data.brands`.
  package init(keys path: String?) {
    self = path?.split(separator: ".").map { .key(String($0)) } ?? []
  }
}

/// Decoding by the schema's own keys.
extension ObjectImporter {
  /// Stores all objects at a path in the JSON.
  package mutating func decode(_ entity: String, _ data: Data, _ steps: [JSONStep]) throws -> [Row] {
    guard let index = layout.index(of: entity) else { throw DecodeError(.unknownEntity, "there is no entity '\(entity)'") }
    var reader = ObjectReader(layout)
    var rows: [Row] = []
    var importer = self
    try RecordScanner.scan(data, at: steps) { json, path, _ in
      reader.path = path
      importer.path = path
      rows.append(try importer.store(try reader.read(json, index, rule: nil, index: rows.count)))
    }
    try importer.finish()
    self = importer
    return rows
  }

  /// Stores all objects at a path in the JSON and copies them.
  package mutating func decode<Model: StoredModel>(_ type: Model.Type, _ data: Data, _ steps: [JSONStep]) throws -> [Model] {
    do throws(ExecutionError) {
      try type.check(layout.schema)
    } catch {
      throw DecodeError(.unknownEntity, "\(error)")
    }
    let rows = try decode(Model.entityName, data, steps)
    do {
      return try target.records(of: rows).map { try Model(stored: $0) }
    } catch let error as StoreError {
      throw DecodeError(error, at: [])
    }
  }

  /// Stores the objects at a path in JSON of a shape.
  package mutating func decode<Shape: StoredShape>(
    shape type: Shape.Type, _ data: Data, _ steps: [JSONStep]
  ) throws -> Shape {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue.parse(utf8: Array(data))
    } catch {
      throw DecodeError(error, in: data)
    }
    guard let part = json.value(at: steps[...]) else {
      throw DecodeError(.unexpectedShape, "there is nothing at '\(steps.jsonPath)'")
    }
    return try shape(part, at: steps, as: type)
  }

  /// Stores the objects of a JSON value and returns them in its shape.
  package mutating func shape<Shape: StoredShape>(
    _ json: JSONValue, at path: [JSONStep], as type: Shape.Type
  ) throws -> Shape {
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
    var rows: [Row] = []
    let shape = try store(json, index, &reader, &rows, 0)
    try finish()
    return try Shape(imported: shape.with(try target.records(of: rows)))
  }

  private mutating func store(
    _ json: JSONValue, _ entity: Int, _ reader: inout ObjectReader, _ rows: inout [Row], _ depth: Int
  ) throws -> RowShape {
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
        result.append(try store(element, entity, &reader, &rows, depth + 1))
        reader.path.removeLast()
      }
      return .list(result, path)
    case .bool, .integer, .number, .string, .object:
      path = reader.path
      rows.append(try store(try reader.read(json, entity, rule: nil, index: 0)))
      return .object(rows.count - 1, path)
    }
  }

  /// Resolves the remaining references and checks required ones.
  ///
  /// - Throws: the first error.
  private mutating func finish() throws {
    try connectPending()
    try checkRequired()
    if let failure = failures.first { throw failure }
  }
}

/// The places of stored objects in a list of them, in the shape of their JSON.
private indirect enum RowShape {
  case null
  case object(Int, [JSONStep])
  case list([RowShape], [JSONStep])

  func with(_ records: [StoredRecord]) -> ImportedShape {
    switch self {
    case .null: .null
    case .object(let place, let path): .object(records[place], path: path)
    case .list(let elements, let path): .list(elements.map { $0.with(records) }, path: path)
    }
  }
}
