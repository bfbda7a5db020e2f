import CDQIR

/// The names of types in query texts and parameter lists.
enum TypeName {
  /// The scalar types by name; `Int` is `Int64`.
  static let scalars: [String: ValueType] = [
    "Bool": .bool, "Int": .int64, "Int16": .int16, "Int32": .int32, "Int64": .int64, "Float": .float,
    "Double": .double, "Decimal": .decimal, "String": .string, "Date": .date, "Data": .data, "UUID": .uuid, "URL": .url,
  ]

  /// The type of that name: a scalar, an enum or an entity; nil when there is none.
  static func resolve(_ name: String, in schema: Schema) -> ValueType? {
    if let scalar = scalars[name] { return scalar }
    if schema.enumeration(named: name) != nil { return .enumeration(name) }
    if schema.entity(named: name) != nil { return .object(name) }
    return nil
  }

  /// All names of types, for suggestions.
  static func known(in schema: Schema) -> [String] {
    scalars.keys.sorted() + schema.enumerations.map(\.name) + schema.entities.map(\.name)
  }
}
