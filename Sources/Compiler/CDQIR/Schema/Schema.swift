/// A schema: the entities and enums that queries are checked against, as plain, validated data without source
/// positions.
///
/// Invariant: `CDQSchema` makes it and reports every inconsistency first; names are unique, parents and destinations
/// exist, and inheritance has no cycle.
public struct Schema: Sendable {
  /// Storage shared by all copies, so that passing a schema on costs one reference count.
  private let parts: SchemaParts

  /// The entities in declaration order.
  public var entities: [Entity] { parts.entities }
  /// The enums in declaration order.
  public var enumerations: [Enumeration] { parts.enumerations }

  /// A schema of the given parts. Lookup by name finds the first of two parts with the same name.
  public init(entities: [Entity], enumerations: [Enumeration] = []) {
    parts = SchemaParts(entities, enumerations)
  }

  /// Whether both values are copies of one schema. Equal schemas that were made separately are not.
  package func isCopy(of other: Schema) -> Bool {
    parts === other.parts
  }

  /// The entity of that name; nil when there is none.
  public func entity(named name: String) -> Entity? {
    parts.entityIndex[name].map { parts.entities[$0] }
  }

  /// Whether there is an entity of that name.
  package func hasEntity(named name: String) -> Bool {
    parts.entityIndex[name] != nil
  }

  /// The enum of that name; nil when there is none.
  public func enumeration(named name: String) -> Enumeration? {
    parts.enumerationIndex[name].map { parts.enumerations[$0] }
  }

  /// The type of the values that a store has: the raw type of an enum, the type itself otherwise.
  package func rawType(of type: ValueType) -> ValueType {
    if let name = type.enumerationName { enumeration(named: name)?.rawType ?? .string } else { type }
  }

  /// The entity and its ancestors, nearest first; empty for an unknown name. A cycle, which validation refuses, ends
  /// the list.
  public func lineage(of name: String) -> [Entity] {
    parts.line(of: name).map { parts.entities[$0] }
  }

  /// The name of the topmost ancestor of an entity, which `ObjectKey.root` holds; the name itself for a root and for an
  /// unknown name.
  public func root(of name: String) -> String {
    parts.line(of: name).last.map { parts.entities[$0].name } ?? name
  }

  /// Whether `name` is `ancestor` or inherits from it.
  public func isEntity(_ name: String, kindOf ancestor: String) -> Bool {
    guard let index = parts.entityIndex[ancestor] else { return false }
    return parts.line(of: name).contains(index)
  }

  /// The property of that name, own or inherited; nil when there is none. The property of a nearer entity hides that of
  /// a farther ancestor.
  public func property(named property: String, of entity: String) -> Property? {
    parts.property(named: property, of: entity)
  }

  /// All properties, own and inherited: those of the topmost ancestor first, those of each entity in declaration order.
  public func allProperties(of entity: String) -> [Property] {
    parts.line(of: entity).reversed().flatMap { parts.entities[$0].properties }
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
    // Most entities have none, which is answered without looking at all others.
    if !parts.hasChildren(name) { return [] }
    return entities.filter { $0.name != name && isEntity($0.name, kindOf: name) }
  }
}

extension Schema: Hashable {
  /// Whether both have the same entities and enums in the same order.
  public static func == (left: Schema, right: Schema) -> Bool {
    left.isCopy(of: right) || (left.entities == right.entities && left.enumerations == right.enumerations)
  }
}
