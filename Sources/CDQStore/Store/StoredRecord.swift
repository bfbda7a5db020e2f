public import CDQIR
import CDQValues

/// One object of a snapshot. Two are equal when they are the same object of the same snapshot.
public struct StoredRecord: Sendable {
  /// The data it belongs to.
  public let snapshot: Snapshot
  let row: RowReference

  @inline(__always)
  package init(_ snapshot: Snapshot, _ row: RowReference) {
    self.snapshot = snapshot
    self.row = row
  }

  private var layout: StoreLayout.EntityLayout { snapshot.state.layout.entities[Int(row.entity)] }

  /// Name of its entity, which may be a sub-entity of the one that was asked for.
  public var entityName: String { layout.entity.name }

  /// What identifies it.
  public var key: ObjectKey { snapshot.state.key(of: row) }

  /// 0-based number of the record in insertion order, counted under its root entity; deletions leave gaps.
  public var number: Int { snapshot.state.tables[Int(row.entity)].numbers[Int(row.row)] }

  /// The values of the attributes that identify it, in their order; empty when its entity has none.
  public var identityValues: [Value] {
    guard let constraint = layout.identityConstraint else { return [] }
    return snapshot.state.layout.constraints[constraint].slots.map { snapshot.state.value(row, $0) }
  }

  /// The value of an attribute, or the keys of what a relationship leads to; `.null` when it has no such property.
  public subscript(property: String) -> Value {
    let layout = layout
    if let slot = layout.attributeSlots[property] { return snapshot.state.value(row, slot) }
    guard let slot = layout.relationshipSlots[property] else { return .null }
    if layout.relationships[slot].relationship.isToMany { return .list(references(at: slot).map { .object($0.key) }) }
    return reference(at: slot).map { .object($0.key) } ?? .null
  }

  /// The value of the attribute with that index in `Schema.allAttributes(of:)`; `.null` when there is none.
  /// A slot of an entity is good for objects of its sub-entities too.
  @inline(__always)
  public func value(at slot: Int) -> Value {
    let table = snapshot.state.tables[Int(row.entity)]
    guard table.attributes.indices.contains(slot) else { return .null }
    return table.attributes[slot].value(at: Int(row.row))
  }

  /// The object a to-one leads to; nil when there is none, or no such to-one.
  public func reference(_ relationship: String) -> StoredRecord? {
    layout.relationshipSlots[relationship].flatMap { reference(at: $0) }
  }

  /// The object that the to-one with that index in `Schema.allRelationships(of:)` leads to.
  public func reference(at slot: Int) -> StoredRecord? {
    let layout = layout
    guard layout.relationships.indices.contains(slot), !layout.relationships[slot].relationship.isToMany else {
      return nil
    }
    let target = snapshot.state.target(row, layout.relationships[slot])
    return target.isNone ? nil : StoredRecord(snapshot, target)
  }

  /// The objects a to-many leads to, in its order; none when there is no such to-many.
  public func references(_ relationship: String) -> [StoredRecord] {
    layout.relationshipSlots[relationship].map { references(at: $0) } ?? []
  }

  /// The objects that the to-many with that index in `Schema.allRelationships(of:)` leads to, in its order.
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

  /// By its place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(row)
  }
}
