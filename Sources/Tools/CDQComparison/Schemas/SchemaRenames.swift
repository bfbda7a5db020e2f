package import CDQIR

/// The names of entities and properties in the next version of a schema.
package struct SchemaRenames: Hashable, Sendable {
  /// Maps the old name of every entity that is in both versions to the new one.
  package var entities: [String: String] = [:]
  /// For the old name of each entity: maps the old names of its own properties to the new ones.
  package var properties: [String: [String: String]] = [:]

  package init() {}

  /// The new name of an entity; unchanged if the new version does not have it.
  package func entity(_ name: String) -> String {
    entities[name] ?? name
  }

  /// The new name of an own or inherited property of an old entity; unchanged if the new version does not have it.
  package func property(_ name: String, of entity: String, in old: Schema) -> String {
    for owner in old.lineage(of: entity) {
      if let found = properties[owner.name]?[name] { return found }
    }
    return name
  }

  /// The type with the entity names of the new version.
  package func type(_ type: ValueType) -> ValueType {
    switch type {
    case .object(let name): .object(entity(name))
    case .collection(let element, let isOrdered): .collection(element: self.type(element), isOrdered: isOrdered)
    default: type
    }
  }

  /// The type with the entity names of the new version.
  package func type(_ type: OptionalType) -> OptionalType {
    OptionalType(self.type(type.base), isOptional: type.isOptional)
  }
}
