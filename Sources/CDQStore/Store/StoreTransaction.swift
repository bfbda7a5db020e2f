public import CDQIR
import CDQValues

/// A sequence of changes that become visible together when the transaction is committed. Each method checks its
/// arguments before it changes anything, so that the caller may catch an error and continue.
public struct StoreTransaction {
  /// The data that the transaction started from.
  package let base: Snapshot
  package var state: StoreState
  /// The rows that were inserted, changed or deleted. The final validation and the change set look at these rows only.
  package var touched: Set<RowReference> = []
  package var isChanged = false
  package var layout: StoreLayout { state.layout }

  package init(_ base: Snapshot) {
    self.base = base
    state = base.state
  }

  /// Adds an object, as `Store.insert` does.
  @discardableResult
  public mutating func insert(_ entity: String, _ values: [String: Value]) throws(StoreError) -> ObjectKey {
    let index = try concreteEntity(entity)
    let change = try resolve(values, of: index)
    var row = layout.entities[index].attributes.map(\.initialValue)
    for (slot, value) in change.attributes { row[slot] = value }
    let reference = try insert(row, change.relationships, of: index)
    return state.key(of: reference)
  }

  /// Adds an object of a concrete entity.
  ///
  /// - Parameters:
  ///   - row: By slot, a value of the attribute's type or nil.
  ///   - relationships: By slot, the targets: live rows of the destination entity.
  package mutating func insert(
    _ row: [Value], _ relationships: [(slot: Int, targets: [RowReference])], of index: Int
  ) throws(StoreError) -> RowReference {
    try check(row, of: index)
    try checkLimits(row, of: index)
    let constraints = layout.entities[index].constraints
    for constraint in constraints {
      guard let key = uniqueKey(row, constraint), state.row(of: key, in: constraint) != nil else { continue }
      throw notUnique(constraint, row)
    }

    let root = layout.entities[index].rootIndex
    let reference = RowReference(index, state.tables[index].rowCount)
    state.tables[index].append(row, number: state.nextNumbers[root])
    state.nextNumbers[root] += 1
    for constraint in constraints {
      if let key = uniqueKey(row, constraint) { state.add(key, reference, to: constraint) }
    }
    touch(reference)
    apply(relationships, to: reference)
    return reference
  }

  /// Sets properties of an object, as `Store.update` does.
  @discardableResult
  public mutating func update(_ key: ObjectKey, _ values: [String: Value]) throws(StoreError) -> ObjectKey {
    guard let reference = state.find(key) else { throw .notFound(key) }
    try update(reference, values)
    return state.key(of: reference)
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
    guard let existing = state.row(of: key, in: constraint) else { return (try insert(entity, values), true) }
    guard layout.isKind(Int(existing.entity), of: index) else {
      throw notUnique(constraint, state.tables[Int(existing.entity)].values(of: Int(existing.row)))
    }
    try update(existing, values)
    return (state.key(of: existing), false)
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
      guard let row = state.find(key) else { throw .notFound(key) }
      rows.append(row)
    }
    return try delete(rows: rows)
  }

  /// The object with a key, with the changes so far; nil when there is none. Later changes do not affect the record.
  public func record(_ key: ObjectKey) -> StoredRecord? {
    state.find(key).map { StoredRecord(Snapshot(state), $0) }
  }

  package mutating func touch(_ reference: RowReference) {
    touched.insert(reference)
    isChanged = true
  }

  package mutating func update(_ reference: RowReference, _ values: [String: Value]) throws(StoreError) {
    try update(reference, try resolve(values, of: Int(reference.entity)))
  }

  /// Sets properties of an object. `resolve` has checked the types of the values.
  package mutating func update(_ reference: RowReference, _ change: Change) throws(StoreError) {
    let entity = Int(reference.entity)
    let old = state.tables[entity].values(of: Int(reference.row))
    var row = old
    for (slot, value) in change.attributes { row[slot] = value }
    try check(row, of: entity)
    try checkLimits(row, of: entity, before: old)
    var moves: [(constraint: Int, old: UniqueKey?, new: UniqueKey?)] = []
    for index in layout.entities[entity].constraints {
      let slots = layout.constraints[index].slots
      let (before, after) = (UniqueKey(slots.map { old[$0] }), UniqueKey(slots.map { row[$0] }))
      guard before != after else { continue }
      if let after, state.row(of: after, in: index) != nil { throw notUnique(index, row) }
      moves.append((index, before, after))
    }

    for (index, before, after) in moves {
      if let before { state.remove(before, reference, from: index) }
      if let after { state.add(after, reference, to: index) }
    }
    for (slot, value) in change.attributes { state.tables[entity].attributes[slot].set(Int(reference.row), value) }
    touch(reference)
    apply(change.relationships, to: reference)
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
