import CDQIR
import CDQValues
import Foundation

/// Changes of many objects at once, as an `update` query makes them.
extension StoreTransaction {
  /// The changes that an `update` query makes, computed from the objects as they are.
  ///
  /// A function of its own, so that the snapshot is released before the changes are made: the store would copy every
  /// chunk that a live snapshot shares.
  func updates(
    of query: PreparedStoreQuery, _ arguments: Arguments, _ options: ExecutionOptions
  ) throws(ExecutionError) -> [(row: RowReference, change: ObjectChange)] {
    let snapshot = snapshot
    var options = snapshot.finding(options)
    // The condition and the new values have one instant of `now()`.
    options.now = options.now ?? Date()
    let rows = try snapshot.rows(of: query, arguments, options)
    let bound = try BoundAssignments(query.ir, arguments, limits: options.limits)
    let values = try query.newValues?.rows(
      in: StoredRecords(snapshot, rows), arguments: arguments, options: options)
    do throws(StoreError) {
      var plans: [Int32: AssignmentPlan] = [:]
      var changes: [(row: RowReference, change: ObjectChange)] = []
      changes.reserveCapacity(rows.count)
      for (index, row) in rows.enumerated() {
        var plan = plans[row.entity]
        if plan == nil {
          plan = try AssignmentPlan(bound, of: Int(row.entity), in: pending.state)
          plans[row.entity] = plan
        }
        if let change = try plan?.change(values?[index] ?? []) { changes.append((row, change)) }
      }
      return changes
    } catch {
      throw .refused(error)
    }
  }

  /// Sets properties of objects, all or none. The objects may exchange unique values: only what they have in the end must
  /// be unique.
  mutating func update(_ changes: [(row: RowReference, change: ObjectChange)]) throws(StoreError) {
    let moves = try moves(changes)
    for move in moves {
      if let key = move.old { pending.state.remove(key, move.row, from: move.constraint) }
    }
    for (row, change) in changes {
      for (slot, value) in change.attributes {
        pending.state.tables[Int(row.entity)].attributes[slot].set(Int(row.row), value)
      }
      pending.touch(row)
    }
    for move in moves {
      if let key = move.new { pending.state.add(key, move.row, to: move.constraint) }
    }
    for (row, change) in changes { pending.apply(change.relationships, to: row) }
  }

  /// A row that gets another key under a constraint.
  private struct KeyMove {
    let row: RowReference
    let constraint: Int
    let old: UniqueKey?
    let new: UniqueKey?
    let values: [Value]
  }

  /// Checks the rules of all changes but those of relationships, which are checked when the transaction is committed.
  private func moves(
    _ changes: [(row: RowReference, change: ObjectChange)]
  ) throws(StoreError) -> [KeyMove] {
    var moves: [KeyMove] = []
    for (reference, change) in changes where !change.attributes.isEmpty {
      let entity = layout.entities[Int(reference.entity)]
      let old = pending.state.tables[Int(reference.entity)].values(of: Int(reference.row))
      var row = old
      for (slot, value) in change.attributes { row[slot] = value }
      try entity.check(row)
      try entity.checkLimits(row, before: old)
      for index in entity.constraints {
        let slots = layout.constraints[index].slots
        let values = slots.map { row[$0] }
        let (before, after) = (UniqueKey(slots.map { old[$0] }), UniqueKey(values))
        if before != after {
          moves.append(KeyMove(row: reference, constraint: index, old: before, new: after, values: values))
        }
      }
    }
    try checkUnique(moves)
    return moves
  }

  /// Checks that no two objects have the same unique values after some moves.
  private func checkUnique(_ moves: [KeyMove]) throws(StoreError) {
    var leaving: [Int: Set<RowReference>] = [:]
    for move in moves { leaving[move.constraint, default: []].insert(move.row) }
    var taken: [Int: Set<UniqueKey>] = [:]
    for move in moves {
      guard let key = move.new else { continue }
      let holder = pending.state.row(of: key, in: move.constraint)
      let isHeld = holder.map { leaving[move.constraint]?.contains($0) != true } ?? false
      if isHeld || !taken[move.constraint, default: []].insert(key).inserted {
        let found = layout.constraints[move.constraint]
        throw .notUnique(
          entity: layout.entities[found.owner].entity.name, attributes: found.attributes, values: move.values)
      }
    }
  }
}

/// The places of an update's new values in the rows of one entity.
private struct AssignmentPlan {
  private let entity: StoreLayout.EntityLayout
  private let schema: Schema
  private var attributes: [(slot: Int, attribute: Attribute, source: BoundAssignments.Source)] = []
  private var relationships: [(slot: Int, targets: [RowReference])] = []

  init(_ bound: BoundAssignments, of index: Int, in state: StoreState) throws(StoreError) {
    (entity, schema) = (state.layout.entities[index], state.layout.schema)
    for (name, source) in bound.items {
      if let slot = entity.attributeSlots[name] {
        attributes.append((slot, entity.attributes[slot], source))
      } else if let slot = entity.relationshipSlots[name] {
        let value = BoundAssignments.value(source, [])
        relationships.append((slot, try state.targets(value, entity.relationships[slot], of: entity)))
      } else {
        throw .unknownProperty(entity: entity.entity.name, property: name)
      }
    }
  }

  /// The change of one object.
  ///
  /// - Parameter row: The computed values of the object.
  func change(_ row: [Value]) throws(StoreError) -> ObjectChange {
    var change = ObjectChange()
    change.relationships = relationships
    change.attributes.reserveCapacity(attributes.count)
    for (slot, attribute, source) in attributes {
      let value = BoundAssignments.value(source, row)
      change.attributes.append(
        (slot, try BoundAssignments.checked(value, attribute, of: entity.entity.name, in: schema)))
    }
    return change
  }
}
