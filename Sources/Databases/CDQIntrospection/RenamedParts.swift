import CDQIR
import CDQSQL

/// Finds the parts of a schema that somebody gave another name without changing the mapping, which still has the old one.
/// A part is only recognized where nothing else can be meant.
struct RenamedParts {
  let schema: Schema
  let catalog: DatabaseCatalog
  private(set) var mapping: DatabaseMapping
  /// The new names with the old ones, for the user.
  private(set) var found: [String] = []

  /// - Parameter mapping: What is known of the schema's tables and columns.
  init(_ schema: Schema, _ mapping: DatabaseMapping, _ catalog: DatabaseCatalog) {
    (self.schema, self.mapping, self.catalog) = (schema, mapping, catalog)
    findEntities()
    for entity in schema.entities {
      findAttributes(of: entity)
      findRelationships(of: entity)
    }
  }

  /// An entity without a table has the one of an unknown entity that has more than half of its properties.
  private mutating func findEntities() {
    for entity in schema.entities where !entity.isAbstract && mapping.entities[entity.name] == nil {
      let names = Set(entity.properties.map(\.name))
      let candidates = mapping.entities.filter { name, place in
        let known = names.count { place.attributes[$0] != nil || place.relationships[$0] != nil }
        return schema.entity(named: name) == nil && known * 2 > names.count
      }
      guard candidates.count == 1, let (name, place) = candidates.first else { continue }
      mapping.entities[name] = nil
      mapping.entities[entity.name] = place
      found.append("\(entity.name) (was \(name))")
    }
  }

  /// An attribute without a column has the one between the columns of its neighbours, if that belongs to an unknown one.
  private mutating func findAttributes(of entity: Entity) {
    guard let place = mapping.entities[entity.name], let columns = catalog.table(place.table)?.columns.map(\.name) else { return }
    let names = entity.properties.compactMap { if case .attribute(let attribute) = $0 { attribute.name } else { nil } }
    let unknown = place.attributes.filter { schema.entity(named: entity.name)?.property(named: $0.key) == nil }
    func number(_ name: String) -> Int? { place.attributes[name].flatMap { columns.firstIndex(of: $0.column) } }
    for (index, name) in names.enumerated() where place.attributes[name] == nil {
      let before = index == 0 ? -1 : number(names[index - 1])
      let after = index + 1 == names.count ? columns.count : number(names[index + 1])
      guard let before, let after, before < after else { continue }
      let between = unknown.filter { number($0.key).map { before < $0 && $0 < after } ?? false }
      guard between.count == 1, let (old, column) = between.first else { continue }
      mapping.entities[entity.name]?.attributes[old] = nil
      mapping.entities[entity.name]?.attributes[name] = column
      found.append("\(entity.name).\(name) (was \(old))")
    }
  }

  /// A relationship without a place has that of the only unknown one of its kind.
  private mutating func findRelationships(of entity: Entity) {
    guard let place = mapping.entities[entity.name] else { return }
    for isToMany in [false, true] {
      let missing = entity.properties.compactMap { property -> String? in
        if case .relationship(let own) = property, own.isToMany == isToMany, place.relationships[own.name] == nil { own.name } else { nil }
      }
      let unknown = place.relationships.filter { name, place in
        guard entity.property(named: name) == nil else { return false }
        if case .foreignKey = place { return !isToMany } else { return isToMany }
      }
      guard missing.count == 1, unknown.count == 1, let (old, relationship) = unknown.first else { continue }
      mapping.entities[entity.name]?.relationships[old] = nil
      mapping.entities[entity.name]?.relationships[missing[0]] = relationship
      found.append("\(entity.name).\(missing[0]) (was \(old))")
    }
  }
}
