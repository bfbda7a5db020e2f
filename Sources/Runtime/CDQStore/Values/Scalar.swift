import CDQIR
import CDQValues
import Foundation

/// A planned scalar expression: one typed getter. For `population + 1` it is `.int(.row(closure))`, for the literal `7`
/// `.int(.constant(7))`.
///
/// Dates and durations are getters of seconds, and rarely used types are getters of dynamically typed values. So the
/// compiler specializes code that is generic over a getter's type for six types only.
enum Scalar {
  case null
  case bool(Getter<Bool>)
  case int(Getter<Int64>)
  /// A `.double`, a `.date` in seconds since 2001-01-01, or a `.duration` in seconds.
  case doubles(Getter<Double>, ValueKind)
  case decimal(Getter<Decimal>)
  case string(Getter<String>)
  /// A `.data`, `.uuid` or `.url`.
  case values(Getter<Value>, ValueKind)
  case object(ObjectGetter)
  case opaque(isPresent: (Row) -> Bool)

  static func double(_ getter: Getter<Double>) -> Scalar { .doubles(getter, .double) }
  static func date(_ getter: Getter<Double>) -> Scalar { .doubles(getter, .date) }
}

/// A planned object value: its identity, or only whether there is an object if its type declares no identity.
struct ObjectGetter {
  /// The key, or the entity that has none, which the error of a query that needs one names.
  private enum Key {
    case known(Getter<Value>)
    case undeclared(entity: String, isPresent: (Row) -> Bool)
  }
  private let storage: Key

  /// - Parameter key: A getter of `.object` values.
  init(key: Getter<Value>) {
    storage = .known(key)
  }

  init(entityWithoutIdentity entity: String, isPresent: @escaping (Row) -> Bool) {
    storage = .undeclared(entity: entity, isPresent: isPresent)
  }

  /// The getter of the object's key.
  ///
  /// - Throws: `ExecutionError.missingIdentity` when the entity declares none.
  func key() throws(ExecutionError) -> Getter<Value> {
    switch storage {
    case .known(let getter): return getter
    case .undeclared(let entity, _): throw .missingIdentity(entity: entity)
    }
  }

  /// Whether there is no object.
  var isNull: Condition {
    switch storage {
    case .known(let getter): getter.isNull
    case .undeclared(_, let isPresent): .row { !isPresent($0) }
    }
  }

  func lifted(_ lift: RowLift) -> ObjectGetter {
    switch storage {
    case .known(let getter): ObjectGetter(key: getter.lifted(lift))
    case .undeclared(let entity, let isPresent):
      ObjectGetter(entityWithoutIdentity: entity, isPresent: Scalar.lifted(isPresent, lift))
    }
  }
}

extension Scalar {
  /// The same expression, evaluated on the row that `lift` leads to; nil when there is no such row.
  @inline(never)
  func lifted(_ lift: RowLift) -> Scalar {
    switch self {
    case .null: .null
    case .bool(let getter): .bool(getter.lifted(lift))
    case .int(let getter): .int(getter.lifted(lift))
    case .doubles(let getter, let kind): .doubles(getter.lifted(lift), kind)
    case .decimal(let getter): .decimal(getter.lifted(lift))
    case .string(let getter): .string(getter.lifted(lift))
    case .values(let getter, let kind): .values(getter.lifted(lift), kind)
    case .object(let object): .object(object.lifted(lift))
    case .opaque(let isPresent): .opaque(isPresent: Scalar.lifted(isPresent, lift))
    }
  }

  fileprivate static func lifted(_ isPresent: @escaping (Row) -> Bool, _ lift: RowLift) -> (Row) -> Bool {
    let presence = Getter<Bool>.row { isPresent($0) }.lifted(lift).closure
    return { presence($0) ?? false }
  }

  /// Whether the value is nil.
  var isNull: Condition {
    switch self {
    case .null: .constant(true)
    case .bool(let getter): getter.isNull
    case .int(let getter): getter.isNull
    case .doubles(let getter, _): getter.isNull
    case .decimal(let getter): getter.isNull
    case .string(let getter): getter.isNull
    case .values(let getter, _): getter.isNull
    case .object(let object): object.isNull
    case .opaque(let isPresent): .row { !isPresent($0) }
    }
  }

  /// Whether the value is a constant of the plan, the same for all rows.
  var isConstant: Bool {
    switch self {
    case .null: true
    case .bool(let getter): getter.isConstant
    case .int(let getter): getter.isConstant
    case .doubles(let getter, _): getter.isConstant
    case .decimal(let getter): getter.isConstant
    case .string(let getter): getter.isConstant
    case .values(let getter, _): getter.isConstant
    case .object(let object): (try? object.key())?.isConstant ?? false
    case .opaque: false
    }
  }

  /// The value as a closure of dynamically typed values.
  ///
  /// - Throws: `ExecutionError` for a Transformable value, which can only be tested for nil, and for an object without
  ///   identity.
  @inline(never)
  func values() throws(ExecutionError) -> (Row) -> Value {
    switch self {
    case .null: return { _ in .null }
    case .bool(let getter): return Scalar.boxed(getter) { .bool($0) }
    case .int(let getter): return Scalar.boxed(getter) { .int($0) }
    case .doubles(let getter, let kind): return Scalar.boxed(getter) { Value($0, as: kind) }
    case .decimal(let getter): return Scalar.boxed(getter) { .decimal($0) }
    case .string(let getter): return Scalar.boxed(getter) { .string($0) }
    case .values(let getter, _): return Scalar.boxed(getter) { $0 }
    case .object(let object): return Scalar.boxed(try object.key()) { $0 }
    case .opaque: throw .malformedQuery("a Transformable value can only be tested for nil")
    }
  }

  @inline(__always)
  private static func boxed<T>(_ getter: Getter<T>, _ box: @escaping (T) -> Value) -> (Row) -> Value {
    let get = getter.closure
    return { row in
      guard let value = get(row) else { return .null }
      return box(value)
    }
  }

  /// The value as a closure of dynamically typed values; a Transformable value reads as `.null`.
  func boxed() throws(ExecutionError) -> (Row) -> Value {
    if case .opaque = self { return { _ in .null } }
    return try values()
  }

  /// The value's key for comparisons in grouping, `distinct` and set operations.
  func equalityKey() throws(ExecutionError) -> (Row) -> EqualityKey {
    let boxed = try boxed()
    return { EqualityKey(boxed($0)) }
  }
}
