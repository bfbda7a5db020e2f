import CDQIR
import CDQValues

/// Validation of the values that a caller passes to a transaction, before the transaction changes anything.
extension StoreTransaction {
  /// Validated property values by slot. The object keys of relationships are resolved to rows.
  package struct Change {
    package var attributes: [(slot: Int, value: Value)] = []
    package var relationships: [(slot: Int, targets: [RowReference])] = []

    package init() {}
  }

  package func resolve(_ values: [String: Value], of entity: Int) throws(StoreError) -> Change {
    let entityLayout = layout.entities[entity]
    var change = Change()
    // A dictionary has no order. Sorting by name makes the result the same every time when both sides of one
    // relationship are given.
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      if let slot = entityLayout.attributeSlots[name] {
        let attribute = entityLayout.attributes[slot]
        guard value.isNull || layout.schema.matches(value, attribute.type) else {
          throw .wrongType(
            entity: entityLayout.entity.name, property: name, expected: attribute.type.description, value: value)
        }
        // As for a to-many, nil leaves a required collection without elements.
        let isEmptied = value.isNull && !attribute.isOptional && attribute.type.element != nil
        change.attributes.append((slot, isEmptied ? .list([]) : value))
      } else if let slot = entityLayout.relationshipSlots[name] {
        change.relationships.append((slot, try targets(value, entityLayout.relationships[slot], of: entityLayout)))
      } else {
        throw .unknownProperty(entity: entityLayout.entity.name, property: name)
      }
    }
    return change
  }

  /// Checks that every required attribute of a new or changed row has a value.
  ///
  /// - Throws: `StoreError.missingValue` for the first required attribute that is nil.
  package func check(_ row: [Value], of entity: Int) throws(StoreError) {
    let entityLayout = layout.entities[entity]
    for slot in entityLayout.requiredSlots where row[slot].isNull {
      throw .missingValue(entity: entityLayout.entity.name, property: entityLayout.attributes[slot].name)
    }
  }

  /// Checks the limits that `@range`, `@length` and `@matches` declare.
  ///
  /// - Parameter before: The values before an update. An unchanged value is accepted even if it breaks a limit, because
  ///   an older schema may have allowed it.
  /// - Throws: `StoreError.refusedValue` for the first new value that breaks a limit.
  package func checkLimits(_ row: [Value], of entity: Int, before: [Value]? = nil) throws(StoreError) {
    let entityLayout = layout.entities[entity]
    for (slot, allowed) in entityLayout.limits {
      guard let limit = allowed.broken(by: row[slot]), before?[slot] != row[slot] else { continue }
      throw .refusedValue(
        entity: entityLayout.entity.name, property: entityLayout.attributes[slot].name, value: row[slot], limit: limit)
    }
  }

  package func targets(
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
      guard let target = state.find(key) else { throw .notFound(key) }
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
    case (.bool, .bool), (.int64, .int), (.double, .double), (.decimal, .decimal), (.string, .string),
      (.date, .date), (.duration, .duration), (.data, .data), (.uuid, .uuid), (.url, .url), (.opaque, _):
      return true
    case (.int16, .int(let number)): return Int16(exactly: number) != nil
    case (.int32, .int(let number)): return Int32(exactly: number) != nil
    case (.float, .double(let number)): return number.isNaN || Double(Float(number)) == number
    case (.enumeration(let name), _):
      return enumeration(named: name)?.cases.contains { $0.rawValue == value } ?? false
    case (.collection(let element, _), .list(let values)): return values.allSatisfy { matches($0, element) }
    default: return false
    }
  }
}

extension Attribute {
  /// Whether every object must have a value for this attribute. Transient and derived attributes need none, because
  /// callers cannot set them.
  package var needsValue: Bool {
    guard !isOptional, !isTransient, derivation == nil else { return false }
    switch type {
    case .collection: return false
    case .bool, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .duration, .data, .uuid, .url,
      .enumeration, .object, .opaque, .null:
      return true
    }
  }
}
