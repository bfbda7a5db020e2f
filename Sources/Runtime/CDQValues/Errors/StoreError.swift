public import CDQIR

/// The reason why a store refused a change. A refused change leaves the store as it was.
public enum StoreError: Error, Hashable, Sendable {
  case unknownEntity(String)
  /// The entity is abstract, so that only its sub-entities have objects.
  case abstractEntity(String)
  case unknownProperty(entity: String, property: String)
  /// The value has another type than the property.
  case wrongType(entity: String, property: String, expected: String, value: Value)
  /// The attribute's `@range`, `@length` or `@matches` does not allow the value.
  case refusedValue(entity: String, property: String, value: Value, limit: Attribute.Constraint)
  /// A required property would be nil.
  case missingValue(entity: String, property: String)
  /// The object does not exist, or was deleted.
  case notFound(ObjectKey)
  /// The object is not of the relationship's destination entity.
  case wrongEntity(entity: String, relationship: String, key: ObjectKey)
  /// Another object has these unique values.
  case notUnique(entity: String, attributes: [String], values: [Value])
  /// An upsert for an entity without an identity, or without all identifying values.
  case noIdentity(entity: String)
  /// The object's relationship has the delete rule `deny` and still has a target.
  case deleteDenied(entity: String, relationship: String, key: ObjectKey)
  /// No `@unique` or `@@unique` of the entity has exactly these attributes.
  case unknownConstraint(entity: String, attributes: [String])
  /// The property is not a to-many relationship.
  case notToMany(entity: String, property: String)
  /// A change of the store from within another change of the same store.
  case nestedTransaction
  /// The savepoint belongs to another transaction.
  case foreignSavepoint

  /// The stable code of the error, such as `not-unique`.
  public var code: String {
    switch self {
    case .unknownEntity: Code.unknownEntity.rawValue
    case .abstractEntity: Code.abstractEntity.rawValue
    case .unknownProperty: Code.unknownProperty.rawValue
    case .wrongType: Code.wrongType.rawValue
    case .refusedValue: Code.refusedValue.rawValue
    case .missingValue: Code.missingValue.rawValue
    case .notFound: Code.notFound.rawValue
    case .wrongEntity: Code.wrongEntity.rawValue
    case .notUnique: Code.notUnique.rawValue
    case .noIdentity: Code.noIdentity.rawValue
    case .deleteDenied: Code.deleteDenied.rawValue
    case .unknownConstraint: Code.unknownConstraint.rawValue
    case .notToMany: Code.notToMany.rawValue
    case .nestedTransaction: Code.nestedTransaction.rawValue
    case .foreignSavepoint: Code.foreignSavepoint.rawValue
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// The message for people, in one line and without the code.
  public var description: String {
    switch self {
    case .unknownEntity(let name): "there is no entity '\(name)'"
    case .abstractEntity(let name): "'\(name)' is abstract; only its sub-entities have objects"
    case .unknownProperty(let entity, let property): "'\(entity)' has no property '\(property)'"
    case .wrongType(let entity, let property, let expected, let value):
      "'\(entity).\(property)' is \(expected); it cannot be \(ValueJSON.text(value))"
    case .refusedValue(let entity, let property, let value, let limit):
      limit.refusal(of: value, entity: entity, attribute: property)
    case .missingValue(let entity, let property): "'\(entity).\(property)' needs a value"
    case .notFound(let key): "there is no \(key.root) \(ValueJSON.text(.object(key)))"
    case .wrongEntity(let entity, let relationship, let key):
      "'\(entity).\(relationship)' cannot lead to \(key.root) \(ValueJSON.text(.object(key)))"
    case .notUnique(let entity, let attributes, let values):
      "another \(entity) has \(attributes.joined(separator: ", ")) "
        + values.map { ValueJSON.text($0) }.joined(separator: ", ")
    case .noIdentity(let entity):
      "'\(entity)' can be updated by identity only with a value of each identifying attribute"
    case .deleteDenied(let entity, let relationship, let key):
      "\(entity) \(ValueJSON.text(.object(key))) cannot be deleted while it has '\(relationship)'"
    case .unknownConstraint(let entity, let attributes):
      "nothing says that '\(attributes.joined(separator: ", "))' of '\(entity)' is unique"
    case .notToMany(let entity, let property): "'\(entity).\(property)' is no relationship to many"
    case .nestedTransaction: "the store cannot be changed from within a change of it; use the transaction"
    case .foreignSavepoint: "the savepoint is of another transaction"
    }
  }
}
