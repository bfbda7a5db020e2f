import CDQIR
import CDQValues

/// Readers by slot that generated code calls for enums, collections and identities.
extension StoredRecord {
  /// The case of an enum attribute; nil when it has no value, or when the raw value belongs to no case.
  public func optionalEnumeration<Case: RawRepresentable>(at slot: Int) -> Case? where Case.RawValue: StoredScalar {
    Case.RawValue(stored: value(at: slot)).flatMap { Case(rawValue: $0) }
  }

  /// The case of a required enum attribute. Throws `StoreError.missingValue` when the raw value belongs to no case.
  public func enumeration<Case: RawRepresentable>(
    at slot: Int
  ) throws(StoreError) -> Case where Case.RawValue: StoredScalar {
    if let result: Case = optionalEnumeration(at: slot) { return result }
    throw missingAttribute(slot)
  }

  /// The elements of a collection attribute; nil when it has no value. Elements of another type, which a store does not
  /// hold, are left out.
  public func optionalElements<Element: StoredScalar>(at slot: Int) -> [Element]? {
    optionalList(at: slot)?.compactMap { Element(stored: $0) }
  }

  /// The elements of a required collection attribute. Throws `StoreError.missingValue` when it has no value.
  public func elements<Element: StoredScalar>(at slot: Int) throws(StoreError) -> [Element] {
    try list(at: slot).compactMap { Element(stored: $0) }
  }

  /// The elements of a collection attribute of an enum; nil when it has no value. Raw values without a case are left
  /// out.
  public func optionalCases<Case: RawRepresentable>(at slot: Int) -> [Case]? where Case.RawValue: StoredScalar {
    optionalList(at: slot)?.compactMap { Case.RawValue(stored: $0).flatMap { Case(rawValue: $0) } }
  }

  /// The elements of a required collection attribute of an enum. Throws `StoreError.missingValue` when it has no value.
  public func cases<Case: RawRepresentable>(
    at slot: Int
  ) throws(StoreError) -> [Case] where Case.RawValue: StoredScalar {
    try list(at: slot).compactMap { Case.RawValue(stored: $0).flatMap { Case(rawValue: $0) } }
  }

  /// The identifying value of the target of a to-one relationship, by the relationship's slot; nil when there is no
  /// target, or when its identity is of another type.
  public func optionalIdentity<Identity: StoredScalar>(at slot: Int) -> Identity? {
    reference(at: slot).flatMap { Identity(stored: $0.key.identityValue) }
  }

  /// The identifying value of the target of a required to-one relationship. Throws `StoreError.missingValue` when there
  /// is no target, `.noIdentity` when its identity is of another type.
  public func identity<Identity: StoredScalar>(at slot: Int) throws(StoreError) -> Identity {
    let target = try requiredReference(at: slot)
    guard let identity = Identity(stored: target.key.identityValue) else {
      throw .noIdentity(entity: target.entityName)
    }
    return identity
  }

  private func missingAttribute(_ slot: Int) -> StoreError {
    let attributes = snapshot.schema.allAttributes(of: entityName)
    let name = attributes.indices.contains(slot) ? attributes[slot].name : "slot \(slot)"
    return .missingValue(entity: entityName, property: name)
  }
}
