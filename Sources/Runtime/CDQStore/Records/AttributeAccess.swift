public import CDQIR
import CDQValues
public import Foundation

/// A reader of one attribute of a record: one typed closure, so that no value is boxed per record.
///
/// A nil result is the language's NULL. Integers of every width are read as `Int64`, `Float` as `Double`.
@frozen public enum AttributeAccess<Record>: Sendable {
  case bool(@Sendable (Record) -> Bool?)
  case int(@Sendable (Record) -> Int64?)
  case double(@Sendable (Record) -> Double?)
  case decimal(@Sendable (Record) -> Decimal?)
  case string(@Sendable (Record) -> String?)
  case date(@Sendable (Record) -> Date?)
  /// A duration in seconds.
  case duration(@Sendable (Record) -> Double?)
  case data(@Sendable (Record) -> Data?)
  case uuid(@Sendable (Record) -> UUID?)
  case url(@Sendable (Record) -> URL?)
  /// A Transformable value, which queries can only test for nil.
  case opaque(isPresent: @Sendable (Record) -> Bool)
  /// A collection of values of one type. Nil counts as an empty collection; a `.null` element is a nil element.
  case list(element: ValueType, @Sendable (Record) -> [Value]?)
}

extension AttributeAccess {
  /// Creates a reader from one of dynamically typed values. A value of another type than `type` is read as nil.
  ///
  /// - Parameter type: The attribute's type. For an enum pass its raw type, `.string` or `.int64`. With a
  ///   relationship's type, the attribute can only be tested for nil.
  public init(_ type: ValueType, value get: @escaping @Sendable (Record) -> Value) {
    switch type {
    case .bool:
      self = .bool { if case .bool(let value) = get($0) { value } else { nil } }
    case .int16, .int32, .int64:
      self = .int { if case .int(let value) = get($0) { value } else { nil } }
    case .float, .double:
      self = .double { if case .double(let value) = get($0) { value } else { nil } }
    case .decimal:
      self = .decimal { if case .decimal(let value) = get($0) { value } else { nil } }
    case .string, .enumeration:
      self = .string { if case .string(let value) = get($0) { value } else { nil } }
    case .date:
      self = .date { if case .date(let value) = get($0) { value } else { nil } }
    case .duration:
      self = .duration { if case .duration(let value) = get($0) { value } else { nil } }
    case .data:
      self = .data { if case .data(let value) = get($0) { value } else { nil } }
    case .uuid:
      self = .uuid { if case .uuid(let value) = get($0) { value } else { nil } }
    case .url:
      self = .url { if case .url(let value) = get($0) { value } else { nil } }
    case .object, .opaque, .null:
      self = .opaque { !get($0).isNull }
    case .collection(let element, _):
      self = .list(element: element) { if case .list(let values) = get($0) { values } else { nil } }
    }
  }

  /// The same reader for a row that points to a record.
  func ofRows() -> AttributeAccess<Row> {
    switch self {
    case .bool(let get): .bool { get($0.place().pointee) }
    case .int(let get): .int { get($0.place().pointee) }
    case .double(let get): .double { get($0.place().pointee) }
    case .decimal(let get): .decimal { get($0.place().pointee) }
    case .string(let get): .string { get($0.place().pointee) }
    case .date(let get): .date { get($0.place().pointee) }
    case .duration(let get): .duration { get($0.place().pointee) }
    case .data(let get): .data { get($0.place().pointee) }
    case .uuid(let get): .uuid { get($0.place().pointee) }
    case .url(let get): .url { get($0.place().pointee) }
    case .opaque(let isPresent): .opaque { isPresent($0.place().pointee) }
    case .list(let element, let get): .list(element: element) { get($0.place().pointee) }
    }
  }

  /// The same reader for a row, if this one reads a record through a pointer.
  func ofRows<Element>() -> AttributeAccess<Row> where Record == UnsafePointer<Element> {
    switch self {
    case .bool(let get): .bool { get($0.place()) }
    case .int(let get): .int { get($0.place()) }
    case .double(let get): .double { get($0.place()) }
    case .decimal(let get): .decimal { get($0.place()) }
    case .string(let get): .string { get($0.place()) }
    case .date(let get): .date { get($0.place()) }
    case .duration(let get): .duration { get($0.place()) }
    case .data(let get): .data { get($0.place()) }
    case .uuid(let get): .uuid { get($0.place()) }
    case .url(let get): .url { get($0.place()) }
    case .opaque(let isPresent): .opaque { isPresent($0.place()) }
    case .list(let element, let get): .list(element: element) { get($0.place()) }
    }
  }
}
