public import CDQIR
import CDQValues

/// A row of a `select` result. Generated code reads it column by column into typed properties.
public struct ResultRow: Hashable, Sendable {
  /// The values of the selected columns, in their order.
  public let values: [Value]

  /// Creates a row from the values of its columns.
  public init(_ values: [Value]) {
    self.values = values
  }

  private func value(at column: Int) -> Value {
    values.indices.contains(column) ? values[column] : .null
  }

  /// The value of an optional column; nil when it is `.null` or of another type than `Scalar`.
  public func optional<Scalar: StoredScalar>(at column: Int) -> Scalar? {
    Scalar(stored: value(at: column))
  }

  /// The value of a column that is never nil.
  ///
  /// - Throws: `ExecutionError.wrongResult` when it is nil or of another type than `Scalar`.
  public func required<Scalar: StoredScalar>(at column: Int) throws(ExecutionError) -> Scalar {
    guard let result = Scalar(stored: value(at: column)) else { throw mismatch(column) }
    return result
  }

  /// The enum case of an optional column; nil when the raw value is `.null` or belongs to no case.
  public func optionalCase<Case: RawRepresentable>(at column: Int) -> Case? where Case.RawValue: StoredScalar {
    Case.RawValue(stored: value(at: column)).flatMap { Case(rawValue: $0) }
  }

  /// The enum case of a column that is never nil. Throws `ExecutionError.wrongResult` when the raw value belongs to no
  /// case.
  public func requiredCase<Case: RawRepresentable>(
    at column: Int
  ) throws(ExecutionError) -> Case where Case.RawValue: StoredScalar {
    guard let result: Case = optionalCase(at: column) else { throw mismatch(column) }
    return result
  }

  /// The object key of an optional column; nil when the value is no object.
  public func optionalKey(at column: Int) -> ObjectKey? {
    if case .object(let key) = value(at: column) { key } else { nil }
  }

  /// The object key of a column that is never nil. Throws `ExecutionError.wrongResult` when the value is no object.
  public func requiredKey(at column: Int) throws(ExecutionError) -> ObjectKey {
    guard let key = optionalKey(at: column) else { throw mismatch(column) }
    return key
  }

  /// The identifying value of the object in an optional column; nil when there is no object, or its identity is of
  /// another type.
  public func optionalIdentity<Identity: StoredScalar>(at column: Int) -> Identity? {
    optionalKey(at: column).flatMap { Identity(stored: $0.identityValue) }
  }

  /// The identifying value of the object in a column that is never nil. Throws `ExecutionError.wrongResult` when there
  /// is no object, or its identity is of another type.
  public func requiredIdentity<Identity: StoredScalar>(at column: Int) throws(ExecutionError) -> Identity {
    guard let identity: Identity = optionalIdentity(at: column) else { throw mismatch(column) }
    return identity
  }

  /// The rows of the related objects in a column, as values of a generated struct.
  ///
  /// - Throws: `ExecutionError.wrongResult` when the column holds no rows, and what `make` throws.
  public func related<Related>(
    at column: Int, _ make: (ResultRow) throws(ExecutionError) -> Related
  ) throws(ExecutionError) -> [Related] {
    guard case .list(let rows) = value(at: column) else { throw mismatch(column) }
    var result: [Related] = []
    result.reserveCapacity(rows.count)
    for row in rows {
      guard case .list(let values) = row else { throw mismatch(column) }
      result.append(try make(ResultRow(values)))
    }
    return result
  }

  /// The row of the related object in an optional column, as a value of a generated struct; nil without an object.
  ///
  /// - Throws: `ExecutionError.wrongResult` when the column holds no row, and what `make` throws.
  public func optionalRelated<Related>(
    at column: Int, _ make: (ResultRow) throws(ExecutionError) -> Related
  ) throws(ExecutionError) -> Related? {
    value(at: column).isNull ? nil : try requiredRelated(at: column, make)
  }

  /// The row of the related object in a column, as a value of a generated struct.
  ///
  /// - Throws: `ExecutionError.wrongResult` when the column holds no row, and what `make` throws.
  public func requiredRelated<Related>(
    at column: Int, _ make: (ResultRow) throws(ExecutionError) -> Related
  ) throws(ExecutionError) -> Related {
    guard case .list(let values) = value(at: column) else { throw mismatch(column) }
    return try make(ResultRow(values))
  }

  private func mismatch(_ column: Int) -> ExecutionError {
    .wrongResult(expected: "a value of another type in column \(column)")
  }
}
