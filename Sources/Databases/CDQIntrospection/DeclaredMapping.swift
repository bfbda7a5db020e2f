package import CDQIR
package import CDQSQL

extension ImportedDatabase {
  /// The mapping of a schema that was written for the database: each entity belongs to the table that `@@table("…")`
  /// names or else has its name, each attribute to the column of `@column("…")` or of its name. The mapping omits what
  /// the database does not have.
  package func mapping(for declared: Schema) -> DatabaseMapping {
    let reader = DeclaredMapping(declared: declared, imported: self)
    var result = DatabaseMapping()
    for entity in declared.entities { result.entities[entity.name] = reader.entity(entity) }
    for entity in declared.entities {
      for relationship in declared.allRelationships(of: entity.name) {
        guard let place = reader.inverse(relationship, result) ?? reader.imported(relationship, of: entity) else { continue }
        if result.entities[entity.name]?.relationships[relationship.name] == nil {
          result.entities[entity.name]?.relationships[relationship.name] = place
        }
      }
    }
    return result
  }
}

/// Finds the tables and columns of an imported database that a schema means.
private struct DeclaredMapping {
  let declared: Schema
  let imported: ImportedDatabase

  /// The imported entity for the table of an entity: the table that the database means by the name, the one of a schema for
  /// `schema.table`, or else the only one of that name. Of several that the search path does not reach, none is meant.
  private func counterpart(_ entity: Entity) -> Entity? {
    let wished = entity.tableName ?? entity.name
    func find(_ isMeant: (TableName) -> Bool) -> [(entity: Entity, isVisible: Bool)] {
      imported.schema.entities.compactMap { found in
        guard let name = imported.mapping.entities[found.name]?.table, isMeant(name) else { return nil }
        return (found, imported.catalog.table(name)?.isVisible ?? true)
      }
    }
    let named = find { $0.name == wished }
    if let visible = named.first(where: \.isVisible) { return visible.entity }
    if let qualified = find({ name in name.schema.map { "\($0).\(name.name)" } == wished }).first { return qualified.entity }
    if !named.isEmpty { return named.count == 1 ? named[0].entity : nil }
    if let same = imported.schema.entity(named: wished) { return same }
    let similar = find { $0.name.lowercased() == wished.lowercased() }
    return similar.first(where: \.isVisible)?.entity ?? (similar.count == 1 ? similar[0].entity : nil)
  }

  /// The mapping of an entity with its attributes and the relationships that its own table holds.
  func entity(_ entity: Entity) -> EntityMapping? {
    guard let found = counterpart(entity), let place = imported.mapping.entities[found.name] else { return nil }
    var result = EntityMapping(table: place.table, key: place.key, order: place.order)
    for attribute in declared.allAttributes(of: entity.name) {
      result.attributes[attribute.name] = column(attribute, found, place)
    }
    for relationship in declared.allRelationships(of: entity.name) where !relationship.isToMany {
      guard let column = relationship.columnName else { continue }
      let known = place.relationships.values.lazy.compactMap { place -> RelationshipMapping.ForeignKey? in
        if case .foreignKey(let key) = place, key.columns == [column] { key } else { nil }
      }.first
      result.relationships[relationship.name] = .foreignKey(known ?? .init([column]))
    }
    return result
  }

  private func column(_ attribute: Attribute, _ found: Entity, _ place: EntityMapping) -> ColumnMapping? {
    let name: String?
    if let wished = attribute.columnName {
      name = place.attributes.first { $0.value.column == wished }?.key
    } else {
      name =
        place.attributes[attribute.name] == nil
        ? place.attributes.first { $0.value.column.lowercased() == attribute.name.lowercased() }?.key : attribute.name
    }
    guard let name, var column = place.attributes[name], case .attribute(let known)? = found.property(named: name) else {
      return unimported(attribute, place)
    }
    let type = declared.rawType(of: attribute.type)
    if type != .string { (column.isNormalized, column.collation) = (nil, nil) }
    if let found = imported.catalog.table(place.table)?.column(column.column), let family = found.family {
      column.encoding = found.encoding(of: type, isOptional: attribute.isOptional, family)
      column.isOrdered = found.isOrdered(column.encoding, isOptional: attribute.isOptional)
    } else if type != imported.schema.rawType(of: known.type) {
      column.encoding = encoding(of: type, in: known.type) ?? column.encoding
    }
    return column
  }

  /// The column of an attribute that an import omits, since its values have no type in common; nil where the table has none.
  private func unimported(_ attribute: Attribute, _ place: EntityMapping) -> ColumnMapping? {
    let wished = attribute.columnName ?? attribute.name
    guard let table = imported.catalog.table(place.table),
      let column = table.column(wished) ?? table.columns.first(where: { $0.name.lowercased() == wished.lowercased() }),
      let family = column.family
    else { return nil }
    let type = declared.rawType(of: attribute.type)
    return column.place(column.encoding(of: type, isOptional: attribute.isOptional, family), isOptional: attribute.isOptional)
  }

  /// The form of the values of a type in a column that would be imported with another type; nil for the usual form.
  private func encoding(of type: ValueType, in column: ValueType) -> ColumnEncoding? {
    switch (type, column) {
    case (.date, .string): .dateText
    case (.date, .int16), (.date, .int32), (.date, .int64), (.date, .float), (.date, .double): .secondsSince1970
    case (.uuid, .string): .uuidText
    case (.uuid, .data): .uuidBytes
    case (.decimal, .int16), (.decimal, .int32), (.decimal, .int64), (.decimal, .float), (.decimal, .double): .number
    default: nil
    }
  }

  /// The place of a relationship whose inverse is a foreign key.
  func inverse(_ relationship: Relationship, _ mapping: DatabaseMapping) -> RelationshipMapping? {
    guard let name = relationship.inverse,
      case .foreignKey(let key)? = mapping.entities[relationship.destination]?.relationships[name]
    else { return nil }
    return .inverse(key)
  }

  /// The place of the imported relationship that has the same name, or else is the only one between the two tables.
  func imported(_ relationship: Relationship, of entity: Entity) -> RelationshipMapping? {
    guard let owner = counterpart(entity), let target = declared.entity(named: relationship.destination).flatMap(counterpart),
      let places = imported.mapping.entities[owner.name]?.relationships
    else { return nil }
    let candidates = imported.schema.allRelationships(of: owner.name).filter {
      $0.destination == target.name && $0.isToMany == relationship.isToMany
    }
    let found = candidates.first { $0.name == relationship.name } ?? (candidates.count == 1 ? candidates[0] : nil)
    return found.flatMap { places[$0.name] }
  }
}
