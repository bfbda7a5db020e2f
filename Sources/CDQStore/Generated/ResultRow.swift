public import CDQIR
import CDQValues

/// One row of a `select`, read by generated code column by column.
public struct ResultRow: Hashable, Sendable {
  /// One value per column.
  public let values: [Value]

  /// A row of these values.
  public init(_ values: [Value]) {
    self.values = values
  }

  private func value(at column: Int) -> Value {
    values.indices.contains(column) ? values[column] : .null
  }

  /// The value of a column that may be nil.
  public func optional<Scalar: StoredScalar>(at column: Int) -> Scalar? {
    Scalar(stored: value(at: column))
  }

  /// The value of a column.
  ///
  /// - Throws: `ExecutionError.wrongResult` when it is nil or of another type than the query was checked to give.
  public func required<Scalar: StoredScalar>(at column: Int) throws(ExecutionError) -> Scalar {
    guard let result = Scalar(stored: value(at: column)) else { throw mismatch(column) }
    return result
  }

  /// The enum case of a column that may be nil.
  public func optionalCase<Case: RawRepresentable>(at column: Int) -> Case? where Case.RawValue: StoredScalar {
    Case.RawValue(stored: value(at: column)).flatMap { Case(rawValue: $0) }
  }

  /// The enum case of a column.
  public func requiredCase<Case: RawRepresentable>(
    at column: Int
  ) throws(ExecutionError) -> Case where Case.RawValue: StoredScalar {
    guard let result: Case = optionalCase(at: column) else { throw mismatch(column) }
    return result
  }

  /// The object of a column that may be nil.
  public func optionalKey(at column: Int) -> ObjectKey? {
    if case .object(let key) = value(at: column) { key } else { nil }
  }

  /// The object of a column.
  public func requiredKey(at column: Int) throws(ExecutionError) -> ObjectKey {
    guard let key = optionalKey(at: column) else { throw mismatch(column) }
    return key
  }

  /// The identity of the object of a column that may be nil.
  public func optionalIdentity<Identity: StoredScalar>(at column: Int) -> Identity? {
    optionalKey(at: column).flatMap { Identity(stored: $0.identityValue) }
  }

  /// The identity of the object of a column.
  public func requiredIdentity<Identity: StoredScalar>(at column: Int) throws(ExecutionError) -> Identity {
    guard let identity: Identity = optionalIdentity(at: column) else { throw mismatch(column) }
    return identity
  }

  private func mismatch(_ column: Int) -> ExecutionError {
    .wrongResult(expected: "a value of another type in column \(column)")
  }
}
