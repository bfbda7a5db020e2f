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
    case .double(let payload): self = .double(.constant(payload))
    case .decimal(let payload): self = .decimal(.constant(payload))
    case .string(let payload): self = .string(.constant(payload))
    case .date(let payload): self = .date(.constant(payload.timeIntervalSinceReferenceDate))
    case .duration(let payload): self = .duration(.constant(payload))
    case .data: self = .data(.constant(value))
    case .uuid: self = .uuid(.constant(value))
    case .url: self = .url(.constant(value))
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
    default: self.init(nilOf: ScalarKind(type))
    }
  }

  /// Makes a constant nil of the given kind.
  init(nilOf kind: ScalarKind) {
    switch kind {
    case .null, .opaque: self = .null
    case .bool: self = .bool(.constant(nil))
    case .int: self = .int(.constant(nil))
    case .double: self = .double(.constant(nil))
    case .decimal: self = .decimal(.constant(nil))
    case .string: self = .string(.constant(nil))
    case .date: self = .date(.constant(nil))
    case .duration: self = .duration(.constant(nil))
    case .data: self = .data(.constant(.none))
    case .uuid: self = .uuid(.constant(.none))
    case .url: self = .url(.constant(.none))
    case .object: self = .object(ObjectGetter(key: .constant(.none)))
    }
  }

  /// Converts the scalar to the type that its context requires: NULL becomes a nil of that type, and numbers are
  /// converted between Int64, Double and Decimal. A number that does not fit an Int64 exactly becomes nil.
  ///
  /// - Throws: `ExecutionError.malformedQuery` if there is no such conversion.
  @inline(never)
  func coerced(to type: ValueType) throws(ExecutionError) -> Scalar {
    switch type {
    case .bool: if case .bool = self { return self }
    case .int16, .int32, .int64: if let integers { return .int(integers) }
    case .float, .double: if let doubles { return .double(doubles) }
    case .decimal: if let decimals { return .decimal(decimals) }
    case .string: if case .string = self { return self }
    case .date: if case .date = self { return self }
    case .duration: if let spans { return .duration(spans) }
    case .data: if case .data = self { return self }
    case .uuid: if case .uuid = self { return self }
    case .url: if case .url = self { return self }
    case .object: if case .object = self { return self }
    case .opaque: if case .opaque = self { return self }
    case .enumeration:
      if case .string = self { return self }
      if case .int = self { return self }
    case .collection, .null: break
    }
    guard case .null = self else { throw .malformedQuery("\(typeName) stands for \(type)") }
    return try Scalar(nilOf: type)
  }

  private var integers: Getter<Int64>? {
    switch self {
    case .int(let getter): getter
    case .double(let getter): getter.map { Int64(exactly: $0) }
    case .decimal(let getter): getter.map { ExactNumber.int64($0) }
    case .null, .bool, .string, .date, .duration, .data, .uuid, .url, .object, .opaque: nil
    }
  }

  private var doubles: Getter<Double>? {
    switch self {
    case .int(let getter): getter.map { Double($0) }
    case .double(let getter): getter
    case .decimal(let getter): getter.map { ExactNumber.nearestDouble($0) }
    case .duration(let getter): getter
    case .null, .bool, .string, .date, .data, .uuid, .url, .object, .opaque: nil
    }
  }

  private var decimals: Getter<Decimal>? {
    switch self {
    case .int(let getter): getter.map { Decimal($0) }
    case .double(let getter): getter.map { ExactNumber.decimal($0) }
    case .decimal(let getter): getter
    case .null, .bool, .string, .date, .duration, .data, .uuid, .url, .object, .opaque: nil
    }
  }

  private var spans: Getter<Double>? {
    switch self {
    case .int(let getter): getter.map { Double($0) }
    case .double(let getter), .duration(let getter): getter
    case .null, .bool, .decimal, .string, .date, .data, .uuid, .url, .object, .opaque: nil
    }
  }
}
