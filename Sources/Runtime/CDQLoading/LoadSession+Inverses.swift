import CDQIR
import CDQStore

/// Setting of inverse relationships. The data may have either side of a relationship or both, in full or in part, as
/// long as no object gets two targets for a to-one.
extension LoadSession {
  mutating func setInverses() {
    // A list sets the to-ones of its objects first; then the objects that are in no list are added to lists by their
    // own references.
    var listed: Set<Listed> = []
    for entity in layout.entities.indices {
      for relation in layout.entities[entity].relationships where relation.relationship.isToMany {
        guard let inverse = inverse(of: relation), !inverse.relationship.isToMany else { continue }
        setToOnes(of: entity, relation, inverse, &listed)
      }
    }
    for entity in layout.entities.indices {
      for relation in layout.entities[entity].relationships {
        guard let inverse = inverse(of: relation) else { continue }
        switch (relation.relationship.isToMany, inverse.relationship.isToMany) {
        case (false, true): appendToLists(of: entity, relation, inverse, listed)
        case (false, false): setOneToOne(of: entity, relation, inverse)
        case (true, true): setManyToMany(of: entity, relation, inverse)
        case (true, false): break
        }
      }
    }
  }

  /// A row whose to-one was set by a list.
  private struct Listed: Hashable {
    var row: RowReference
    var column: Int
  }

  private func inverse(of relation: StoreLayout.RelationshipLayout) -> StoreLayout.RelationshipLayout? {
    relation.inverse.map { layout.entities[relation.destination].relationships[$0] }
  }

  private func rowCount(_ entity: Int) -> Int {
    state.rowCount(entity)
  }

  private mutating func setToOnes(
    of entity: Int, _ relation: StoreLayout.RelationshipLayout, _ inverse: StoreLayout.RelationshipLayout,
    _ listed: inout Set<Listed>
  ) {
    for row in 0..<rowCount(entity) {
      let owner = RowReference(entity, row)
      for target in state.targets(of: owner, relation.column) {
        let current = state.target(of: target, inverse.column)
        guard current.isNone || current == owner else {
          conflict(owner, relation, target, inverse, current)
          continue
        }
        state.setTarget(of: target, inverse.column, to: owner)
        listed.insert(Listed(row: target, column: inverse.column))
      }
    }
  }

  private mutating func appendToLists(
    of entity: Int, _ relation: StoreLayout.RelationshipLayout, _ inverse: StoreLayout.RelationshipLayout,
    _ listed: Set<Listed>
  ) {
    reserveLists(of: entity, relation, inverse)
    for row in 0..<rowCount(entity) {
      let target = state.target(of: RowReference(entity, row), relation.column)
      let owner = RowReference(entity, row)
      if target.isNone || (!listed.isEmpty && listed.contains(Listed(row: owner, column: relation.column))) { continue }
      state.appendTarget(of: target, inverse.column, owner)
    }
  }

  /// Reserves the final length of the lists: lists that grow by themselves leave up to half of their memory unused.
  private mutating func reserveLists(
    of owner: Int, _ relation: StoreLayout.RelationshipLayout, _ inverse: StoreLayout.RelationshipLayout
  ) {
    var counts: [[Int32]] = Array(repeating: [], count: state.tables.count)
    for row in 0..<rowCount(owner) {
      let target = state.target(of: RowReference(owner, row), relation.column)
      guard !target.isNone else { continue }
      let entity = Int(target.entity)
      if counts[entity].isEmpty { counts[entity] = Array(repeating: 0, count: rowCount(entity)) }
      counts[entity][Int(target.row)] += 1
    }
    for (entity, counts) in counts.enumerated() {
      for (row, count) in counts.enumerated() where count > 1 {
        state.reserveTargets(of: RowReference(entity, row), inverse.column, Int(count))
      }
    }
  }

  private mutating func setOneToOne(
    of entity: Int, _ relation: StoreLayout.RelationshipLayout, _ inverse: StoreLayout.RelationshipLayout
  ) {
    for row in 0..<rowCount(entity) {
      let owner = RowReference(entity, row)
      let target = state.target(of: RowReference(entity, row), relation.column)
      guard !target.isNone else { continue }
      let current = state.target(of: target, inverse.column)
      if current.isNone {
        state.setTarget(of: target, inverse.column, to: owner)
      } else if current != owner {
        conflict(owner, relation, target, inverse, current)
      }
    }
  }

  /// Adds the missing objects to the inverse lists.
  private mutating func setManyToMany(
    of entity: Int, _ relation: StoreLayout.RelationshipLayout, _ inverse: StoreLayout.RelationshipLayout
  ) {
    struct Pair: Hashable {
      var from: RowReference
      var to: RowReference
    }
    var present: Set<Pair> = []
    for destination in layout.entities[relation.destination].concrete {
      for row in 0..<rowCount(destination) {
        let from = RowReference(destination, row)
        for to in state.targets(of: RowReference(destination, row), inverse.column) { present.insert(Pair(from: from, to: to)) }
      }
    }
    let lists = state.tables[entity].toMany[relation.column]
    for row in 0..<rowCount(entity) {
      let owner = RowReference(entity, row)
      for target in lists[row] where present.insert(Pair(from: target, to: owner)).inserted {
        state.appendTarget(of: target, inverse.column, owner)
      }
    }
  }

  private mutating func conflict(
    _ owner: RowReference, _ relation: StoreLayout.RelationshipLayout, _ target: RowReference,
    _ inverse: StoreLayout.RelationshipLayout, _ current: RowReference
  ) {
    let key = relation.relationship.jsonKey ?? relation.relationship.name
    issues.error(
      .conflictingInverse, place(of: owner).with(key: key, offset: nil),
      "\(name(of: target)) cannot be in '\(relation.relationship.name)' of \(name(of: owner)), because its "
        + "'\(inverse.relationship.name)' is \(name(of: current))")
  }

  private func name(of row: RowReference) -> String {
    "\(layout.entities[Int(row.entity)].entity.name) \(ValueCoding.json(.object(state.key(of: row))))"
  }
}
