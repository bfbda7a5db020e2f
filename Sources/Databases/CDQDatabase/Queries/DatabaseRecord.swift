public import CDQIR

/// An object that was read from a database.
public final class DatabaseRecord: @unchecked Sendable {
  /// The key of the object: the value of its `@unique` attribute, or its number.
  public let key: ObjectKey
  /// The name of the object's entity, which may be a sub-entity of the queried one.
  public let entityName: String
  /// The values of the attributes by their name, and the keys of the objects that to-one relationships lead to.
  public internal(set) var values: [String: Value]
  /// The values of the columns of the key.
  let row: RowKey
  /// The objects that relationships lead to, loaded before a condition is tested in memory. They and the values are
  /// written only until the record is given away, hence `@unchecked Sendable`.
  var targets: [String: [DatabaseRecord]] = [:]

  init(key: ObjectKey, entityName: String, values: [String: Value], row: RowKey) {
    (self.key, self.entityName, self.values, self.row) = (key, entityName, values, row)
  }

  /// The value of an attribute, or the key of the object that a to-one relationship leads to; `.null` for nil and for
  /// an unknown name.
  public subscript(name: String) -> Value { values[name] ?? .null }

  /// The attributes as a value of the caller's type, whose properties have the names of the attributes. A to-one
  /// relationship is the identity of its object.
  ///
  /// - Throws: `DecodingError` if the type wants something else.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    try T(from: PropertyDecoder(source: RecordProperties(values)))
  }
}

extension DatabaseRecord: Hashable {
  /// Whether both are the same object. Their values are not compared.
  public static func == (left: DatabaseRecord, right: DatabaseRecord) -> Bool { left.key == right.key }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The values of a record, to decode them.
private final class RecordProperties: PropertySource {
  private let values: [Value]

  init(_ values: [String: Value]) {
    self.values = Array(values.values)
    super.init(Array(values.keys))
  }

  override func value(at place: Int) -> Value { values[place] }
}
