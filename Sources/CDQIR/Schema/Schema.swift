/// The entities and enums that queries are checked against: plain, validated data without source positions.
///
/// Invariant: made by `CDQSchema`, which reports every inconsistency first; names are unique, parents and destinations
/// exist, and inheritance has no cycle.
public struct Schema: Hashable, Sendable {
  /// Entities in declaration order.
  public let entities: [Entity]
  /// Enums in declaration order.
  public let enumerations: [Enumeration]
  private let entityIndex: [String: Int]
  private let enumerationIndex: [String: Int]
  /// Places of the own properties of each entity by name: every step of every query looks one up.
  private let propertyIndexes: [[String: Int]]

  /// A schema of the given parts. Of two parts with one name the first is found.
  public init(entities: [Entity], enumerations: [Enumeration] = []) {
    self.entities = entities
    self.enumerations = enumerations
    entityIndex = Dictionary(entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    propertyIndexes = entities.map { entity in
      Dictionary(entity.properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
    enumerationIndex = Dictionary(
      enumerations.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The entity of that name.
  public func entity(named name: String) -> Entity? {
    entityIndex[name].map { entities[$0] }
  }

  /// The enum of that name.
  public func enumeration(named name: String) -> Enumeration? {
    enumerationIndex[name].map { enumerations[$0] }
  }

  /// The entity and its ancestors, nearest first. A cycle, which validation refuses, ends the list.
  public func lineage(of name: String) -> [Entity] {
    var result: [Entity] = []
    var seen: Set<String> = []
    var next: String? = name
    while let current = next, seen.insert(current).inserted, let entity = entity(named: current) {
      result.append(entity)
      next = entity.parent
    }
    return result
  }

  /// The topmost ancestor of an entity: what `ObjectKey.root` holds.
  public func root(of name: String) -> String {
    lineage(of: name).last?.name ?? name
  }

  /// True when `name` is `ancestor` or inherits from it.
  public func isEntity(_ name: String, kindOf ancestor: String) -> Bool {
    lineage(of: name).contains { $0.name == ancestor }
  }

  /// The property of that name, own or inherited; a nearer one hides a farther one.
  public func property(named property: String, of entity: String) -> Property? {
    var owner = entityIndex[entity]
    // No line is longer than this, even where it is a cycle.
    for _ in entities.indices {
      guard let index = owner else { return nil }
      if let place = propertyIndexes[index][property] { return entities[index].properties[place] }
      owner = entities[index].parent.flatMap { entityIndex[$0] }
    }
    return nil
  }

  /// All properties, those of the topmost ancestor first, each entity's in declaration order.
  public func allProperties(of entity: String) -> [Property] {
    lineage(of: entity).reversed().flatMap(\.properties)
  }

  /// All attributes, own and inherited, in the order of `allProperties`.
  public func allAttributes(of entity: String) -> [Attribute] {
    allProperties(of: entity).compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
  }

  /// All relationships, own and inherited, in the order of `allProperties`.
  public func allRelationships(of entity: String) -> [Relationship] {
    allProperties(of: entity).compactMap { if case .relationship(let relation) = $0 { relation } else { nil } }
  }

  /// The attributes that identify an object: the first single `@unique` attribute, own or inherited, else the first
  /// compound constraint; empty when the entity has neither.
  public func identity(of entity: String) -> [Attribute] {
    let line = lineage(of: entity)
    let attributes = allAttributes(of: entity)
    let constraints = line.reversed().flatMap(\.uniquenessConstraints)
    guard let constraint = constraints.first(where: { $0.count == 1 }) ?? constraints.first else { return [] }
    return constraint.compactMap { name in attributes.last { $0.name == name } }
  }

  /// Entities that inherit from `name`, directly or not, in declaration order; without `name` itself.
  public func descendants(of name: String) -> [Entity] {
    entities.filter { $0.name != name && isEntity($0.name, kindOf: name) }
  }
}

extension Schema: Codable {
  private enum Key: String, CodingKey {
    case entities, enumerations
  }

  /// Reads the entities and enums.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      entities: try container.decode([Entity].self, forKey: .entities),
      enumerations: try container.decode([Enumeration].self, forKey: .enumerations))
  }

  /// Writes the entities and enums.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(entities, forKey: .entities)
    try container.encode(enumerations, forKey: .enumerations)
  }
}
