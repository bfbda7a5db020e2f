import CDQIR
import CDQValues

/// The storage layout that follows from a schema, computed once: the slot of each property and the uniqueness
/// constraints.
///
/// The slot of a property is its index in `Schema.allAttributes(of:)` or `allRelationships(of:)`. Inherited properties
/// come first there, so that a property has the same slot in all sub-entities. The layout is a class because stores,
/// plans and the readers of each property share it.
package final class StoreLayout: Sendable {
  package struct RelationshipLayout: Sendable {
    package var relationship: Relationship
    /// The index among the to-one or the to-many columns of a table.
    package var column: Int
    /// The index of the destination entity.
    package var destination: Int
    /// The slot of the inverse relationship in the destination entity and its sub-entities; nil when there is none.
    package var inverse: Int?
  }

  /// A uniqueness constraint, which holds across the objects of an entity and its sub-entities.
  package struct Constraint: Sendable {
    package var owner: Int
    package var attributes: [String]
    package var slots: [Int]
  }

  /// The layout of one entity: a class, because passing a struct with so many fields would take a dozen reference
  /// counts.
  package final class EntityLayout: Sendable {
    package let entity: Entity
    package let root: String
    /// The index of the root entity, which record numbers are counted under.
    package let rootIndex: Int
    package let attributes: [Attribute]
    package let relationships: [RelationshipLayout]
    package let attributeSlots: [String: Int]
    package let relationshipSlots: [String: Int]
    /// The slots of the attributes that must have a value in every object.
    package let requiredSlots: [Int]
    /// The attributes with `@range`, `@length` or `@matches` limits; usually none.
    package let limits: [(slot: Int, allowed: AttributeLimits)]
    /// The constraints of the entity and its ancestors, as indexes into `StoreLayout.constraints`.
    package let constraints: [Int]
    /// The slots of the attributes that are unique or come first in an index.
    package let indexedSlots: Set<Int>
    package let identity: EntityIdentity?
    /// The constraint that `identity` describes, as an index into `StoreLayout.constraints`.
    package let identityConstraint: Int?
    /// The indexes of the entity and its sub-entities, without abstract ones.
    package let concrete: [Int]
    /// The identities that can name an object of this entity.
    package let identities: [EntityIdentity]
    /// The constraints whose indexes find the target of a reference to this entity, as indexes into
    /// `StoreLayout.constraints`.
    package let referenceConstraints: [Int]

    package init(
      _ entity: Entity, _ schema: Schema, _ indexes: [String: Int], _ all: [Constraint],
      _ relationships: [RelationshipLayout]
    ) {
      self.entity = entity
      root = schema.root(of: entity.name)
      rootIndex = indexes[root] ?? 0
      attributes = schema.allAttributes(of: entity.name)
      self.relationships = relationships
      attributeSlots = Dictionary(
        attributes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { _, last in last })
      relationshipSlots = Dictionary(
        relationships.enumerated().map { ($1.relationship.name, $0) }, uniquingKeysWith: { _, last in last })
      requiredSlots = attributes.indices.filter { [attributes] in attributes[$0].needsValue }
      limits = attributes.enumerated().compactMap { slot, attribute in
        AttributeLimits(attribute).map { (slot, $0) }
      }
      let lineage = schema.lineage(of: entity.name)
      let names = Set(lineage.map(\.name))
      constraints = all.indices.filter { names.contains(schema.entities[all[$0].owner].name) }
      let slots = attributeSlots
      let indexed = lineage.flatMap(\.indexes).compactMap { $0.keys.first.flatMap { slots[$0.attribute] } }
      let unique = constraints.filter { all[$0].slots.count == 1 }.map { all[$0].slots[0] }
      indexedSlots = Set(indexed + unique)
      identity = schema.entityIdentity(of: entity.name)
      let constraint = { (identity: EntityIdentity) -> Int? in
        all.firstIndex {
          schema.entities[$0.owner].name == identity.owner && $0.attributes == identity.attributes.map(\.name)
        }
      }
      identityConstraint = identity.flatMap(constraint)
      concrete = ([entity] + schema.descendants(of: entity.name)).filter { !$0.isAbstract }
        .compactMap { indexes[$0.name] }
      identities = schema.identities(reachableFrom: entity.name)
      referenceConstraints = identities.compactMap(constraint)
    }

    package var toOneCount: Int { relationships.count { !$0.relationship.isToMany } }
    package var toManyCount: Int { relationships.count { $0.relationship.isToMany } }
  }

  /// The usual `chunkShift`: 4096 rows are enough to make work per chunk negligible, and few enough that a write to a
  /// shared chunk copies little.
  package static let usualChunkShift = 12

  package let schema: Schema
  /// Rows of a full column chunk, as a power of two; at least 6.
  package let chunkShift: Int
  package let entities: [EntityLayout]
  package let indexes: [String: Int]
  package let constraints: [Constraint]

  package init(schema: Schema, chunkShift: Int = usualChunkShift) {
    self.schema = schema
    self.chunkShift = max(6, chunkShift)
    let indexes = Dictionary(
      schema.entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.indexes = indexes
    let constraints = StoreLayout.constraints(of: schema, indexes)
    self.constraints = constraints
    let plain = schema.entities.map { StoreLayout.relationships(of: $0, schema, indexes) }
    entities = schema.entities.enumerated().map { index, entity in
      let relationships = plain[index].map { relation in
        var relation = relation
        relation.inverse = StoreLayout.inverse(of: relation, of: entity, plain[relation.destination], schema)
        return relation
      }
      return EntityLayout(entity, schema, indexes, constraints, relationships)
    }
  }

  /// The most recently used layouts, the latest last. Preparing a query takes a tenth of the time that laying out its
  /// schema does.
  private static let latest = Locked<[StoreLayout]>([])
  private static let mostLatest = 8

  /// The layout of a schema with the usual chunk size. Copies of a recently used schema share their layout.
  package static func shared(by schema: Schema) -> StoreLayout {
    if let known = latest.withLock({ $0.last { $0.schema.isCopy(of: schema) } }) { return known }
    let layout = StoreLayout(schema: schema)
    latest.withLock { layouts in
      if layouts.count >= mostLatest { layouts.removeFirst() }
      layouts.append(layout)
    }
    return layout
  }

  package func index(of entity: String) -> Int? {
    indexes[entity]
  }

  /// Whether an entity is `ancestor` or a concrete entity that inherits from it.
  package func isKind(_ entity: Int, of ancestor: Int) -> Bool {
    entity == ancestor || entities[ancestor].concrete.contains(entity)
  }

  private static func constraints(of schema: Schema, _ indexes: [String: Int]) -> [Constraint] {
    schema.entities.enumerated().flatMap { index, entity in
      let attributes = schema.allAttributes(of: entity.name)
      return entity.uniquenessConstraints.map { names in
        let slots = names.compactMap { name in attributes.lastIndex { $0.name == name } }
        return Constraint(owner: index, attributes: names, slots: slots)
      }
    }
  }

  private static func relationships(
    of entity: Entity, _ schema: Schema, _ indexes: [String: Int]
  ) -> [RelationshipLayout] {
    var toOne = 0
    var toMany = 0
    return schema.allRelationships(of: entity.name).map { relationship in
      if relationship.isToMany { toMany += 1 } else { toOne += 1 }
      return RelationshipLayout(
        relationship: relationship, column: (relationship.isToMany ? toMany : toOne) - 1,
        destination: indexes[relationship.destination] ?? 0, inverse: nil)
    }
  }

  /// The slot of the inverse relationship: the one that `relation` names, or the only one that names `relation`.
  private static func inverse(
    of relation: RelationshipLayout, of owner: Entity, _ destination: [RelationshipLayout], _ schema: Schema
  ) -> Int? {
    if let name = relation.relationship.inverse { return destination.lastIndex { $0.relationship.name == name } }
    let back = destination.indices.filter { slot in
      let candidate = destination[slot].relationship
      return candidate.inverse == relation.relationship.name
        && schema.isEntity(owner.name, kindOf: candidate.destination)
    }
    return back.count == 1 ? back[0] : nil
  }
}
