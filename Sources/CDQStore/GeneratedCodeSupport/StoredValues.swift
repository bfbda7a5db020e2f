public import CDQIR
import CDQValues

/// The property values of an object, collected by generated code. Each setter has a name of its own, so that the type
/// checker need not choose between overloads.
public struct StoredValues: Hashable, Sendable {
  /// The values by property name, as `Store.insert` takes them.
  public private(set) var values: [String: Value] = [:]

  /// Creates an empty collection of values.
  public init() {}

  /// Collects all values of a generated struct.
  public init(of model: some StoredModel) {
    model.store(into: &self)
  }

  /// Sets an attribute to a scalar; a nil value becomes `.null`.
  public mutating func set<Scalar: StoredScalar>(_ name: String, _ value: Scalar?) {
    values[name] = value?.storedValue ?? .null
  }

  /// Sets a duration attribute to a number of seconds; nil becomes `.null`.
  public mutating func setDuration(_ name: String, _ seconds: Double?) {
    values[name] = seconds.map { .duration($0) } ?? .null
  }

  /// Sets an enum attribute to the raw value of a case; nil becomes `.null`.
  public mutating func setCase<Case: RawRepresentable>(_ name: String, _ value: Case?)
  where Case.RawValue: StoredScalar {
    values[name] = value?.rawValue.storedValue ?? .null
  }

  /// Sets a collection attribute to a list of scalars; nil becomes `.null`.
  public mutating func setElements<Scalar: StoredScalar>(_ name: String, _ elements: [Scalar]?) {
    values[name] = elements.map { .list($0.map(\.storedValue)) } ?? .null
  }

  /// Sets a collection attribute of an enum to the raw values of cases; nil becomes `.null`.
  public mutating func setCases<Case: RawRepresentable>(_ name: String, _ elements: [Case]?)
  where Case.RawValue: StoredScalar {
    values[name] = elements.map { .list($0.map(\.rawValue.storedValue)) } ?? .null
  }

  /// Sets a to-one relationship by the identifying value of its target; nil removes the target.
  ///
  /// - Parameter root: The topmost ancestor of the target's entity.
  public mutating func setIdentity<Scalar: StoredScalar>(_ name: String, _ root: String, _ identity: Scalar?) {
    values[name] = identity.map { .object(ObjectKey(root: root, identity: ObjectKey.Identity($0.storedValue))) } ?? .null
  }

  /// Sets a to-one relationship by the key of its target; nil removes the target.
  public mutating func setKey(_ name: String, _ key: ObjectKey?) {
    values[name] = key.map { .object($0) } ?? .null
  }
}
