/// The type of a value, without its optionality.
public indirect enum ValueType: Hashable, Sendable {
  case bool
  case int16, int32, int64
  case float, double, decimal
  case string
  case date
  /// A span of time in seconds, such as `days(7)` or the difference of two dates.
  case duration
  case data, uuid, url
  /// A case of the schema's enum of that name. Its values are raw values: `String` or `Int64`.
  case enumeration(String)
  /// An object of the entity of that name or of one of its sub-entities.
  case object(String)
  /// A value of unknown type (Transformable), which can only be compared with nil.
  case opaque
  /// A collection, such as `[Double]` or a to-many relationship. Invariant: `element` is no collection.
  case collection(element: ValueType, isOrdered: Bool)
  /// The type of the literal `NULL`, which can be compared with every optional.
  case null

  /// Whether it is `Int16`, `Int32` or `Int64`, which are all evaluated as `Int64`.
  public var isInteger: Bool {
    switch self {
    case .int16, .int32, .int64: true
    case .bool, .float, .double, .decimal, .string, .date, .duration, .data, .uuid, .url, .enumeration, .object,
      .opaque, .collection, .null:
      false
    }
  }

  /// The type in which values are computed and compared: `Int64` for every integer, `Double` for `Float`, and the same
  /// for elements of collections. A parameter accepts any value of this type.
  public var evaluated: ValueType {
    switch self {
    case .int16, .int32: .int64
    case .float: .double
    case .collection(let element, let isOrdered): .collection(element: element.evaluated, isOrdered: isOrdered)
    case .bool, .int64, .double, .decimal, .string, .date, .duration, .data, .uuid, .url, .enumeration, .object,
      .opaque, .null:
      self
    }
  }

  /// Whether it is an integer type, `Float`, `Double` or `Decimal`, which take part in arithmetic.
  public var isNumeric: Bool {
    switch self {
    case .int16, .int32, .int64, .float, .double, .decimal: true
    case .bool, .string, .date, .duration, .data, .uuid, .url, .enumeration, .object, .opaque, .collection, .null:
      false
    }
  }

  /// Whether `<` and `>` accept values of this type: numbers, strings, dates and durations.
  public var isOrdered: Bool {
    switch self {
    case .string, .date, .duration: true
    case .int16, .int32, .int64, .float, .double, .decimal: true
    case .bool, .data, .uuid, .url, .enumeration, .object, .opaque, .collection, .null: false
    }
  }

  /// The type of one element of a collection; nil for any other type.
  public var element: ValueType? {
    if case .collection(let element, _) = self { element } else { nil }
  }
}

extension ValueType: CustomStringConvertible {
  /// The type in the spelling of diagnostics, such as `Int64`, `[String]` or the name of an entity.
  public var description: String {
    switch self {
    case .bool: "Bool"
    case .int16: "Int16"
    case .int32: "Int32"
    case .int64: "Int64"
    case .float: "Float"
    case .double: "Double"
    case .decimal: "Decimal"
    case .string: "String"
    case .date: "Date"
    case .duration: "Duration"
    case .data: "Data"
    case .uuid: "UUID"
    case .url: "URL"
    case .enumeration(let name), .object(let name): name
    case .opaque: "Transformable"
    case .collection(let element, _): "[\(element)]"
    case .null: "NULL"
    }
  }
}

/// A type together with whether a value of it may be nil, such as `Int64?`.
public struct OptionalType: Hashable, Sendable, CustomStringConvertible {
  /// The type without its optionality.
  public var base: ValueType
  /// Whether the value may be nil.
  public var isOptional: Bool

  /// A type and whether a value of it may be nil.
  public init(_ base: ValueType, isOptional: Bool = false) {
    self.base = base
    self.isOptional = isOptional
  }

  /// The type in the spelling of diagnostics, such as `Int64?`.
  public var description: String { isOptional ? "\(base)?" : base.description }

  /// The same type with `isOptional` set.
  public var optional: OptionalType { OptionalType(base, isOptional: true) }
}

extension ValueType {
  /// The numeric type that represents the numbers of both types: Int64 for Int16 and Int64, Double for Int64 and Double;
  /// nil when one is not numeric.
  package func number(with other: ValueType) -> ValueType? {
    guard isNumeric, other.isNumeric else { return nil }
    if self == other { return self }
    if isInteger, other.isInteger { return self == .int64 || other == .int64 ? .int64 : .int32 }
    return self == .decimal || other == .decimal ? .decimal : .double
  }
}
