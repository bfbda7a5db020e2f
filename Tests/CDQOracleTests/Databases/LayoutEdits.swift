import CDQIR
import CDQRandom
import Foundation

/// Random changes of a schema whose data can mostly be kept.
struct LayoutEdits {
  private(set) var entities: [Entity]
  private let enumerations: [Enumeration]
  private var random: SplitMix
  private(set) var log: [String] = []

  init(_ schema: Schema, seed: UInt64) {
    (entities, enumerations) = (schema.entities, schema.enumerations)
    random = SplitMix(seed: seed)
  }

  var schema: Schema { Schema(entities: entities, enumerations: enumerations) }

  mutating func edit() {
    for index in entities.indices where random.chance(25) { renameEntity(index) }
    for index in entities.indices {
      for _ in 0..<random.below(4) { editProperty(of: index) }
      if random.chance(20) { swapNames(of: index) }
      if random.chance(30) { addAttribute(to: index) }
      if random.chance(15) { addRelationship(to: index) }
      if random.chance(15), let name = attribute(of: index)?.name {
        entities[index].indexes.append(Entity.Index(keys: [.init(name)]))
        log.append("index \(entities[index].name).\(name)")
      }
    }
    if random.chance(20) { removeEntity() }
    if random.chance(20) { entities.append(Entity(name: "Added", properties: [.attribute(Attribute(name: "v", type: .string))])) }
  }

  private mutating func attribute(of index: Int) -> Attribute? {
    let found = entities[index].properties.compactMap { property -> Attribute? in
      if case .attribute(let attribute) = property, attribute.name != "id", attribute.type != .opaque { attribute } else { nil }
    }
    return found.isEmpty ? nil : random.pick(found)
  }

  private mutating func renameEntity(_ index: Int) {
    let old = entities[index].name
    let new = "R\(old)"
    guard !entities.contains(where: { $0.name == new }) else { return }
    log.append("entity \(old) -> \(new)")
    entities[index].name = new
    entities[index].renamedFrom = old
    for other in entities.indices {
      if entities[other].parent == old { entities[other].parent = new }
      changeRelationships(of: other) { if $0.destination == old { $0.destination = new } }
    }
  }

  private mutating func changeRelationships(of index: Int, _ body: (inout Relationship) -> Void) {
    for place in entities[index].properties.indices {
      guard case .relationship(var relationship) = entities[index].properties[place] else { continue }
      body(&relationship)
      entities[index].properties[place] = .relationship(relationship)
    }
  }

  private mutating func editProperty(of index: Int) {
    guard !entities[index].properties.isEmpty else { return }
    let place = random.below(entities[index].properties.count)
    let property = entities[index].properties[place]
    if property.name == "id" { return }
    let owner = entities[index].name
    switch random.below(6) {
    case 0, 1: rename(property, place, of: index)
    case 2: remove(property, place, of: index)
    default:
      switch property {
      case .attribute(var attribute):
        switch attribute.type {
        case .int16: attribute.type = random.pick([.int32, .int64, .double, .decimal])
        case .int32: attribute.type = random.pick([.int64, .double, .decimal])
        case .float: attribute.type = .double
        case .string where attribute.isOptional:
          (attribute.isOptional, attribute.defaultValue) = (false, .string("it's \\ \"É\"\n?1 $1"))
        default: attribute.isOptional = true
        }
        log.append("\(owner).\(attribute.name): \(attribute.type) \(attribute.isOptional)")
        entities[index].properties[place] = .attribute(attribute)
      case .relationship(var relationship):
        guard !relationship.isToMany, relationship.inverse == nil else { return }
        relationship.isToMany = true
        log.append("\(owner).\(relationship.name) to many")
        entities[index].properties[place] = .relationship(relationship)
      }
    }
  }

  private mutating func rename(_ property: Property, _ place: Int, of index: Int) {
    let (old, new) = (property.name, "\(property.name)_n")
    let owner = entities[index].name
    guard schema.allProperties(of: owner).allSatisfy({ $0.name != new }) else { return }
    log.append("\(owner).\(old) -> \(new)")
    switch property {
    case .attribute(var attribute):
      (attribute.name, attribute.renamedFrom) = (new, old)
      entities[index].properties[place] = .attribute(attribute)
      renameInLists(old, new, below: owner)
    case .relationship(var relationship):
      (relationship.name, relationship.renamedFrom) = (new, old)
      if relationship.inverse == old, relationship.destination == owner { relationship.inverse = new }
      entities[index].properties[place] = .relationship(relationship)
      for other in entities.indices {
        let schema = schema
        changeRelationships(of: other) { found in
          if found.inverse == old, schema.isEntity(found.destination, kindOf: owner) || schema.isEntity(owner, kindOf: found.destination) {
            found.inverse = new
          }
        }
      }
    }
  }

  private mutating func renameInLists(_ old: String, _ new: String?, below owner: String) {
    let schema = schema
    for other in entities.indices where schema.isEntity(entities[other].name, kindOf: owner) {
      func changed(_ names: [String]) -> [String]? {
        if new == nil, names.contains(old) { return nil }
        return names.map { $0 == old ? new ?? $0 : $0 }
      }
      entities[other].uniquenessConstraints = entities[other].uniquenessConstraints.compactMap(changed)
      entities[other].indexes = entities[other].indexes.compactMap { index in
        var index = index
        guard let names = changed(index.keys.map(\.attribute)) else { return nil }
        for (place, name) in names.enumerated() { index.keys[place].attribute = name }
        return index
      }
    }
  }

  private mutating func remove(_ property: Property, _ place: Int, of index: Int) {
    let owner = entities[index].name
    log.append("\(owner).\(property.name) removed")
    entities[index].properties.remove(at: place)
    switch property {
    case .attribute: renameInLists(property.name, nil, below: owner)
    case .relationship(let relationship):
      guard relationship.inverse != nil else { return }
      for other in entities.indices {
        let schema = schema
        changeRelationships(of: other) { found in
          if found.inverse == property.name, schema.isEntity(found.destination, kindOf: owner) { found.inverse = nil }
        }
      }
    }
  }

  /// Two attributes of one type change their names with each other.
  private mutating func swapNames(of index: Int) {
    guard let first = attribute(of: index) else { return }
    let others = entities[index].properties.compactMap { property -> Attribute? in
      if case .attribute(let other) = property, other.type == first.type, other.name != first.name, other.name != "id" { other } else { nil }
    }
    guard let second = others.first, first.renamedFrom == nil, second.renamedFrom == nil,
      !entities.contains(where: { $0.indexes.contains { $0.keys.contains { [first.name, second.name].contains($0.attribute) } } })
    else { return }
    log.append("\(entities[index].name): \(first.name) <-> \(second.name)")
    for place in entities[index].properties.indices {
      guard case .attribute(var attribute) = entities[index].properties[place] else { continue }
      if attribute.name == first.name {
        (attribute.name, attribute.renamedFrom) = (second.name, first.name)
      } else if attribute.name == second.name {
        (attribute.name, attribute.renamedFrom) = (first.name, second.name)
      }
      entities[index].properties[place] = .attribute(attribute)
    }
  }

  private mutating func addAttribute(to index: Int) {
    let name = "added\(index)"
    let attribute: Attribute =
      switch random.below(5) {
      case 0: Attribute(name: name, type: .string, isOptional: true)
      case 1: Attribute(name: name, type: .string, defaultValue: .string("Ä'"))
      case 2: Attribute(name: name, type: .bool, defaultValue: .bool(true))
      case 3: Attribute(name: name, type: .collection(element: .int64, isOrdered: true))
      default: Attribute(name: name, type: .decimal, defaultValue: .decimal(1.5))
      }
    log.append("\(entities[index].name).\(name): \(attribute.type) added")
    entities[index].properties.append(.attribute(attribute))
  }

  private mutating func addRelationship(to index: Int) {
    let destination = random.pick(entities).name
    let isToMany = random.chance(50)
    log.append("\(entities[index].name).zlink\(index) to \(destination) added")
    entities[index].properties.append(
      .relationship(Relationship(name: "zlink\(index)", destination: destination, isToMany: isToMany)))
  }

  /// Removes an entity without sub-entities, and the relationships to it.
  private mutating func removeEntity() {
    let parents = Set(entities.compactMap(\.parent))
    guard entities.count > 1, let gone = entities.map(\.name).filter({ !parents.contains($0) }).randomElement(using: &random) else { return }
    log.append("entity \(gone) removed")
    entities.removeAll { $0.name == gone }
    for index in entities.indices {
      entities[index].properties.removeAll { property in
        if case .relationship(let relationship) = property { relationship.destination == gone } else { false }
      }
    }
    // A relationship whose inverse is gone with it has none.
    let schema = schema
    for index in entities.indices {
      changeRelationships(of: index) { relationship in
        if let inverse = relationship.inverse, schema.property(named: inverse, of: relationship.destination) == nil {
          relationship.inverse = nil
        }
      }
    }
  }
}
