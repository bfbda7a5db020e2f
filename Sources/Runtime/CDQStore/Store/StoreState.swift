import CDQIR

/// The complete data of a store at one time. It is a value type: a copy does not change when the store does.
package struct StoreState: Sendable {
  package let layout: StoreLayout
  /// One table per entity of the schema. The tables of abstract entities stay empty.
  package var tables: [Table]
  /// One index per constraint of the layout.
  package var uniques: [UniqueIndex]
  /// The sorted indexes, shared by all states of the store.
  package let sorted = SortedIndexes()
  /// The next record number, by the index of the root entity.
  package var nextNumbers: [Int]

  package init(layout: StoreLayout) {
    self.layout = layout
    tables = layout.entities.map { Table($0, layout.schema, shift: layout.chunkShift) }
    uniques = layout.constraints.map { _ in UniqueIndex() }
    nextNumbers = Array(repeating: 0, count: layout.entities.count)
  }

  package func isLive(_ reference: RowReference) -> Bool {
    !reference.isNone && tables[Int(reference.entity)].isLive[Int(reference.row)]
  }

  /// The value of an attribute. The slot must belong to the row's entity.
  package func value(_ reference: RowReference, _ slot: Int) -> Value {
    tables[Int(reference.entity)].attributes[slot].value(at: Int(reference.row))
  }

  /// The target of a to-one relationship; `.none` when there is none, or when it was deleted.
  package func target(_ reference: RowReference, _ relation: StoreLayout.RelationshipLayout) -> RowReference {
    let target = tables[Int(reference.entity)].toOne[relation.column][Int(reference.row)]
    return isLive(target) ? target : .none
  }

  /// The targets of a to-many relationship, without deleted ones.
  package func targets(_ reference: RowReference, _ relation: StoreLayout.RelationshipLayout) -> [RowReference] {
    let targets = tables[Int(reference.entity)].toMany[relation.column][Int(reference.row)]
    // Targets that were deleted are rare: only `noAction` and relationships without an inverse keep them.
    return targets.allSatisfy(isLive) ? targets : targets.filter(isLive)
  }

  /// The targets of a relationship of either kind, without deleted ones.
  package func allTargets(_ reference: RowReference, _ relation: StoreLayout.RelationshipLayout) -> [RowReference] {
    if relation.relationship.isToMany { return targets(reference, relation) }
    let target = target(reference, relation)
    return target.isNone ? [] : [target]
  }

  /// The key of a row under a constraint; nil when one of its values is nil or NaN.
  package func uniqueKey(_ reference: RowReference, _ constraint: StoreLayout.Constraint) -> UniqueKey? {
    if constraint.slots.count == 1 { return UniqueKey(value(reference, constraint.slots[0])) }
    return UniqueKey(constraint.slots.map { value(reference, $0) })
  }
}
