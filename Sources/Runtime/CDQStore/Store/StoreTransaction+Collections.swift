public import CDQIR
import CDQValues

/// In-place changes of a to-many relationship. Each method updates the inverse relationship too, and keeps the order of
/// the objects that it does not move.
///
/// If the relationship declares a sort order, queries and `StoredRecord.references` return the objects in that order;
/// otherwise in the order in which they were linked.
extension StoreTransaction {
  /// Adds objects to a to-many relationship. Objects that are in it already keep their position.
  ///
  /// - Parameters:
  ///   - targets: The objects to add, in this order.
  ///   - relationship: The name of a to-many relationship.
  ///   - owner: The object that has the relationship.
  ///   - index: The 0-based position of the first added object; nil, or anything beyond the end, appends.
  /// - Throws: `StoreError` when an object does not exist or has the wrong entity, or when there is no such to-many
  ///   relationship.
  public mutating func add(
    _ targets: [ObjectKey], to relationship: String, of owner: ObjectKey, at index: Int? = nil
  ) throws(StoreError) {
    let (row, relation) = try toMany(relationship, of: owner)
    let new = try pending.state.targets(.list(targets.map { .object($0) }), relation, of: layout.entities[Int(row.entity)])
    var all = pending.state.targets(row, relation)
    let present = Set(all)
    let added = new.filter { !present.contains($0) }
    if added.isEmpty { return }
    all.insert(contentsOf: added, at: index.map { min(max(0, $0), all.count) } ?? all.count)
    pending.setToMany(row, relation, all)
  }

  /// Removes objects from a to-many relationship without deleting them. Objects that are not in it are ignored.
  ///
  /// - Throws: `StoreError` when an object does not exist, or when there is no such to-many relationship.
  public mutating func remove(
    _ targets: [ObjectKey], from relationship: String, of owner: ObjectKey
  ) throws(StoreError) {
    let (row, relation) = try toMany(relationship, of: owner)
    let gone = Set(try pending.state.targets(.list(targets.map { .object($0) }), relation, of: layout.entities[Int(row.entity)]))
    let all = pending.state.targets(row, relation)
    let rest = all.filter { !gone.contains($0) }
    if rest.count < all.count { pending.setToMany(row, relation, rest) }
  }

  /// Moves objects within a to-many relationship.
  ///
  /// - Parameters:
  ///   - targets: The objects to move, in the order they shall have. Objects that are not in the relationship are
  ///     ignored.
  ///   - index: The 0-based position of the first moved object among the others; anything beyond the end means the end.
  ///   - relationship: The name of a to-many relationship.
  ///   - owner: The object that has the relationship.
  /// - Throws: `StoreError` when an object does not exist, or when there is no such to-many relationship.
  public mutating func move(
    _ targets: [ObjectKey], to index: Int, in relationship: String, of owner: ObjectKey
  ) throws(StoreError) {
    let (row, relation) = try toMany(relationship, of: owner)
    let wanted = try pending.state.targets(.list(targets.map { .object($0) }), relation, of: layout.entities[Int(row.entity)])
    let all = pending.state.targets(row, relation)
    let present = Set(all)
    let moved = wanted.filter(present.contains)
    let set = Set(moved)
    var result = all.filter { !set.contains($0) }
    result.insert(contentsOf: moved, at: min(max(0, index), result.count))
    if result != all { pending.setToMany(row, relation, result) }
  }

  private func toMany(
    _ relationship: String, of owner: ObjectKey
  ) throws(StoreError) -> (RowReference, StoreLayout.RelationshipLayout) {
    guard let row = pending.state.find(owner) else { throw .notFound(owner) }
    let entity = layout.entities[Int(row.entity)]
    guard let slot = entity.relationshipSlots[relationship], entity.relationships[slot].relationship.isToMany else {
      throw .notToMany(entity: entity.entity.name, property: relationship)
    }
    return (row, entity.relationships[slot])
  }
}
