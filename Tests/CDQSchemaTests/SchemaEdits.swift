import CDQIR
import CDQRandom

/// Random changes of a schema, and the report that the comparison with the unchanged schema must give.
struct SchemaEdits {
  private(set) var expected: Set<String> = []
  private var entities: [Entity]
  private let enumerations: [Enumeration]
  private var random: SplitMix

  init(_ schema: Schema, seed: UInt64) {
    entities = schema.entities
    enumerations = schema.enumerations
    random = SplitMix(seed: seed)
  }

  var schema: Schema { Schema(entities: entities, enumerations: enumerations) }

  mutating func edit() {
    // Renames entities first, because the report uses their new names in lines about properties.
    for index in entities.indices where random.chance(25) { rename(index) }
    for index in entities.indices { editProperties(of: index) }
    for number in 0..<random.below(3) {
      entities.insert(Entity(name: "New\(number)"), at: random.below(entities.count + 1))
      expected.insert("entity New\(number): added")
    }
  }

  private mutating func rename(_ index: Int) {
    let old = entities[index].name
    let new = old + "Renamed"
    entities[index].name = new
    entities[index].renamedFrom = old
    expected.insert("entity \(new): renamed from '\(old)'")
    for other in entities.indices {
      if entities[other].parent == old { entities[other].parent = new }
      entities[other].properties = entities[other].properties.map { property in
        guard case .relationship(var relationship) = property, relationship.destination == old else { return property }
        relationship.destination = new
        return .relationship(relationship)
      }
    }
  }

  private mutating func editProperties(of index: Int) {
    var properties: [Property] = []
    for property in entities[index].properties {
      switch property {
      case .attribute(let attribute):
        if let edited = edited(attribute, in: index) { properties.append(.attribute(edited)) }
      case .relationship(let relationship): properties.append(.relationship(edited(relationship, in: index)))
      }
    }
    for number in 0..<random.below(2) {
      properties.insert(
        .attribute(Attribute(name: "added\(number)", type: .int64)), at: random.below(properties.count + 1))
      expected.insert("property \(entities[index].name).added\(number): added, Int64")
    }
    entities[index].properties = properties
  }

  /// nil when the attribute is removed.
  private mutating func edited(_ attribute: Attribute, in index: Int) -> Attribute? {
    var result = attribute
    let path = "property \(entities[index].name).\(attribute.name)"
    switch random.below(12) {
    case 0 where !isKey(attribute.name, of: entities[index]):
      expected.insert("\(path): removed, was \(attribute.optionalType)")
      return nil
    case 1:
      result.name += "Renamed"
      result.renamedFrom = attribute.name
      replaceKey(attribute.name, with: result.name, of: index)
      expected.insert("\(path)Renamed: renamed from '\(attribute.name)'")
    case 2:
      result.isOptional.toggle()
      expected.insert("\(path): optional changed: \(attribute.isOptional ? "yes -> no" : "no -> yes")")
    case 3:
      result.type = attribute.type == .string ? .uuid : .string
      expected.insert("\(path): type changed: \(attribute.type) -> \(result.type)")
    case 4:
      result.isTransient.toggle()
      expected.insert("\(path): transient changed: \(attribute.isTransient ? "yes -> no" : "no -> yes")")
    case 5:
      result.documentation = "Other words"
    default: break
    }
    return result
  }

  private mutating func edited(_ relationship: Relationship, in index: Int) -> Relationship {
    var result = relationship
    let path = "property \(entities[index].name).\(relationship.name)"
    switch random.below(6) {
    case 0:
      result.deleteRule = relationship.deleteRule == .deny ? .cascade : .deny
      expected.insert("\(path): delete rule changed: \(relationship.deleteRule.rawValue) -> \(result.deleteRule.rawValue)")
    case 1:
      result.jsonKey = "other"
      expected.insert("\(path): json key \(relationship.jsonKey.map { "changed: \($0) -> other" } ?? "added: other")")
    default: break
    }
    return result
  }

  private func isKey(_ name: String, of entity: Entity) -> Bool {
    entity.uniquenessConstraints.contains { $0.contains(name) }
      || entity.indexes.contains { $0.keys.contains { $0.attribute == name } }
  }

  private mutating func replaceKey(_ old: String, with new: String, of index: Int) {
    entities[index].uniquenessConstraints = entities[index].uniquenessConstraints.map { $0.map { $0 == old ? new : $0 } }
    for number in entities[index].indexes.indices {
      for key in entities[index].indexes[number].keys.indices
      where entities[index].indexes[number].keys[key].attribute == old {
        entities[index].indexes[number].keys[key].attribute = new
      }
    }
  }
}
