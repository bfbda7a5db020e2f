public import CDQIR
import CDQValues

/// Insertion where an object with the same unique values may be there already.
extension StoreTransaction {
  /// Adds an object, or does what the policy says about the one that has its unique values.
  ///
  /// The policy is for one object. Values that are unique with two different ones are refused, as are those that an
  /// object of another entity than `entity` and its sub-entities has.
  ///
  /// - Parameters:
  ///   - values: as for `insert(_:_:)`.
  ///   - policy: what to do.
  ///   - attributes: The `@unique` attribute or the attributes of the `@@unique` by which the existing object is found;
  ///     what another constraint forbids is refused then. nil: by whatever is unique.
  /// - Throws: `StoreError` as `insert(_:_:)`, `.notUnique` as said above, `.unknownConstraint`.
  /// - Returns: what identifies the object, and what was done.
  @discardableResult
  public mutating func insert(
    _ entity: String, _ values: [String: Value], onConflict policy: ConflictPolicy, of attributes: [String]? = nil
  ) throws(StoreError) -> SavedObject {
    let index = try concreteEntity(entity)
    guard let existing = try conflicting(index, values, attributes), policy != .refuse else {
      return SavedObject(key: try insert(entity, values), action: .inserted)
    }
    switch policy {
    case .refuse, .keep: return SavedObject(key: state.key(of: existing), action: .kept)
    case .update:
      try update(existing, values)
      return SavedObject(key: state.key(of: existing), action: .updated)
    case .replace:
      try update(existing, complete(values, of: Int(existing.entity)))
      return SavedObject(key: state.key(of: existing), action: .replaced)
    }
  }

  /// The object that has unique values of the one to be inserted.
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
        let other = state.row(of: key, in: constraint), other != found
      else { continue }
      guard found == nil, layout.isKind(Int(other.entity), of: entity) else { throw notUnique(constraint, row) }
      found = other
    }
    return found
  }

  /// The values with those that a new object would have beside them.
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
