import CDQIR
import CDQValues

/// The deletion of objects: the rows that the caller names, and all that `cascade` relationships reach from them. All
/// rules are checked before anything is changed.
struct Deletion {
  /// The rows to delete, the given ones first.
  private(set) var order: [RowReference] = []
  /// The same rows as a set.
  private var doomed: Set<RowReference> = []

  init(of rows: [RowReference], in state: StoreState) {
    for row in rows where doomed.insert(row).inserted { order.append(row) }
    var next = 0
    while next < order.count {
      let row = order[next]
      next += 1
      for relation in state.layout.entities[Int(row.entity)].relationships
      where relation.relationship.deleteRule == .cascade {
        for target in state.allTargets(row, relation) where doomed.insert(target).inserted { order.append(target) }
      }
    }
  }

  /// Checks all delete rules and required relationships.
  ///
  /// - Throws: `StoreError.deleteDenied` and `.missingValue`.
  func check(_ state: StoreState) throws(StoreError) {
    try checkDenials(state)
    try checkDependents(state)
    try checkRequiredReferences(state)
  }

  /// Deletes the rows.
  func apply(to changes: inout PendingChanges) {
    detach(&changes)
    for row in order { changes.remove(row) }
  }

  /// Checks `deny` rules. A rule forbids the deletion if its relationship has a target that stays; the order of the
  /// rows does not matter.
  private func checkDenials(_ state: StoreState) throws(StoreError) {
    let layout = state.layout
    for row in order {
      let entity = layout.entities[Int(row.entity)]
      for relation in entity.relationships where relation.relationship.deleteRule == .deny {
        if state.allTargets(row, relation).allSatisfy(doomed.contains) { continue }
        throw .deleteDenied(
          entity: entity.entity.name, relationship: relation.relationship.name, key: state.key(of: row))
      }
    }
  }

  /// Checks that no remaining object loses a required target, by the inverses of the deleted rows' relationships.
  private func checkDependents(_ state: StoreState) throws(StoreError) {
    let layout = state.layout
    for row in order {
      for relation in layout.entities[Int(row.entity)].relationships {
        guard let slot = relation.inverse else { continue }
        let inverse = layout.entities[relation.destination].relationships[slot].relationship
        guard inverse.needsObject else { continue }
        for target in state.allTargets(row, relation) where !doomed.contains(target) {
          throw .missingValue(entity: layout.entities[Int(target.entity)].entity.name, property: inverse.name)
        }
      }
    }
  }

  /// Does the same check for relationships without an inverse, which takes a scan over all of their owners.
  private func checkRequiredReferences(_ state: StoreState) throws(StoreError) {
    let layout = state.layout
    let entities = Set(doomed.map { Int($0.entity) })
    for (index, entity) in layout.entities.enumerated() where !entity.entity.isAbstract {
      for relation in entity.relationships where relation.inverse == nil && relation.relationship.needsObject {
        guard entities.contains(where: { layout.isKind($0, of: relation.destination) }) else { continue }
        for row in state.rows(of: index, includingSubentities: false)
        where !doomed.contains(row) && doomed.contains(state.target(row, relation)) {
          throw .missingValue(entity: entity.entity.name, property: relation.relationship.name)
        }
      }
    }
  }

  /// Removes the rows from the relationships of remaining objects. A to-many is filtered once per owner and not once
  /// per deleted row.
  private func detach(_ changes: inout PendingChanges) {
    let layout = changes.state.layout
    struct ToMany: Hashable {
      var owner: RowReference
      var column: Int
    }
    var collections: Set<ToMany> = []
    for row in order {
      for relation in layout.entities[Int(row.entity)].relationships where relation.relationship.deleteRule != .noAction
      {
        guard let slot = relation.inverse else { continue }
        let inverse = layout.entities[relation.destination].relationships[slot]
        for target in changes.state.allTargets(row, relation) where !doomed.contains(target) {
          changes.touch(target)
          if inverse.relationship.isToMany {
            collections.insert(ToMany(owner: target, column: inverse.column))
          } else {
            changes.state.tables[Int(target.entity)].toOne[inverse.column][Int(target.row)] = .none
          }
        }
      }
    }
    for collection in collections {
      changes.state.tables[Int(collection.owner.entity)].toMany[collection.column][Int(collection.owner.row)].removeAll(where: doomed.contains)
    }
  }
}
