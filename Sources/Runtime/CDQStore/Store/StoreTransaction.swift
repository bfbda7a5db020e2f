public import CDQIR
import CDQValues

/// A sequence of changes that become visible together when the transaction is committed. Each method checks its
/// arguments before it changes anything, so that the caller may catch an error and continue.
public struct StoreTransaction {
  /// The data that the transaction started from.
  package let base: Snapshot
  /// The data with the changes so far.
  package var pending: PendingChanges
  package var layout: StoreLayout { pending.layout }

  package init(_ base: Snapshot) {
    self.base = base
    pending = PendingChanges(base.state)
  }

  /// Adds an object, as `Store.insert` does.
  @discardableResult
  public mutating func insert(_ entity: String, _ values: [String: Value]) throws(StoreError) -> ObjectKey {
    let index = try concreteEntity(entity)
    let change = try ObjectChange(values, of: index, in: pending.state)
    var row = layout.entities[index].attributes.map(\.initialValue)
    for (slot, value) in change.attributes { row[slot] = value }
    let reference = try insert(row, change.relationships, of: index)
    return pending.state.key(of: reference)
  }

  /// Adds an object of a concrete entity.
  ///
  /// - Parameters:
  ///   - row: By slot, a value of the attribute's type or nil.
  ///   - relationships: By slot, the targets: live rows of the destination entity.
  package mutating func insert(
    _ row: [Value], _ relationships: [(slot: Int, targets: [RowReference])], of index: Int
  ) throws(StoreError) -> RowReference {
    let entity = layout.entities[index]
    try entity.check(row)
    try entity.checkLimits(row)
    let reference = try append(row, of: index)
    pending.apply(relationships, to: reference)
    return reference
  }

  /// Adds an object whose values have been checked, unless its unique values are taken.
  mutating func append(_ row: [Value], of index: Int) throws(StoreError) -> RowReference {
    let entity = layout.entities[index]
    var keys: [(constraint: Int, key: UniqueKey)] = []
    for constraint in entity.constraints {
      guard let key = uniqueKey(row, constraint) else { continue }
      guard pending.state.row(of: key, in: constraint) == nil else { throw notUnique(constraint, row) }
      keys.append((constraint, key))
    }
    return pending.append(row, of: index, keys)
  }

  /// Sets properties of an object, as `Store.update` does.
  @discardableResult
  public mutating func update(_ key: ObjectKey, _ values: [String: Value]) throws(StoreError) -> ObjectKey {
    guard let reference = pending.state.find(key) else { throw .notFound(key) }
    try update(reference, values)
    return pending.state.key(of: reference)
  }

  /// Updates or adds an object by its identity, as `Store.upsert` does.
  @discardableResult
  public mutating func upsert(
    _ entity: String, _ values: [String: Value]
  ) throws(StoreError) -> (key: ObjectKey, isNew: Bool) {
    let index = try concreteEntity(entity)
    guard let constraint = layout.entities[index].identityConstraint,
      let key = UniqueKey(layout.constraints[constraint].attributes.map { values[$0] ?? .null })
    else { throw .noIdentity(entity: entity) }
    guard let existing = pending.state.row(of: key, in: constraint) else { return (try insert(entity, values), true) }
    guard layout.isKind(Int(existing.entity), of: index) else {
      throw notUnique(constraint, pending.state.tables[Int(existing.entity)].values(of: Int(existing.row)))
    }
    try update(existing, values)
    return (pending.state.key(of: existing), false)
  }

  /// Deletes objects and everything that their delete rules cascade to, as `Store.delete` does. A `deny` rule between
  /// two of the given objects does not forbid the deletion.
  ///
  /// - Returns: `requested`, the number of different objects among `keys`, and `total`, which includes those that
  ///   cascades deleted.
  @discardableResult
  public mutating func delete(_ keys: [ObjectKey]) throws(StoreError) -> (requested: Int, total: Int) {
    var rows: [RowReference] = []
    for key in keys {
      guard let row = pending.state.find(key) else { throw .notFound(key) }
      rows.append(row)
    }
    return try delete(rows: rows)
  }

  package mutating func delete(rows: [RowReference]) throws(StoreError) -> (requested: Int, total: Int) {
    let deletion = Deletion(of: rows, in: pending.state)
    try deletion.check(pending.state)
    deletion.apply(to: &pending)
    return (Set(rows).count, deletion.order.count)
  }

  /// The object with a key, with the changes so far; nil when there is none. Later changes do not affect the record.
  public func record(_ key: ObjectKey) -> StoredRecord? {
    pending.state.find(key).map { StoredRecord(Snapshot(pending.state), $0) }
  }

  package mutating func update(_ reference: RowReference, _ values: [String: Value]) throws(StoreError) {
    try update(reference, try ObjectChange(values, of: Int(reference.entity), in: pending.state))
  }

  /// Sets properties of an object.
  package mutating func update(_ reference: RowReference, _ change: ObjectChange) throws(StoreError) {
    let entity = Int(reference.entity)
    let old = pending.state.tables[entity].values(of: Int(reference.row))
    var row = old
    for (slot, value) in change.attributes { row[slot] = value }
    try layout.entities[entity].check(row)
    try layout.entities[entity].checkLimits(row, before: old)
    var moves: [(constraint: Int, old: UniqueKey?, new: UniqueKey?)] = []
    for index in layout.entities[entity].constraints {
      let slots = layout.constraints[index].slots
      let (before, after) = (UniqueKey(slots.map { old[$0] }), UniqueKey(slots.map { row[$0] }))
      guard before != after else { continue }
      if let after, pending.state.row(of: after, in: index) != nil { throw notUnique(index, row) }
      moves.append((index, before, after))
    }

    for (index, before, after) in moves {
      if let before { pending.state.remove(before, reference, from: index) }
      if let after { pending.state.add(after, reference, to: index) }
    }
    for (slot, value) in change.attributes {
      pending.state.tables[entity].attributes[slot].set(Int(reference.row), value)
    }
    pending.touch(reference)
    pending.apply(change.relationships, to: reference)
  }

  package func concreteEntity(_ name: String) throws(StoreError) -> Int {
    guard let index = layout.index(of: name) else { throw .unknownEntity(name) }
    guard !layout.entities[index].entity.isAbstract else { throw .abstractEntity(name) }
    return index
  }

  /// The key of a row's values under a constraint; nil when one of them is nil or NaN.
  private func uniqueKey(_ row: [Value], _ constraint: Int) -> UniqueKey? {
    let slots = layout.constraints[constraint].slots
    return slots.count == 1 ? UniqueKey(row[slots[0]]) : UniqueKey(slots.map { row[$0] })
  }

  package func notUnique(_ constraint: Int, _ row: [Value]) -> StoreError {
    let found = layout.constraints[constraint]
    return .notUnique(
      entity: layout.entities[found.owner].entity.name, attributes: found.attributes,
      values: found.slots.map { row[$0] })
  }
}
