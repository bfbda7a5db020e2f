import CDQIR
import CDQValues

/// The new values of one object, checked against the schema, by slot. The object keys of relationships are resolved to
/// rows: `["name": "Oslo", "country": norway]` becomes the value at the slot of `name` and the row of Norway.
package struct ObjectChange {
  package var attributes: [(slot: Int, value: Value)] = []
  package var relationships: [(slot: Int, targets: [RowReference])] = []

  package init() {}

  /// Checks the values that a caller passes for an object of an entity.
  ///
  /// - Throws: `StoreError` when a property does not exist, a value has a wrong type, or a target is missing.
  init(_ values: [String: Value], of entity: Int, in state: StoreState) throws(StoreError) {
    let entityLayout = state.layout.entities[entity]
    // A dictionary has no order. Sorting by name makes the result the same every time when both sides of one
    // relationship are given.
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      if let slot = entityLayout.attributeSlots[name] {
        let attribute = entityLayout.attributes[slot]
        guard value.isNull || state.layout.schema.matches(value, attribute.type) else {
          throw .wrongType(
            entity: entityLayout.entity.name, property: name, expected: attribute.type.description, value: value)
        }
        // As for a to-many, nil leaves a required collection without elements.
        let isEmptied = value.isNull && !attribute.isOptional && attribute.type.element != nil
        attributes.append((slot, isEmptied ? .list([]) : value))
      } else if let slot = entityLayout.relationshipSlots[name] {
        relationships.append((slot, try state.targets(value, entityLayout.relationships[slot], of: entityLayout)))
      } else {
        throw .unknownProperty(entity: entityLayout.entity.name, property: name)
      }
    }
  }
}

extension StoreLayout.EntityLayout {
  /// Checks that every required attribute of a new or changed row has a value.
  ///
  /// - Throws: `StoreError.missingValue` for the first required attribute that is nil.
  func check(_ row: [Value]) throws(StoreError) {
    for slot in requiredSlots where row[slot].isNull {
      throw .missingValue(entity: entity.name, property: attributes[slot].name)
    }
  }

  /// Checks the limits that `@range`, `@length` and `@matches` declare.
  ///
  /// - Parameter before: The values before an update. An unchanged value is accepted even if it breaks a limit, because
  ///   an older schema may have allowed it.
  /// - Throws: `StoreError.refusedValue` for the first new value that breaks a limit.
  func checkLimits(_ row: [Value], before: [Value]? = nil) throws(StoreError) {
    for (slot, allowed) in limits {
      guard let limit = allowed.broken(by: row[slot]), before?[slot] != row[slot] else { continue }
      throw .refusedValue(entity: entity.name, property: attributes[slot].name, value: row[slot], limit: limit)
    }
  }
}

extension StoreState {
  /// The rows that the value of a relationship names, each once.
  ///
  /// - Throws: `StoreError` when the value is no object key or list of keys, or when an object does not exist or has
  ///   the wrong entity.
  func targets(
    _ value: Value, _ relation: StoreLayout.RelationshipLayout, of owner: StoreLayout.EntityLayout
  ) throws(StoreError) -> [RowReference] {
    let values: [Value]
    switch value {
    case .null: values = []
    case .list(let list) where relation.relationship.isToMany: values = list
    case .object where !relation.relationship.isToMany: values = [value]
    default:
      throw .wrongType(
        entity: owner.entity.name, property: relation.relationship.name,
        expected: relation.relationship.type.base.description, value: value)
    }
    var targets: [RowReference] = []
    var seen: Set<RowReference> = []
    for value in values {
      guard case .object(let key) = value else {
        throw .wrongType(
          entity: owner.entity.name, property: relation.relationship.name,
          expected: relation.relationship.destination, value: value)
      }
      guard let target = find(key) else { throw .notFound(key) }
      guard layout.isKind(Int(target.entity), of: relation.destination) else {
        throw .wrongEntity(entity: owner.entity.name, relationship: relation.relationship.name, key: key)
      }
      if seen.insert(target).inserted { targets.append(target) }
    }
    return targets
  }
}

extension Schema {
  /// Whether a non-nil value may be stored in an attribute of a type. `.int(70000)` fits `.int32` but not `.int16`.
  package func matches(_ value: Value, _ type: ValueType) -> Bool {
    switch (type, value) {
    case (.opaque, _): return true
    case (.object, _), (.null, _): return false
    case (.int16, .int(let number)): return Int16(exactly: number) != nil
    case (.int32, .int(let number)): return Int32(exactly: number) != nil
    case (.float, .double(let number)): return number.isNaN || Double(Float(number)) == number
    case (.enumeration(let name), _):
      return enumeration(named: name)?.cases.contains { $0.rawValue == value } ?? false
    case (.collection(let element, _), .list(let values)): return values.allSatisfy { matches($0, element) }
    default: return value.kind == ValueKind(type)
    }
  }
}

extension Attribute {
  /// Whether every object must have a value for this attribute. Transient and derived attributes need none, because
  /// callers cannot set them.
  package var needsValue: Bool {
    !isOptional && !isTransient && derivation == nil && type.element == nil
  }
}
