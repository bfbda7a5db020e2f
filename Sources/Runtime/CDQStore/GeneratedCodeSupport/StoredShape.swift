public import CDQIR
import CDQValues

/// The result type of a mapping's `decode`: a generated struct, or arrays and optionals of one, nested to any depth.
/// Programs do not add conformances of their own.
public protocol StoredShape: Sendable {
  /// The entity of the innermost objects: `City` for `[City?]`.
  static var storedEntity: String { get }
  /// Throws `ExecutionError.schemaMismatch` when the schema's properties differ from those of the generated code.
  static func checkStored(_ schema: Schema) throws(ExecutionError)
  /// Builds the result from decoded JSON of the same shape.
  ///
  /// - Throws: `DecodeError` when the JSON has another shape.
  init(imported: ImportedShape) throws(DecodeError)
}

/// The shape of decoded JSON, with the stored objects in place of the JSON objects.
public indirect enum ImportedShape: Sendable {
  case null
  case object(StoredRecord, path: [JSONStep])
  case list([ImportedShape], path: [JSONStep])

  /// The kind of JSON value for error messages, and its path in the JSON.
  fileprivate var kind: (name: String, path: [JSONStep]) {
    switch self {
    case .null: ("null", [])
    case .object(_, let path): ("an object", path)
    case .list(_, let path): ("an array", path)
    }
  }
}

extension StoredModel {
  /// The entity of the struct itself.
  public static var storedEntity: String { entityName }

  /// Throws `ExecutionError.schemaMismatch` when the schema's property names differ from the generated ones.
  public static func checkStored(_ schema: Schema) throws(ExecutionError) {
    try check(schema)
  }

  /// Copies the stored object. Throws `DecodeError` when the JSON is no object, or when a value has another type.
  public init(imported: ImportedShape) throws(DecodeError) {
    guard case .object(let record, let path) = imported else {
      throw DecodeError(
        .unexpectedShape, at: imported.kind.path,
        "expected an object with the values of a \(Self.entityName), found \(imported.kind.name)")
    }
    do throws(StoreError) {
      try self.init(stored: record)
    } catch {
      throw DecodeError(error, at: path)
    }
  }
}

extension Array: StoredShape where Element: StoredShape {
  /// The entity of the elements.
  public static var storedEntity: String { Element.storedEntity }

  /// Checks the schema as the element type does.
  public static func checkStored(_ schema: Schema) throws(ExecutionError) {
    try Element.checkStored(schema)
  }

  /// Builds the elements of a JSON array. Throws `DecodeError` when the JSON is no array.
  public init(imported: ImportedShape) throws(DecodeError) {
    guard case .list(let elements, _) = imported else {
      throw DecodeError(
        .unexpectedShape, at: imported.kind.path, "expected an array, found \(imported.kind.name)")
    }
    self = []
    reserveCapacity(elements.count)
    for element in elements { append(try Element(imported: element)) }
  }
}

extension Optional: StoredShape where Wrapped: StoredShape {
  /// The entity of the wrapped type.
  public static var storedEntity: String { Wrapped.storedEntity }

  /// Checks the schema as the wrapped type does.
  public static func checkStored(_ schema: Schema) throws(ExecutionError) {
    try Wrapped.checkStored(schema)
  }

  /// Builds nil from JSON null, otherwise the wrapped type.
  public init(imported: ImportedShape) throws(DecodeError) {
    if case .null = imported { self = nil } else { self = try Wrapped(imported: imported) }
  }
}
