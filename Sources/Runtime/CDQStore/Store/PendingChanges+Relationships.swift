import CDQIR
import CDQValues

/// Setting relationships together with their inverses.
extension PendingChanges {
  package mutating func apply(_ relationships: [(slot: Int, targets: [RowReference])], to row: RowReference) {
    for (slot, targets) in relationships {
      let relation = layout.entities[Int(row.entity)].relationships[slot]
      if relation.relationship.isToMany {
        setToMany(row, relation, targets)
      } else {
        setToOne(row, relation, targets.first ?? .none)
      }
    }
  }

  private func inverse(of relation: StoreLayout.RelationshipLayout) -> StoreLayout.RelationshipLayout? {
    relation.inverse.map { layout.entities[relation.destination].relationships[$0] }
  }

  private mutating func setToOne(
    _ row: RowReference, _ relation: StoreLayout.RelationshipLayout, _ target: RowReference
  ) {
    let old = state.target(row, relation)
    if let inverse = inverse(of: relation), old != target {
      if !old.isNone { unlink(old, inverse, row) }
      if !target.isNone { link(target, inverse, row, back: relation) }
    }
    write(target, row, relation)
  }

  package mutating func setToMany(
    _ row: RowReference, _ relation: StoreLayout.RelationshipLayout, _ targets: [RowReference]
  ) {
    if let inverse = inverse(of: relation) {
      let old = Set(state.targets(row, relation))
      let new = Set(targets)
      for target in old.subtracting(new).sorted(by: RowReference.isBefore) { unlink(target, inverse, row) }
      for target in targets where !old.contains(target) { link(target, inverse, row, back: relation) }
    }
    state.tables[Int(row.entity)].toMany[relation.column][Int(row.row)] = targets
    touch(row)
  }

  /// Adds `target` to `relation` of `owner`. If `relation` is a to-one, its previous target no longer refers to `owner`
  /// by `back`.
  private mutating func link(
    _ owner: RowReference, _ relation: StoreLayout.RelationshipLayout, _ target: RowReference,
    back: StoreLayout.RelationshipLayout
  ) {
    if relation.relationship.isToMany {
      state.tables[Int(owner.entity)].toMany[relation.column][Int(owner.row)].append(target)
      touch(owner)
    } else {
      let previous = state.target(owner, relation)
      if !previous.isNone, previous != target { unlink(previous, back, owner) }
      write(target, owner, relation)
    }
  }

  /// Removes `target` from `relation` of `owner`.
  private mutating func unlink(
    _ owner: RowReference, _ relation: StoreLayout.RelationshipLayout, _ target: RowReference
  ) {
    if relation.relationship.isToMany {
      state.tables[Int(owner.entity)].toMany[relation.column][Int(owner.row)].removeAll { $0 == target }
      touch(owner)
    } else if state.target(owner, relation) == target {
      write(.none, owner, relation)
    }
  }

  private mutating func write(
    _ target: RowReference, _ row: RowReference, _ relation: StoreLayout.RelationshipLayout
  ) {
    state.tables[Int(row.entity)].toOne[relation.column][Int(row.row)] = target
    touch(row)
  }

  /// Checks what must hold only after all changes: required relationships have a target.
  ///
  /// - Throws: `StoreError.missingValue` for the first object, by entity and row, that lacks one.
  package func validate() throws(StoreError) {
    // A search for the minimum instead of a sort: there may be a million touched rows, and usually none fails.
    var first: (row: RowReference, relation: Relationship)?
    for row in touched where state.isLive(row) {
      if let first, RowReference.isBefore(first.row, row) { continue }
      let relation = layout.entities[Int(row.entity)].relationships.first {
        $0.relationship.needsObject && state.target(row, $0).isNone
      }
      if let relation { first = (row, relation.relationship) }
    }
    guard let first else { return }
    let entity = layout.entities[Int(first.row.entity)].entity
    throw .missingValue(entity: entity.name, property: first.relation.name)
  }
}

extension Relationship {
  /// Whether every object must have a target in this to-one relationship.
  package var needsObject: Bool { !isToMany && !isOptional && !isTransient }
}

extension RowReference {
  /// A fixed order by entity and row, so that results do not vary from run to run.
  package static func isBefore(_ left: RowReference, _ right: RowReference) -> Bool {
    (left.entity, left.row) < (right.entity, right.row)
  }
}
