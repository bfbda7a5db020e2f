package import CDQIR
package import CDQSQL

/// The names that a schema and its mapping give to tables, columns and foreign keys, which a later import keeps.
package struct KnownNames: Sendable {
  private var schema = Schema(entities: [])
  private var mapping = DatabaseMapping()
  /// The entities by their table.
  var entities: [TableName: String] = [:]
  /// The attributes by their column, by entity.
  var attributes: [String: [String: String]] = [:]

  /// No names.
  package init() {}

  /// The names of a schema with a mapping. Entities and properties that only the mapping has are known, too: somebody
  /// removed them from the schema.
  package init(_ schema: Schema, _ mapping: DatabaseMapping) {
    (self.schema, self.mapping) = (schema, mapping)
    for (name, place) in mapping.entities.sorted(by: { $0.key < $1.key }) {
      entities[place.table] = name
      for (attribute, column) in place.attributes.sorted(by: { $0.key < $1.key }) {
        // A property of the schema comes before one that it no longer has.
        if attributes[name]?[column.column] == nil || schema.entity(named: name)?.property(named: attribute) != nil {
          attributes[name, default: [:]][column.column] = attribute
        }
      }
    }
  }

  /// The names of types that are in use, in lower case.
  var types: Set<String> {
    Set((schema.entities.map(\.name) + schema.enumerations.map(\.name) + mapping.entities.keys).map { $0.lowercased() })
  }

  /// The names of properties that are in use, in lower case, by entity.
  var properties: [String: Set<String>] {
    var result: [String: Set<String>] = [:]
    for entity in schema.entities { result[entity.name] = Set(schema.allProperties(of: entity.name).map { $0.name.lowercased() }) }
    for (name, place) in mapping.entities {
      result[name, default: []].formUnion((Array(place.attributes.keys) + Array(place.relationships.keys)).map { $0.lowercased() })
    }
    return result
  }

  /// The name of the relationship at a place.
  func relationship(_ place: RelationshipMapping, of entity: String, to destination: String) -> String? {
    mapping.entities[entity]?.relationships.sorted { $0.key < $1.key }.first { name, known in
      guard known.isSamePlace(as: place) else { return false }
      // Tables of several names may have the same columns.
      guard let declared = schema.allRelationships(of: entity).first(where: { $0.name == name }) else { return true }
      return declared.destination == destination
    }?.key
  }

  /// The enum of an attribute.
  func enumeration(of entity: String, _ attribute: String) -> Enumeration? {
    guard let type = schema.allAttributes(of: entity).first(where: { $0.name == attribute })?.type.enumerationName else { return nil }
    return schema.enumerations.first { $0.name == type }
  }

  /// The enum with exactly some values.
  func enumeration(of values: [String]) -> Enumeration? {
    schema.enumerations.first { $0.cases.map(\.rawValue) == values.map { .string($0) } }
  }
}

extension RelationshipMapping {
  /// Whether both are the same columns; how these are ordered, and the columns that they refer to, does not count.
  fileprivate func isSamePlace(as other: RelationshipMapping) -> Bool {
    switch (self, other) {
    case (.foreignKey(let one), .foreignKey(let two)), (.inverse(let one), .inverse(let two)): one.columns == two.columns
    case (.joinTable(let one), .joinTable(let two)): one.table == two.table && one.owner == two.owner
    default: false
    }
  }
}
