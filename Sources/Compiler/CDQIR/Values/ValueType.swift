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
    default: false
    }
  }

  /// The range of an integer type; nil for any other type.
  package var integerRange: ClosedRange<Int64>? {
    switch self {
    case .int16: Int64(Int16.min)...Int64(Int16.max)
    case .int32: Int64(Int32.min)...Int64(Int32.max)
    case .int64: .min ... .max
    default: nil
    }
  }

  /// The type in which values are computed and compared: `Int64` for every integer, `Double` for `Float`, and the same
  /// for elements of collections. A parameter accepts any value of this type.
  public var evaluated: ValueType {
    switch self {
    case .int16, .int32: .int64
    case .float: .double
    case .collection(let element, let isOrdered): .collection(element: element.evaluated, isOrdered: isOrdered)
    default: self
    }
  }

  /// The type whose Swift type holds the values: `Double` for a duration, the type itself otherwise.
  package var carrier: ValueType { self == .duration ? .double : self }

  /// Whether a Swift type holds the values of this type only, so that it tells the type: not for durations.
  package var hasOwnSwiftType: Bool { carrier == self }

  /// Whether it is an integer type, `Float`, `Double` or `Decimal`, which take part in arithmetic.
  public var isNumeric: Bool {
    switch self {
    case .int16, .int32, .int64, .float, .double, .decimal: true
    default: false
    }
  }

  /// Whether it is a date or a duration, which have an arithmetic of their own.
  package var isTime: Bool { self == .date || self == .duration }

  /// Whether values can be added up and negated: numbers and durations.
  package var isQuantity: Bool { isNumeric || self == .duration }

  /// Whether `<` and `>` accept values of this type: numbers, strings, dates and durations.
  public var isOrdered: Bool { isNumeric || isTime || self == .string }

  /// Whether objects can be sorted by values of this type: those with an order, Bools and enums.
  package var isSortable: Bool { isOrdered || self == .bool || enumerationName != nil }

  /// Whether values can be compared with each other, as those of keys and indexes are: no Transformables and no
  /// collections.
  package var isComparable: Bool { self != .opaque && element == nil }

  /// The name of the enum; nil for any other type.
  package var enumerationName: String? {
    if case .enumeration(let name) = self { name } else { nil }
  }

  /// The type of one element of a collection; nil for any other type.
  public var element: ValueType? {
    if case .collection(let element, _) = self { element } else { nil }
  }
}

extension ValueType: CustomStringConvertible {
  /// A type of every case, for readers; the most frequent ones first.
  static let samples: [ValueType] = [
    .string, .int64, .bool, .object(""), .double, .date, .enumeration(""), .int32, .int16, .decimal, .float, .duration,
    .data, .uuid, .url, .opaque, .null, .collection(element: .null, isOrdered: false),
  ]

  /// The name of the case, as in JSON and in the Swift code that makes a type.
  package var caseName: String {
    switch self {
    case .bool: "bool"
    case .int16: "int16"
    case .int32: "int32"
    case .int64: "int64"
    case .float: "float"
    case .double: "double"
    case .decimal: "decimal"
    case .string: "string"
    case .date: "date"
    case .duration: "duration"
    case .data: "data"
    case .uuid: "uuid"
    case .url: "url"
    case .enumeration: "enumeration"
    case .object: "object"
    case .opaque: "opaque"
    case .collection: "collection"
    case .null: "null"
    }
  }

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
