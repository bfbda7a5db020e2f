import CDQIR

/// What a query reads of a store: a change of nothing of it cannot change the result.
struct QueryDependencies: Sendable {
  struct Entity: Sendable {
    /// Whether new objects matter.
    var insertions = false
    var deletions = false
    /// Slots of attributes.
    var attributes: Set<Int> = []
    /// Slots of relationships.
    var relationships: Set<Int> = []
  }

  let layout: StoreLayout
  /// By index of the entity whose table the rows are in.
  private(set) var entities: [Entity]
  /// Whether any change matters.
  var isEverything = false

  init(_ layout: StoreLayout) {
    self.layout = layout
    entities = Array(repeating: Entity(), count: layout.entities.count)
  }

  /// Whether a change can have changed what was read.
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

  /// Which objects of an entity there are.
  mutating func addObjects(of entity: Int, includingSubentities: Bool) {
    for index in includingSubentities ? layout.entities[entity].concrete : [entity] {
      entities[index].insertions = true
      entities[index].deletions = true
    }
  }

  /// What a copy of an object shows: its attributes, and which objects its to-one relationships lead to.
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

  /// A property, in the objects of an entity and its sub-entities.
  mutating func addProperty(_ name: String, of entity: String) {
    guard let index = layout.index(of: entity) else { return }
    if let slot = layout.entities[index].attributeSlots[name] {
      for each in layout.entities[index].concrete { entities[each].attributes.insert(slot) }
    } else if let slot = layout.entities[index].relationshipSlots[name] {
      for each in layout.entities[index].concrete { add(layout.entities[each].relationships[slot], slot, of: each) }
    }
  }

  /// What identifies the objects of an entity.
  mutating func addKeys(of entity: Int) {
    for each in layout.entities[entity].concrete {
      guard let constraint = layout.entities[each].identityConstraint else { continue }
      entities[each].attributes.formUnion(layout.constraints[constraint].slots)
    }
  }

  mutating func addKeys(of entity: String) {
    if let index = layout.index(of: entity) { addKeys(of: index) }
  }

  /// The objects that a parameter may name: whether they are there, and by which key.
  mutating func addNamed(_ entity: String) {
    guard let index = layout.index(of: entity) else { return }
    addObjects(of: index, includingSubentities: true)
    addKeys(of: index)
  }

  private mutating func add(_ relation: StoreLayout.RelationshipLayout, _ slot: Int, of entity: Int) {
    entities[entity].relationships.insert(slot)
    let inverse = relation.inverse.map { layout.entities[relation.destination].relationships[$0].relationship }
    guard inverse == nil || inverse?.deleteRule == .noAction else { return }
    // The deletion of what it leads to then leaves the owner unchanged, and yet leads nowhere.
    for target in layout.entities[relation.destination].concrete { entities[target].deletions = true }
  }
}
