public import CDQIR
import CDQValues

/// An object as one snapshot of a store holds it. Two records are equal when they are the same object of the same
/// snapshot.
public struct StoredRecord: Sendable {
  /// The snapshot that the record belongs to, and that its values are read from.
  public let snapshot: Snapshot
  let row: RowReference

  @inline(__always)
  package init(_ snapshot: Snapshot, _ row: RowReference) {
    self.snapshot = snapshot
    self.row = row
  }

  private var layout: StoreLayout.EntityLayout { snapshot.state.layout.entities[Int(row.entity)] }

  /// The name of the object's entity, which may be a sub-entity of the queried one.
  public var entityName: String { layout.entity.name }

  /// The key that identifies the object in the store: its `@unique` value, or its record number.
  public var key: ObjectKey { snapshot.state.key(of: row) }

  /// The 0-based number of the object in insertion order, counted across all entities of its root entity. Deletions
  /// leave gaps.
  public var number: Int { snapshot.state.tables[Int(row.entity)].numbers[Int(row.row)] }

  /// The values of the attributes that identify the object, in the order of the constraint; empty when its entity has
  /// no identity.
  public var identityValues: [Value] {
    guard let constraint = layout.identityConstraint else { return [] }
    return snapshot.state.layout.constraints[constraint].slots.map { snapshot.state.value(row, $0) }
  }

  /// The value of a property: for a to-one relationship an object key, for a to-many a list of them; `.null` when the
  /// entity has no such property.
  public subscript(property: String) -> Value {
    let layout = layout
    if let slot = layout.attributeSlots[property] { return snapshot.state.value(row, slot) }
    guard let slot = layout.relationshipSlots[property] else { return .null }
    if layout.relationships[slot].relationship.isToMany { return .list(references(at: slot).map { .object($0.key) }) }
    return reference(at: slot).map { .object($0.key) } ?? .null
  }

  /// The value of the attribute with that index in `Schema.allAttributes(of:)`; `.null` when there is none. The slot of
  /// an attribute is the same in all sub-entities.
  @inline(__always)
  public func value(at slot: Int) -> Value {
    let table = snapshot.state.tables[Int(row.entity)]
    guard table.attributes.indices.contains(slot) else { return .null }
    return table.attributes[slot].value(at: Int(row.row))
  }

  /// The object that a to-one relationship refers to; nil when there is none, or when the entity has no such to-one.
  public func reference(_ relationship: String) -> StoredRecord? {
    layout.relationshipSlots[relationship].flatMap { reference(at: $0) }
  }

  /// The object that the to-one relationship with that index in `Schema.allRelationships(of:)` refers to; nil when
  /// there is none.
  public func reference(at slot: Int) -> StoredRecord? {
    let layout = layout
    guard layout.relationships.indices.contains(slot), !layout.relationships[slot].relationship.isToMany else {
      return nil
    }
    let target = snapshot.state.target(row, layout.relationships[slot])
    return target.isNone ? nil : StoredRecord(snapshot, target)
  }

  /// The objects of a to-many relationship, in its order; empty when the entity has no such to-many.
  public func references(_ relationship: String) -> [StoredRecord] {
    layout.relationshipSlots[relationship].map { references(at: $0) } ?? []
  }

  /// The objects of the to-many relationship with that index in `Schema.allRelationships(of:)`, in its order; empty
  /// when there is no such to-many.
  public func references(at slot: Int) -> [StoredRecord] {
    let layout = layout
    guard layout.relationships.indices.contains(slot), layout.relationships[slot].relationship.isToMany else {
      return []
    }
    return snapshot.state.targets(row, layout.relationships[slot]).map { StoredRecord(snapshot, $0) }
  }
}

extension StoredRecord: Hashable {
  /// Whether both are the same object of the same snapshot.
  public static func == (left: StoredRecord, right: StoredRecord) -> Bool {
    left.row == right.row && left.snapshot === right.snapshot
  }

  /// Hashes the table and the row, not the snapshot.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(row)
  }
}
