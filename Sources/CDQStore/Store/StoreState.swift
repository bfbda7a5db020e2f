import CDQIR

/// All data of a store at one time. A value: whoever has a copy keeps it.
package struct StoreState: Sendable {
  package let layout: StoreLayout
  /// One per entity of the schema; those of abstract entities stay empty.
  package var tables: [Table]
  /// One per constraint of the layout.
  package var uniques: [UniqueIndex]
  /// Rows by values of indexed attributes, for all states of the store.
  package let sorted = SortedIndexes()
  /// By root entity, the number that the next record gets.
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

  /// Value of an attribute; the slot must be one of the row's entity.
  package func value(_ reference: RowReference, _ slot: Int) -> Value {
    tables[Int(reference.entity)].attributes[slot].value(at: Int(reference.row))
  }

  /// What a to-one leads to; `.none` when that is nil or was deleted.
  package func target(_ reference: RowReference, _ relation: StoreLayout.RelationshipLayout) -> RowReference {
    let target = tables[Int(reference.entity)].toOne[relation.column][Int(reference.row)]
    return isLive(target) ? target : .none
  }

  /// What a to-many leads to, without deleted objects.
  package func targets(_ reference: RowReference, _ relation: StoreLayout.RelationshipLayout) -> [RowReference] {
    let targets = tables[Int(reference.entity)].toMany[relation.column][Int(reference.row)]
    // References to deleted objects are rare: only `noAction` and relationships without an inverse leave them.
    return targets.allSatisfy(isLive) ? targets : targets.filter(isLive)
  }

  /// Whatever a relationship leads to.
  package func allTargets(_ reference: RowReference, _ relation: StoreLayout.RelationshipLayout) -> [RowReference] {
    if relation.relationship.isToMany { return targets(reference, relation) }
    let target = target(reference, relation)
    return target.isNone ? [] : [target]
  }

  /// The key of a constraint for a row; nil when one of its values is nil.
  package func uniqueKey(_ reference: RowReference, _ constraint: StoreLayout.Constraint) -> UniqueKey? {
    if constraint.slots.count == 1 { return UniqueKey(value(reference, constraint.slots[0])) }
    return UniqueKey(constraint.slots.map { value(reference, $0) })
  }
}
