import CDQIR
import CDQValues
import Foundation

extension Scalar {
  /// A value that is the same for all rows, of the given type.
  init(constant value: Value, _ type: ValueType) throws(ExecutionError) {
    if value.isNull {
      self = try Scalar(nilOf: type)
      return
    }
    guard let widened = value.widened(to: type) else {
      throw .malformedQuery("\(value.described) stands for \(type)")
    }
    switch widened {
    case .null: self = .null
    case .bool(let payload): self = .bool(.constant(payload))
    case .int(let payload): self = .int(.constant(payload))
    case .double(let payload): self = .double(.constant(payload))
    case .decimal(let payload): self = .decimal(.constant(payload))
    case .string(let payload): self = .string(.constant(payload))
    case .date(let payload): self = .date(.constant(payload))
    case .duration(let payload): self = .duration(.constant(TimeSpan(seconds: payload)))
    case .data(let payload): self = .data(.constant(payload))
    case .uuid(let payload): self = .uuid(.constant(payload))
    case .url(let payload): self = .url(.constant(payload))
    case .object(let payload): self = .object(ObjectGetter(key: .constant(payload)))
    case .list: throw .malformedQuery("a list is used as one value")
    }
  }

  /// Nil of the given type.
  init(nilOf type: ValueType) throws(ExecutionError) {
    switch type {
    case .bool: self = .bool(.constant(nil))
    case .int16, .int32, .int64: self = .int(.constant(nil))
    case .float, .double: self = .double(.constant(nil))
    case .decimal: self = .decimal(.constant(nil))
    case .string: self = .string(.constant(nil))
    case .date: self = .date(.constant(nil))
    case .duration: self = .duration(.constant(nil))
    case .data: self = .data(.constant(nil))
    case .uuid: self = .uuid(.constant(nil))
    case .url: self = .url(.constant(nil))
    case .object: self = .object(ObjectGetter(key: .constant(nil)))
    case .enumeration, .opaque, .null: self = .null
    case .collection: throw .malformedQuery("a list is used as one value")
    }
  }

  /// The value brought to the type of its place: NULL takes it, numbers change their family.
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

  private var integers: Getter<Row, Int64>? {
    switch self {
    case .int(let getter): getter
    case .double(let getter): getter.map { Int64(exactly: $0) }
    case .decimal(let getter): getter.map { ExactNumber.int64($0) }
    case .null, .bool, .string, .date, .duration, .data, .uuid, .url, .object, .opaque: nil
    }
  }

  private var doubles: Getter<Row, Double>? {
    switch self {
    case .int(let getter): getter.map { Double($0) }
    case .double(let getter): getter
    case .decimal(let getter): getter.map { ExactNumber.nearestDouble($0) }
    case .duration(let getter): getter.map(\.seconds)
    case .null, .bool, .string, .date, .data, .uuid, .url, .object, .opaque: nil
    }
  }

  private var decimals: Getter<Row, Decimal>? {
    switch self {
    case .int(let getter): getter.map { Decimal($0) }
    case .double(let getter): getter.map { ExactNumber.decimal($0) }
    case .decimal(let getter): getter
    case .null, .bool, .string, .date, .duration, .data, .uuid, .url, .object, .opaque: nil
    }
  }

  private var spans: Getter<Row, TimeSpan>? {
    switch self {
    case .int(let getter): getter.map { TimeSpan(seconds: Double($0)) }
    case .double(let getter): getter.map { TimeSpan(seconds: $0) }
    case .duration(let getter): getter
    case .null, .bool, .decimal, .string, .date, .data, .uuid, .url, .object, .opaque: nil
    }
  }

  /// The getter of elements of a list, each given as a dynamic value.
  static func unboxing(_ type: ValueType) -> Scalar<Value> {
    switch type {
    case .bool: .bool(.row { Bool($0) })
    case .int16, .int32, .int64: .int(.row { Int64($0) })
    case .float, .double: .double(.row { Double($0) })
    case .decimal: .decimal(.row { Decimal($0) })
    case .string, .enumeration: .string(.row { String($0) })
    case .date: .date(.row { Date($0) })
    case .duration: .duration(.row { TimeSpan($0) })
    case .data: .data(.row { Data($0) })
    case .uuid: .uuid(.row { UUID($0) })
    case .url: .url(.row { URL($0) })
    case .object: .object(ObjectGetter(key: .row { ObjectKey($0) }))
    case .opaque, .null, .collection: .null
    }
  }
}
