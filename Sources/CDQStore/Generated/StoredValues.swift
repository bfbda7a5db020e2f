public import CDQIR
import CDQValues

/// The values of an object's properties, put together by generated code without a choice for the type checker to make.
public struct StoredValues: Hashable, Sendable {
  /// The values by property name, as a store takes them.
  public private(set) var values: [String: Value] = [:]

  /// No values.
  public init() {}

  /// All values that a struct has.
  public init(of model: some StoredModel) {
    model.store(into: &self)
  }

  /// Sets an attribute.
  public mutating func set<Scalar: StoredScalar>(_ name: String, _ value: Scalar?) {
    values[name] = value?.storedValue ?? .null
  }

  /// Sets a duration, in seconds.
  public mutating func setDuration(_ name: String, _ seconds: Double?) {
    values[name] = seconds.map { .duration($0) } ?? .null
  }

  /// Sets an attribute of an enum.
  public mutating func setCase<Case: RawRepresentable>(_ name: String, _ value: Case?)
  where Case.RawValue: StoredScalar {
    values[name] = value?.rawValue.storedValue ?? .null
  }

  /// Sets a scalar collection.
  public mutating func setElements<Scalar: StoredScalar>(_ name: String, _ elements: [Scalar]?) {
    values[name] = elements.map { .list($0.map(\.storedValue)) } ?? .null
  }

  /// Sets a scalar collection of an enum.
  public mutating func setCases<Case: RawRepresentable>(_ name: String, _ elements: [Case]?)
  where Case.RawValue: StoredScalar {
    values[name] = elements.map { .list($0.map(\.rawValue.storedValue)) } ?? .null
  }

  /// Sets a to-one by the identity of the object at its other end.
  ///
  /// - Parameter root: the topmost ancestor of the entity it leads to.
  public mutating func setIdentity<Scalar: StoredScalar>(_ name: String, _ root: String, _ identity: Scalar?) {
    values[name] = identity.map { .object(ObjectKey(root: root, identity: ObjectKey.Identity($0.storedValue))) } ?? .null
  }

  /// Sets a to-one.
  public mutating func setKey(_ name: String, _ key: ObjectKey?) {
    values[name] = key.map { .object($0) } ?? .null
  }
}
