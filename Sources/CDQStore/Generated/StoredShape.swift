public import CDQIR
import CDQValues

/// What decoding gives back: a generated struct, or arrays and optionals of them to any depth. Conformances beyond those
/// of the library are not meant to be.
public protocol StoredShape: Sendable {
  /// The entity of the objects at the bottom.
  static var storedEntity: String { get }
  /// Refuses a schema that has other objects than the code was generated for.
  static func checkStored(_ schema: Schema) throws(ExecutionError)
  /// What was decoded, in the shape of the JSON.
  ///
  /// - Throws: `DecodeError` when the JSON has another shape.
  init(imported: ImportedShape) throws(DecodeError)
}

/// Decoded JSON of some shape, its objects stored.
public indirect enum ImportedShape: Sendable {
  case null
  case object(StoredRecord, path: [JSONStep])
  case list([ImportedShape], path: [JSONStep])

  /// What it is, for messages, and the way to it.
  fileprivate var kind: (name: String, path: [JSONStep]) {
    switch self {
    case .null: ("null", [])
    case .object(_, let path): ("an object", path)
    case .list(_, let path): ("an array", path)
    }
  }
}

extension StoredModel {
  /// Its own entity.
  public static var storedEntity: String { entityName }

  /// Refuses a schema whose objects have other values in the places that `init(stored:)` reads.
  public static func checkStored(_ schema: Schema) throws(ExecutionError) {
    try check(schema)
  }

  /// The struct of one object.
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
  /// That of the elements.
  public static var storedEntity: String { Element.storedEntity }

  /// As the elements do.
  public static func checkStored(_ schema: Schema) throws(ExecutionError) {
    try Element.checkStored(schema)
  }

  /// The elements of an array.
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
  /// That of the value.
  public static var storedEntity: String { Wrapped.storedEntity }

  /// As the value does.
  public static func checkStored(_ schema: Schema) throws(ExecutionError) {
    try Wrapped.checkStored(schema)
  }

  /// nil for null.
  public init(imported: ImportedShape) throws(DecodeError) {
    if case .null = imported { self = nil } else { self = try Wrapped(imported: imported) }
  }
}
