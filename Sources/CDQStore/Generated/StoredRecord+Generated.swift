import CDQIR
import CDQValues

/// Readers by slot for generated code, for what is neither a plain scalar nor an object.
extension StoredRecord {
  /// The case of an enum of the schema.
  public func optionalEnumeration<Case: RawRepresentable>(at slot: Int) -> Case? where Case.RawValue: StoredScalar {
    Case.RawValue(stored: value(at: slot)).flatMap { Case(rawValue: $0) }
  }

  /// The case of an enum of the schema.
  public func enumeration<Case: RawRepresentable>(
    at slot: Int
  ) throws(StoreError) -> Case where Case.RawValue: StoredScalar {
    if let result: Case = optionalEnumeration(at: slot) { return result }
    throw missingAttribute(slot)
  }

  /// The elements of a scalar collection. An element that is nil or of another type, which a store does not hold, is
  /// left out.
  public func optionalElements<Element: StoredScalar>(at slot: Int) -> [Element]? {
    optionalList(at: slot)?.compactMap { Element(stored: $0) }
  }

  /// The elements of a scalar collection.
  public func elements<Element: StoredScalar>(at slot: Int) throws(StoreError) -> [Element] {
    try list(at: slot).compactMap { Element(stored: $0) }
  }

  /// The elements of a scalar collection of enum cases.
  public func optionalCases<Case: RawRepresentable>(at slot: Int) -> [Case]? where Case.RawValue: StoredScalar {
    optionalList(at: slot)?.compactMap { Case.RawValue(stored: $0).flatMap { Case(rawValue: $0) } }
  }

  /// The elements of a scalar collection of enum cases.
  public func cases<Case: RawRepresentable>(
    at slot: Int
  ) throws(StoreError) -> [Case] where Case.RawValue: StoredScalar {
    try list(at: slot).compactMap { Case.RawValue(stored: $0).flatMap { Case(rawValue: $0) } }
  }

  /// The identity of the object a to-one leads to, by the to-one's slot among the relationships.
  public func optionalIdentity<Identity: StoredScalar>(at slot: Int) -> Identity? {
    reference(at: slot).flatMap { Identity(stored: $0.key.identityValue) }
  }

  /// The identity of the object a to-one leads to.
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
