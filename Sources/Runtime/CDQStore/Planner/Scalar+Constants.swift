import CDQIR
import CDQValues
import Foundation

extension Scalar {
  /// Makes a scalar of the given type with the same value for all rows.
  init(constant value: Value, _ type: ValueType) throws(ExecutionError) {
    if value.isNull {
      self = try Scalar(nilOf: type)
      return
    }
    guard let widened = value.widened(to: type) else {
      throw .malformedQuery("\(value.described) stands for \(type)")
    }
    try self.init(constant: widened)
  }

  /// Makes a scalar with the same value, which is not nil, for all rows.
  private init(constant value: Value) throws(ExecutionError) {
    switch value {
    case .null: self = .null
    case .bool(let payload): self = .bool(.constant(payload))
    case .int(let payload): self = .int(.constant(payload))
    case .double, .date, .duration: self = .doubles(.constant(value.number), value.kind)
    case .decimal(let payload): self = .decimal(.constant(payload))
    case .string(let payload): self = .string(.constant(payload))
    case .data, .uuid, .url: self = .values(.constant(value), value.kind)
    case .object: self = .object(ObjectGetter(key: .constant(value)))
    case .list: throw .malformedQuery("a list is used as one value")
    }
  }

  /// Evaluates the scalar for one row and gives the value as a constant. Without a row the constant is nil.
  func constant(at row: Row) throws(ExecutionError) -> Scalar {
    let get = try values()
    let value = row == nil ? .null : get(row)
    return value.isNull ? Scalar(nilOf: kind) : try Scalar(constant: value)
  }

  /// Makes a constant nil of the given type.
  init(nilOf type: ValueType) throws(ExecutionError) {
    switch type {
    // The IR does not tell the raw type of an enum.
    case .enumeration: self = .null
    case .collection: throw .malformedQuery("a list is used as one value")
    default: self.init(nilOf: ValueKind(type))
    }
  }

  /// Makes a constant nil of the given kind.
  init(nilOf kind: ValueKind) {
    switch kind {
    case .null, .list, .opaque: self = .null
    case .bool: self = .bool(.constant(nil))
    case .int: self = .int(.constant(nil))
    case .double, .date, .duration: self = .doubles(.constant(nil), kind)
    case .decimal: self = .decimal(.constant(nil))
    case .string: self = .string(.constant(nil))
    case .data, .uuid, .url: self = .values(.constant(.none), kind)
    case .object: self = .object(ObjectGetter(key: .constant(.none)))
    }
  }

  /// Converts the scalar to the type that its context requires: NULL becomes a nil of that type, and numbers are
  /// converted between Int64, Double and Decimal. A number that does not fit an Int64 exactly becomes nil.
  ///
  /// - Throws: `ExecutionError.malformedQuery` if there is no such conversion.
  @inline(never)
  func coerced(to type: ValueType) throws(ExecutionError) -> Scalar {
    switch ValueKind(type) {
    case .int: if let integers { return .int(integers) }
    case .double: if let doubles { return .double(doubles) }
    case .decimal: if let decimals { return .decimal(decimals) }
    case .duration: if let spans { return .doubles(spans, .duration) }
    case .string: if kind == .string || (kind == .int && type != .string) { return self }
    case let wanted: if kind == wanted { return self }
    }
    guard case .null = self else { throw .malformedQuery("\(typeName) stands for \(type)") }
    return try Scalar(nilOf: type)
  }

  private var integers: Getter<Int64>? {
    switch self {
    case .int(let getter): getter
    case .doubles(let getter, .double): getter.map { Int64(exactly: $0) }
    case .decimal(let getter): getter.map { ExactNumber.int64($0) }
    default: nil
    }
  }

  private var doubles: Getter<Double>? {
    switch self {
    case .int(let getter): getter.map { Double($0) }
    case .doubles(let getter, let kind) where kind.isAmount: getter
    case .decimal(let getter): getter.map { ExactNumber.nearestDouble($0) }
    default: nil
    }
  }

  private var decimals: Getter<Decimal>? {
    switch self {
    case .int(let getter): getter.map { Decimal($0) }
    case .doubles(let getter, .double): getter.map { ExactNumber.decimal($0) }
    case .decimal(let getter): getter
    default: nil
    }
  }

  private var spans: Getter<Double>? {
    switch self {
    case .int(let getter): getter.map { Double($0) }
    case .doubles(let getter, let kind) where kind.isAmount: getter
    default: nil
    }
  }
}
