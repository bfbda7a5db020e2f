public import CDQIR
import CDQValues

/// Insertion with a policy for objects whose unique values exist already.
extension StoreTransaction {
  /// Adds an object, or applies a policy to the existing object with the same unique values.
  ///
  /// The policy applies to one object. Values that collide with two different objects are refused, and so are values
  /// that collide with an object of an entity other than `entity` and its sub-entities.
  ///
  /// - Parameters:
  ///   - values: The values, as for `insert(_:_:)`.
  ///   - policy: What happens to the existing object.
  ///   - attributes: The `@unique` attribute or the attributes of the `@@unique` that identify the existing object; a
  ///     collision under another constraint is then refused. Nil means all constraints.
  /// - Throws: `StoreError` as `insert(_:_:)`; `.notUnique` in the cases above; `.unknownConstraint` when `attributes`
  ///   are no constraint of the entity.
  /// - Returns: The key of the object, and what was done.
  @discardableResult
  public mutating func insert(
    _ entity: String, _ values: [String: Value], onConflict policy: ConflictPolicy, of attributes: [String]? = nil
  ) throws(StoreError) -> SavedObject {
    let index = try concreteEntity(entity)
    guard let existing = try conflicting(index, values, attributes), policy != .refuse else {
      return SavedObject(key: try insert(entity, values), action: .inserted)
    }
    switch policy {
    case .refuse, .keep: return SavedObject(key: pending.state.key(of: existing), action: .kept)
    case .update:
      try update(existing, values)
      return SavedObject(key: pending.state.key(of: existing), action: .updated)
    case .replace:
      try update(existing, complete(values, of: Int(existing.entity)))
      return SavedObject(key: pending.state.key(of: existing), action: .replaced)
    }
  }

  /// The existing object that has a unique key of the object to be inserted; nil when there is none.
  private func conflicting(
    _ entity: Int, _ values: [String: Value], _ attributes: [String]?
  ) throws(StoreError) -> RowReference? {
    let entityLayout = layout.entities[entity]
    var constraints = entityLayout.constraints
    if let attributes {
      constraints = constraints.filter { Set(layout.constraints[$0].attributes) == Set(attributes) }
      if constraints.isEmpty {
        throw .unknownConstraint(entity: entityLayout.entity.name, attributes: attributes)
      }
    }
    let row = entityLayout.attributes.map { values[$0.name] ?? $0.initialValue }
    var found: RowReference?
    for constraint in constraints {
      guard let key = UniqueKey(layout.constraints[constraint].slots.map { row[$0] }),
        let other = pending.state.row(of: key, in: constraint), other != found
      else { continue }
      guard found == nil, layout.isKind(Int(other.entity), of: entity) else { throw notUnique(constraint, row) }
      found = other
    }
    return found
  }

  /// Completes the values with the initial ones of a new object.
  private func complete(_ values: [String: Value], of entity: Int) -> [String: Value] {
    var result = values
    for attribute in layout.entities[entity].attributes where result[attribute.name] == nil {
      result[attribute.name] = attribute.initialValue
    }
    for relation in layout.entities[entity].relationships where result[relation.relationship.name] == nil {
      result[relation.relationship.name] = relation.relationship.isToMany ? .list([]) : .null
    }
    return result
  }
}
