public import CDQIR

/// Why a store refused something. Whatever was refused left the store as it was.
public enum StoreError: Error, Hashable, Sendable {
  case unknownEntity(String)
  /// Objects can only be of its sub-entities.
  case abstractEntity(String)
  case unknownProperty(entity: String, property: String)
  /// The value is of another type than the property.
  case wrongType(entity: String, property: String, expected: String, value: Value)
  /// The value is one that the attribute's `@range`, `@length` or `@matches` does not allow.
  case refusedValue(entity: String, property: String, value: Value, limit: Attribute.Constraint)
  /// The property may not be nil.
  case missingValue(entity: String, property: String)
  /// There is no such object, or none any more.
  case notFound(ObjectKey)
  /// The object is of another entity than the relationship leads to.
  case wrongEntity(entity: String, relationship: String, key: ObjectKey)
  /// Another object has these values already.
  case notUnique(entity: String, attributes: [String], values: [Value])
  /// An insert-or-update of an entity that nothing identifies, or without the identifying values.
  case noIdentity(entity: String)
  /// The delete rule `deny` of this object's relationship holds.
  case deleteDenied(entity: String, relationship: String, key: ObjectKey)
  /// The attributes together are no `@unique` or `@@unique` of the entity.
  case unknownConstraint(entity: String, attributes: [String])
  /// The property is no relationship to many.
  case notToMany(entity: String, property: String)
  /// A change of the store from within a change of the same store.
  case nestedTransaction
  /// The savepoint was made by another transaction.
  case foreignSavepoint

  /// What kind of error it is; stable.
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
  /// What is wrong, in one line.
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
