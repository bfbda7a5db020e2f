import CDQIR

/// The parts of a store that a query reads. A change of anything else cannot change the query's result.
struct QueryDependencies: Sendable {
  struct Entity: Sendable {
    /// Whether an inserted object may change the result.
    var insertions = false
    var deletions = false
    /// The slots of the attributes that the query reads.
    var attributes: Set<Int> = []
    /// The slots of the relationships that the query follows.
    var relationships: Set<Int> = []
  }

  let layout: StoreLayout
  /// By the index of the entity whose table holds the rows.
  private(set) var entities: [Entity]
  /// Whether any change may change the result.
  var isEverything = false

  init(_ layout: StoreLayout) {
    self.layout = layout
    entities = Array(repeating: Entity(), count: layout.entities.count)
  }

  /// Whether a change may have changed what the query read.
  func areTouched(by change: ChangeSet) -> Bool {
    if isEverything { return !change.isEmpty }
    return change.insertedRows.contains { entities[Int($0.entity)].insertions }
      || change.deletedRows.contains { entities[Int($0.entity)].deletions }
      || change.updatedRows.contains { update in
        let entity = entities[Int(update.row.entity)]
        return update.attributes.contains(where: entity.attributes.contains)
          || update.relationships.contains(where: entity.relationships.contains)
      }
  }

  // MARK: Adding

  /// Adds the existence of an entity's objects: insertions and deletions touch the query.
  mutating func addObjects(of entity: Int, includingSubentities: Bool) {
    for index in includingSubentities ? layout.entities[entity].concrete : [entity] {
      entities[index].insertions = true
      entities[index].deletions = true
    }
  }

  /// Adds everything that a struct copied from an object shows: its attributes, and the keys of its to-one targets.
  mutating func addContents(of entity: Int, includingSubentities: Bool) {
    for index in includingSubentities ? layout.entities[entity].concrete : [entity] {
      entities[index].attributes.formUnion(layout.entities[index].attributes.indices)
      for (slot, relation) in layout.entities[index].relationships.enumerated()
      where !relation.relationship.isToMany {
        add(relation, slot, of: index)
        addKeys(of: relation.destination)
      }
    }
  }

  /// Adds a property of the objects of an entity and its sub-entities.
  mutating func addProperty(_ name: String, of entity: String) {
    guard let index = layout.index(of: entity) else { return }
    if let slot = layout.entities[index].attributeSlots[name] {
      for each in layout.entities[index].concrete { entities[each].attributes.insert(slot) }
    } else if let slot = layout.entities[index].relationshipSlots[name] {
      for each in layout.entities[index].concrete { add(layout.entities[each].relationships[slot], slot, of: each) }
    }
  }

  /// Adds the attributes that identify the objects of an entity.
  mutating func addKeys(of entity: Int) {
    for each in layout.entities[entity].concrete {
      guard let constraint = layout.entities[each].identityConstraint else { continue }
      entities[each].attributes.formUnion(layout.constraints[constraint].slots)
    }
  }

  mutating func addKeys(of entity: String) {
    if let index = layout.index(of: entity) { addKeys(of: index) }
  }

  /// Adds the objects that a parameter or a literal may name: their existence and their keys.
  mutating func addNamed(_ entity: String) {
    guard let index = layout.index(of: entity) else { return }
    addObjects(of: index, includingSubentities: true)
    addKeys(of: index)
  }

  private mutating func add(_ relation: StoreLayout.RelationshipLayout, _ slot: Int, of entity: Int) {
    entities[entity].relationships.insert(slot)
    let inverse = relation.inverse.map { layout.entities[relation.destination].relationships[$0].relationship }
    guard inverse == nil || inverse?.deleteRule == .noAction else { return }
    // Deleting a target leaves the owner's row unchanged in these cases, but makes its reference nil.
    for target in layout.entities[relation.destination].concrete { entities[target].deletions = true }
  }
}
