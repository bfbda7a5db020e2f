public import CDQIR
import CDQValues

/// Changing a to-many in place. Each keeps the inverse, and the order of what it does not move.
///
/// Where an order is declared, queries and `StoredRecord.references` give it; others are kept in the order in which
/// they were linked.
extension StoreTransaction {
  /// Lets a to-many lead to more objects. Those that it leads to already stay where they are.
  ///
  /// - Parameters:
  ///   - targets: what is added, in that order.
  ///   - relationship: name of a to-many.
  ///   - owner: the object that has it.
  ///   - index: 0-based place of the first one; nil, and anything beyond the end, for the end.
  /// - Throws: `StoreError` when an object does not exist or is of another entity, or there is no such to-many.
  public mutating func add(
    _ targets: [ObjectKey], to relationship: String, of owner: ObjectKey, at index: Int? = nil
  ) throws(StoreError) {
    let (row, relation) = try toMany(relationship, of: owner)
    let new = try self.targets(.list(targets.map { .object($0) }), relation, of: layout.entities[Int(row.entity)])
    var all = state.targets(row, relation)
    let present = Set(all)
    let added = new.filter { !present.contains($0) }
    if added.isEmpty { return }
    all.insert(contentsOf: added, at: index.map { min(max(0, $0), all.count) } ?? all.count)
    setToMany(row, relation, all)
  }

  /// Lets a to-many not lead to these objects any more; they are not deleted. Those that it does not lead to are
  /// ignored.
  ///
  /// - Throws: `StoreError` when an object does not exist, or there is no such to-many.
  public mutating func remove(
    _ targets: [ObjectKey], from relationship: String, of owner: ObjectKey
  ) throws(StoreError) {
    let (row, relation) = try toMany(relationship, of: owner)
    let gone = Set(try self.targets(.list(targets.map { .object($0) }), relation, of: layout.entities[Int(row.entity)]))
    let all = state.targets(row, relation)
    let rest = all.filter { !gone.contains($0) }
    if rest.count < all.count { setToMany(row, relation, rest) }
  }

  /// Moves objects within a to-many.
  ///
  /// - Parameters:
  ///   - targets: what is moved, in the order it is to have; what the relationship does not lead to is ignored.
  ///   - index: 0-based place of the first one among the others; anything beyond the end for the end.
  ///   - relationship: name of a to-many.
  ///   - owner: the object that has it.
  /// - Throws: `StoreError` when an object does not exist, or there is no such to-many.
  public mutating func move(
    _ targets: [ObjectKey], to index: Int, in relationship: String, of owner: ObjectKey
  ) throws(StoreError) {
    let (row, relation) = try toMany(relationship, of: owner)
    let wanted = try self.targets(.list(targets.map { .object($0) }), relation, of: layout.entities[Int(row.entity)])
    let all = state.targets(row, relation)
    let present = Set(all)
    let moved = wanted.filter(present.contains)
    let set = Set(moved)
    var result = all.filter { !set.contains($0) }
    result.insert(contentsOf: moved, at: min(max(0, index), result.count))
    if result != all { setToMany(row, relation, result) }
  }

  private func toMany(
    _ relationship: String, of owner: ObjectKey
  ) throws(StoreError) -> (RowReference, StoreLayout.RelationshipLayout) {
    guard let row = state.find(owner) else { throw .notFound(owner) }
    let entity = layout.entities[Int(row.entity)]
    guard let slot = entity.relationshipSlots[relationship], entity.relationships[slot].relationship.isToMany else {
      throw .notToMany(entity: entity.entity.name, property: relationship)
    }
    return (row, entity.relationships[slot])
  }
}
