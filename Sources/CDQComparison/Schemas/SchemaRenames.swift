package import CDQIR

/// What parts of a schema are called in its next version.
package struct SchemaRenames: Hashable, Sendable {
  /// New names by old ones, of every entity that is in both versions.
  package var entities: [String: String] = [:]
  /// New names by old ones for the old entity of each name, own properties only.
  package var properties: [String: [String: String]] = [:]

  package init() {}

  /// The new name of an entity; the old one when it is gone.
  package func entity(_ name: String) -> String {
    entities[name] ?? name
  }

  /// The new name of a property of an old entity, own or inherited there.
  package func property(_ name: String, of entity: String, in old: Schema) -> String {
    for owner in old.lineage(of: entity) {
      if let found = properties[owner.name]?[name] { return found }
    }
    return name
  }

  /// A type as the new version says it.
  package func type(_ type: ValueType) -> ValueType {
    switch type {
    case .object(let name): .object(entity(name))
    case .collection(let element, let isOrdered): .collection(element: self.type(element), isOrdered: isOrdered)
    case .bool, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .duration, .data, .uuid, .url,
      .enumeration, .opaque, .null:
      type
    }
  }

  /// A type as the new version says it.
  package func type(_ type: OptionalType) -> OptionalType {
    OptionalType(self.type(type.base), isOptional: type.isOptional)
  }
}
