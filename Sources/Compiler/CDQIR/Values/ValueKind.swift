public import Foundation

/// The type of a value at run time: that of `.int(7)` is `.int`. Integers of every width share one kind, and so do
/// floating-point numbers; an enum has the kind of its raw values.
@usableFromInline package enum ValueKind: Sendable {
  case null, bool, int, double, decimal, string, date, duration, data, uuid, url, object, list
  /// The kind of Transformable values, which can only be tested for nil.
  case opaque

  /// The kind of the values of a type. An enum counts as one with text raw values.
  package init(_ type: ValueType) {
    switch type {
    case .null: self = .null
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
    case .collection: self = .list
    case .opaque: self = .opaque
    }
  }

  /// The type of the values, which is the widest type of numbers: `Int64` for `.int`. Nil for objects and lists.
  package var type: ValueType? {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int64
    case .double: .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .duration: .duration
    case .data: .data
    case .uuid: .uuid
    case .url: .url
    case .object, .list: nil
    case .opaque: .opaque
    }
  }

  /// The name of the type in error messages, such as `Int64`.
  package var name: String { type?.description ?? (self == .list ? "a list" : "an object") }

  /// Whether values that are stored as a `Double` can be added up. Dates cannot, since they are points in time.
  package var isAmount: Bool { self != .date }
}

extension Value {
  /// The kind of the value.
  package var kind: ValueKind {
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
    case .list: .list
    }
  }

  /// The value that the engines compute as a `Double`: a date for the seconds since 2001-01-01, a duration for seconds,
  /// and a double for any other kind.
  @inlinable package init(_ number: Double, as kind: ValueKind) {
    switch kind {
    case .date: self = .date(Date(timeIntervalSinceReferenceDate: number))
    case .duration: self = .duration(number)
    default: self = .double(number)
    }
  }

  /// The number of a `.double`, the seconds since 2001-01-01 of a `.date` or those of a `.duration`; nil for other values.
  package var number: Double? {
    switch self {
    case .double(let number), .duration(let number): number
    case .date(let date): date.timeIntervalSinceReferenceDate
    default: nil
    }
  }

  /// The `number` of the value if it is of a kind; otherwise nil.
  package func number(as wanted: ValueKind) -> Double? {
    kind == wanted ? number : nil
  }
}
