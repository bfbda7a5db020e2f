import CDQIR
import CDQValues
import Foundation

/// The type of a scalar during evaluation. Integers of every width share one kind, and so do floating-point numbers.
enum ScalarKind {
  case null, bool, int, double, decimal, string, date, duration, data, uuid, url, object, opaque

  /// The kind of values of a type. An enum counts as its raw value.
  init(_ type: ValueType) {
    switch type {
    case .bool: self = .bool
    case .int16, .int32, .int64: self = .int
    case .float, .double: self = .double
    case .decimal: self = .decimal
    case .string, .enumeration: self = .string
    case .date: self = .date
    case .duration: self = .duration
    case .data: self = .data
    case .uuid: self = .uuid
    case .url: self = .url
    case .object: self = .object
    case .opaque, .null, .collection: self = .null
    }
  }

  /// The name of the type in error messages.
  var name: String {
    switch self {
    case .null: "NULL"
    case .bool: "Bool"
    case .int: "Int64"
    case .double: "Double"
    case .decimal: "Decimal"
    case .string: "String"
    case .date: "Date"
    case .duration: "Duration"
    case .data: "Data"
    case .uuid: "UUID"
    case .url: "URL"
    case .object: "an object"
    case .opaque: "Transformable"
    }
  }
}

extension ScalarKind {
  /// The kind of a set with values of both kinds: the wider one of two numeric kinds, else the first.
  static func common(_ one: ScalarKind, _ other: ScalarKind) -> ScalarKind {
    let widths: [ScalarKind] = [.int, .double, .decimal]
    guard let first = widths.firstIndex(of: one), let second = widths.firstIndex(of: other) else { return one }
    return widths[max(first, second)]
  }
}

extension Scalar {
  var kind: ScalarKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .duration: .duration
    case .data: .data
    case .uuid: .uuid
    case .url: .url
    case .object: .object
    case .opaque: .opaque
    }
  }

  /// The name of the type in error messages.
  var typeName: String { kind.name }

  /// A scalar from a getter of dynamically typed values. A value of another kind is read as nil.
  init(_ kind: ScalarKind, _ get: @escaping (Row) -> Value) {
    switch kind {
    case .null, .opaque: self = .null
    case .bool: self = .bool(.row { if case .bool(let value) = get($0) { value } else { nil } })
    case .int: self = .int(.row { if case .int(let value) = get($0) { value } else { nil } })
    case .double: self = .double(.row { if case .double(let value) = get($0) { value } else { nil } })
    case .decimal: self = .decimal(.row { if case .decimal(let value) = get($0) { value } else { nil } })
    case .string: self = .string(.row { if case .string(let value) = get($0) { value } else { nil } })
    case .date:
      self = .date(.row { if case .date(let value) = get($0) { value.timeIntervalSinceReferenceDate } else { nil } })
    case .duration: self = .duration(.row { if case .duration(let value) = get($0) { value } else { nil } })
    case .data: self = .data(.row { get($0).only(.data) })
    case .uuid: self = .uuid(.row { get($0).only(.uuid) })
    case .url: self = .url(.row { get($0).only(.url) })
    case .object: self = .object(ObjectGetter(key: .row { get($0).only(.object) }))
    }
  }
}

extension Value {
  /// The kind of the scalar that holds such a value; nil for a list.
  private var kind: ScalarKind? {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .duration: .duration
    case .data: .data
    case .uuid: .uuid
    case .url: .url
    case .object: .object
    case .list: nil
    }
  }

  // These functions return `.none` explicitly: in an optional `Value`, `nil` could be confused with the value `.null`.

  /// The value if it is of a kind; otherwise nil.
  func only(_ wanted: ScalarKind) -> Value? {
    guard kind == wanted, wanted != .null else { return .none }
    return .some(self)
  }

  /// The value as one of a kind that is as wide or wider: an integer becomes the nearest Double, a Double the Decimal of
  /// its shortest text. Nil for NaN and for a value of another kind.
  func converted(to wanted: ScalarKind) -> Value? {
    switch (self, wanted) {
    case (.int(let number), .double): .some(.double(Double(number)))
    case (.double(let number), .decimal): number.isNaN ? .none : ExactNumber.decimal(number).map { .decimal($0) }
    default: exactly(wanted)
    }
  }

  /// The equal value of another numeric kind, if there is one: the double 2.0 becomes the integer 2, and 2.5 has none.
  /// Nil for NaN, which is equal to nothing and thus in no set.
  func exactly(_ wanted: ScalarKind) -> Value? {
    switch (self, wanted) {
    case (.double(let number), _) where number.isNaN: return .none
    case (.decimal(let number), _) where number.isNaN: return .none
    case (.int(let number), .double): return Double(exactly: number).map { .double($0) }
    case (.int(let number), .decimal): return .some(.decimal(Decimal(number)))
    case (.double(let number), .int): return Int64(exactly: number).map { .int($0) }
    case (.double(let number), .decimal): return Value.decimal(equalTo: number)
    case (.decimal(let number), .int): return ExactNumber.int64(number).map { .int($0) }
    case (.decimal(let number), .double): return ExactNumber.double(number).map { .double($0) }
    default: return only(wanted)
    }
  }

  private static func decimal(equalTo number: Double) -> Value? {
    guard let decimal = ExactNumber.decimal(number), ExactNumber.compare(decimal, number) == .orderedSame else {
      return .none
    }
    return .some(.decimal(decimal))
  }

  /// The integer that equals the value; nil when there is none.
  var exactInteger: Int64? {
    if case .int(let number)? = exactly(.int) { number } else { nil }
  }

  var ifPresent: Value? { isNull ? .none : .some(self) }

  /// The text of a `.string`; nil for other values.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

extension Bool {
  /// The payload of a `.bool`; nil for other values.
  init?(_ value: Value) {
    guard case .bool(let payload) = value else { return nil }
    self = payload
  }
}

extension Int64 {
  /// The payload of an `.int`; nil for other values.
  init?(_ value: Value) {
    guard case .int(let payload) = value else { return nil }
    self = payload
  }
}

extension UUID {
  /// The payload of a `.uuid`; nil for other values.
  init?(_ value: Value) {
    guard case .uuid(let payload) = value else { return nil }
    self = payload
  }
}
