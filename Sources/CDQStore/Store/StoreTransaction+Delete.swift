import CDQIR
import CDQValues

/// Deletion of objects. All delete rules are checked before anything is changed.
extension StoreTransaction {
  package mutating func delete(rows: [RowReference]) throws(StoreError) -> (requested: Int, total: Int) {
    let (order, doomed) = cascade(from: rows)
    let requested = Set(rows).count
    guard !order.isEmpty else { return (0, 0) }
    try checkDenials(order, doomed)
    try checkDependents(order, doomed)
    try checkRequiredReferences(doomed)
    detach(order, doomed)
    for row in order { remove(row) }
    return (requested, order.count)
  }

  /// The rows to delete: the given ones and all that `cascade` relationships reach from them.
  private func cascade(from rows: [RowReference]) -> (order: [RowReference], set: Set<RowReference>) {
    var doomed: Set<RowReference> = []
    var order: [RowReference] = []
    for row in rows where doomed.insert(row).inserted { order.append(row) }
    var next = 0
    while next < order.count {
      let row = order[next]
      next += 1
      for relation in layout.entities[Int(row.entity)].relationships where relation.relationship.deleteRule == .cascade
      {
        for target in state.allTargets(row, relation) where doomed.insert(target).inserted { order.append(target) }
      }
    }
    return (order, doomed)
  }

  /// Checks `deny` rules. A rule forbids the deletion if its relationship has a target that stays; the order of the
  /// rows does not matter.
  private func checkDenials(_ order: [RowReference], _ doomed: Set<RowReference>) throws(StoreError) {
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
  private func checkDependents(_ order: [RowReference], _ doomed: Set<RowReference>) throws(StoreError) {
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
  private func checkRequiredReferences(_ doomed: Set<RowReference>) throws(StoreError) {
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
  private mutating func detach(_ order: [RowReference], _ doomed: Set<RowReference>) {
    struct Place: Hashable {
      var owner: RowReference
      var column: Int
    }
    var collections: Set<Place> = []
    for row in order {
      for relation in layout.entities[Int(row.entity)].relationships where relation.relationship.deleteRule != .noAction
      {
        guard let slot = relation.inverse else { continue }
        let inverse = layout.entities[relation.destination].relationships[slot]
        for target in state.allTargets(row, relation) where !doomed.contains(target) {
          touch(target)
          if inverse.relationship.isToMany {
            collections.insert(Place(owner: target, column: inverse.column))
          } else {
            state.tables[Int(target.entity)].toOne[inverse.column][Int(target.row)] = .none
          }
        }
      }
    }
    for place in collections {
      state.tables[Int(place.owner.entity)].toMany[place.column][Int(place.owner.row)].removeAll(where: doomed.contains)
    }
  }

  private mutating func remove(_ row: RowReference) {
    let entity = Int(row.entity)
    let index = Int(row.row)
    for constraint in layout.entities[entity].constraints {
      if let key = state.uniqueKey(row, layout.constraints[constraint]) { state.remove(key, row, from: constraint) }
    }
    for slot in state.tables[entity].attributes.indices { state.tables[entity].attributes[slot].set(index, .null) }
    for column in state.tables[entity].toOne.indices { state.tables[entity].toOne[column][index] = .none }
    for column in state.tables[entity].toMany.indices { state.tables[entity].toMany[column][index] = [] }
    state.tables[entity].isLive[index] = false
    state.tables[entity].liveCount -= 1
    touch(row)
  }
}
