package import CDQIR
package import CDQSQL

/// What an import adds to a schema and a mapping that an earlier one wrote and somebody may have changed since. Names and
/// types that exist are kept. What somebody removed from the schema, but not from the mapping, is not added again.
package struct ImportUpdate: Sendable {
  /// The entities and enums that are new.
  package private(set) var entities: [Entity] = []
  package private(set) var enumerations: [Enumeration] = []
  /// The properties that are new in entities that exist.
  package private(set) var properties: [(entity: String, added: [Property])] = []
  /// The indexes that are new in entities that exist.
  package private(set) var indexes: [(entity: String, added: [Entity.Index])] = []
  /// The mapping with what is new.
  package private(set) var mapping: DatabaseMapping
  /// Names that only the schema had, with those of the mapping, for the user.
  package let renamed: [String]
  /// What the schema has and the database no longer has, for the user.
  package private(set) var gone: [String] = []
  /// What the mapping said of columns that hold other values by now, for the user.
  package private(set) var outdated: [String] = []

  package var isEmpty: Bool { entities.isEmpty && properties.isEmpty && enumerations.isEmpty && indexes.isEmpty }

  /// Compares the tables of a database with a schema and its mapping.
  package init(
    _ schema: Schema, _ existing: DatabaseMapping, _ catalog: DatabaseCatalog, names: ImportNames, keepsForeignKeys: Bool
  ) {
    let parts = RenamedParts(schema, ImportUpdate.completed(existing, schema, ImportedDatabase(catalog).mapping(for: schema)), catalog)
    (mapping, renamed) = (parts.mapping, parts.found)
    let known = mapping
    let fresh = ImportedDatabase(catalog, names: names, keepsForeignKeys: keepsForeignKeys, known: KnownNames(schema, known))
    func isRemoved(_ entity: String) -> Bool { schema.entity(named: entity) == nil && known.entities[entity] != nil }
    /// Whether a property exists already, or somebody removed it.
    func isKnown(_ property: Property, of entity: String) -> Bool {
      if schema.entity(named: entity) != nil, schema.allProperties(of: entity).contains(where: { $0.name == property.name }) { return true }
      let place = known.entities[entity]
      return place?.attributes[property.name] != nil || place?.relationships[property.name] != nil
    }
    func isNew(_ property: Property, of entity: String) -> Bool {
      guard !isKnown(property, of: entity) else { return false }
      if case .attribute = property, !keepsForeignKeys, let column = fresh.mapping.entities[entity]?.attributes[property.name]?.column,
        known.entities[entity]?.relationships.values.contains(where: { $0.isForeignKey(of: column) }) ?? false
      {
        return false
      }
      guard case .relationship(let relationship) = property, let inverse = relationship.inverse,
        let back = fresh.schema.entity(named: relationship.destination)?.property(named: inverse)
      else { return true }
      // Both sides or none.
      return !isRemoved(relationship.destination) && !isKnown(back, of: relationship.destination)
    }
    for entity in fresh.schema.entities where !isRemoved(entity.name) {
      let added = entity.properties.filter { isNew($0, of: entity.name) }
      if schema.entity(named: entity.name) == nil {
        var entity = entity
        entity.properties = added
        entities.append(entity)
        mapping.entities[entity.name] = fresh.mapping.entities[entity.name]
        mapping.entities[entity.name]?.relationships = [:]
      } else if !added.isEmpty {
        properties.append((entity.name, added))
      }
      for property in added {
        let place = fresh.mapping.entities[entity.name]
        mapping.entities[entity.name]?.attributes[property.name] = place?.attributes[property.name]
        mapping.entities[entity.name]?.relationships[property.name] = place?.relationships[property.name]
      }
    }
    let used = Set((entities.flatMap(\.properties) + properties.flatMap(\.added)).compactMap { $0.type.base.enumerationName })
    enumerations = fresh.schema.enumerations.filter { used.contains($0.name) && schema.enumeration(named: $0.name) == nil }
    for entity in fresh.schema.entities {
      let declared = schema.lineage(of: entity.name)
      let added = entity.indexes.filter { index in
        let names = index.keys.map(\.attribute)
        return !declared.contains { $0.indexes.contains { $0.keys == index.keys } || $0.uniquenessConstraints.contains(names) }
          && names.allSatisfy { schema.property(named: $0, of: entity.name) != nil }
      }
      if !declared.isEmpty, !added.isEmpty { indexes.append((entity.name, added)) }
    }
    findGone(schema, catalog)
    measure(catalog)
  }

  /// A mapping with the places that a schema names itself, by `@@table` and `@column`, and without those of names that
  /// only the mapping has for a column whose attribute has another name by now.
  private static func completed(_ existing: DatabaseMapping, _ schema: Schema, _ declared: DatabaseMapping) -> DatabaseMapping {
    var result = existing
    for entity in schema.entities {
      guard let own = declared.entities[entity.name] else { continue }
      guard var place = result.entities[entity.name] else {
        // The entity has a new name: the table has one entity.
        for (name, other) in existing.entities where other.table == own.table && schema.entity(named: name) == nil {
          result.entities[name] = nil
        }
        result.entities[entity.name] = own
        continue
      }
      for (attribute, column) in own.attributes where place.attributes[attribute] == nil { place.attributes[attribute] = column }
      for (name, key) in own.relationships where place.relationships[name] == nil { place.relationships[name] = key }
      let names = Set(schema.allProperties(of: entity.name).map(\.name))
      for (attribute, column) in place.attributes where !names.contains(attribute) {
        if place.attributes.contains(where: { names.contains($0.key) && $0.value.column == column.column }) { place.attributes[attribute] = nil }
      }
      for (name, key) in place.relationships where !names.contains(name) {
        if place.relationships.contains(where: { names.contains($0.key) && $0.value == key }) { place.relationships[name] = nil }
      }
      result.entities[entity.name] = place
    }
    return result
  }

  private mutating func findGone(_ schema: Schema, _ catalog: DatabaseCatalog) {
    for entity in schema.entities {
      guard let place = mapping.entities[entity.name] else {
        if !entity.isAbstract { gone.append("a table for \(entity.name)") }
        continue
      }
      guard let table = catalog.table(place.table) else {
        gone.append("the table \(place.table.name) of \(entity.name)")
        continue
      }
      for property in entity.properties {
        let name = "\(entity.name).\(property.name)"
        switch property {
        case .attribute(let attribute):
          guard !attribute.isTransient else { continue }
          guard let column = place.attributes[attribute.name]?.column else {
            gone.append("a column for \(name)")
            continue
          }
          if table.column(column) == nil { gone.append("the column \(table.name.name).\(column) of \(name)") }
        case .relationship(let relationship):
          guard case .foreignKey(let key)? = place.relationships[relationship.name] else { continue }
          for column in key.columns where table.column(column) == nil { gone.append("the column \(table.name.name).\(column) of \(name)") }
        }
      }
    }
  }

  /// Removes what the mapping says of columns that hold other values by now, on which conditions would rely.
  private mutating func measure(_ catalog: DatabaseCatalog) {
    for (name, place) in mapping.entities.sorted(by: { $0.key < $1.key }) {
      for (attribute, column) in place.attributes.sorted(by: { $0.key < $1.key }) where column.folds == nil {
        guard let found = catalog.table(place.table)?.column(column.column) else { continue }
        if column.isNormalized == true, found.isNormalized == false {
          mapping.entities[name]?.attributes[attribute]?.isNormalized = nil
          outdated.append("\(name).\(attribute) (texts in NFC)")
        }
        if column.collation != nil, found.collation != column.collation {
          mapping.entities[name]?.attributes[attribute]?.collation = nil
          outdated.append("\(name).\(attribute) (the collation)")
        }
        if column.isOrdered == true, let encoding = column.encoding, !found.orderedEncodings.contains(encoding) {
          mapping.entities[name]?.attributes[attribute]?.isOrdered = nil
          outdated.append("\(name).\(attribute) (\(encoding == .number ? "numbers in order" : "dates of one form"))")
        }
      }
    }
  }
}

extension RelationshipMapping {
  fileprivate func isForeignKey(of column: String) -> Bool {
    if case .foreignKey(let key) = self { key.columns.contains(column) } else { false }
  }
}
