public import CDQIR
import CDQValues

/// The property values of an object, collected by generated code. Each setter has a name of its own, so that the type
/// checker need not choose between overloads.
public struct StoredValues: Hashable, Sendable {
  /// The values by property name, as `Store.insert` takes them.
  public private(set) var values: [String: Value] = [:]
  /// The only property whose value is collected; nil for all.
  private var wanted: String?

  /// Creates an empty collection of values.
  public init() {}

  /// Collects all values of a generated struct.
  public init(of model: some StoredModel) {
    model.store(into: &self)
  }

  /// The value of one property of a generated struct; `.null` when it has none of that name.
  package static func value(of property: String, in model: some StoredModel) -> Value {
    var values = StoredValues()
    values.wanted = property
    model.store(into: &values)
    return values.values[property] ?? .null
  }

  private func isWanted(_ name: String) -> Bool { wanted == nil || wanted == name }

  /// Sets an attribute to a scalar; a nil value becomes `.null`.
  public mutating func set<Scalar: StoredScalar>(_ name: String, _ value: Scalar?) {
    guard isWanted(name) else { return }
    values[name] = value?.storedValue ?? .null
  }

  /// Sets a duration attribute to a number of seconds; nil becomes `.null`.
  public mutating func setDuration(_ name: String, _ seconds: Double?) {
    guard isWanted(name) else { return }
    values[name] = seconds.map { .duration($0) } ?? .null
  }

  /// Sets an enum attribute to the raw value of a case; nil becomes `.null`.
  public mutating func setCase<Case: RawRepresentable>(_ name: String, _ value: Case?)
  where Case.RawValue: StoredScalar {
    guard isWanted(name) else { return }
    values[name] = value?.rawValue.storedValue ?? .null
  }

  /// Sets a collection attribute to a list of scalars; nil becomes `.null`.
  public mutating func setElements<Scalar: StoredScalar>(_ name: String, _ elements: [Scalar]?) {
    guard isWanted(name) else { return }
    values[name] = elements.map { .list($0.map(\.storedValue)) } ?? .null
  }

  /// Sets a collection attribute of an enum to the raw values of cases; nil becomes `.null`.
  public mutating func setCases<Case: RawRepresentable>(_ name: String, _ elements: [Case]?)
  where Case.RawValue: StoredScalar {
    guard isWanted(name) else { return }
    values[name] = elements.map { .list($0.map(\.rawValue.storedValue)) } ?? .null
  }

  /// Sets a to-one relationship by the identifying value of its target; nil removes the target.
  ///
  /// - Parameter root: The topmost ancestor of the target's entity.
  public mutating func setIdentity<Scalar: StoredScalar>(_ name: String, _ root: String, _ identity: Scalar?) {
    guard isWanted(name) else { return }
    values[name] = identity.map { .object(ObjectKey(root: root, identity: ObjectKey.Identity($0.storedValue))) } ?? .null
  }

  /// Sets a to-one relationship by the key of its target; nil removes the target.
  public mutating func setKey(_ name: String, _ key: ObjectKey?) {
    guard isWanted(name) else { return }
    values[name] = key.map { .object($0) } ?? .null
  }
}
