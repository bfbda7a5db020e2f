public import CDQIR
import CDQValues
public import Foundation

/// How one attribute of a record is read: one typed closure, so that no value is boxed per row.
///
/// A nil result is the language's nil. Integers of every width arrive as `Int64`, `Float` as `Double`.
@frozen public enum AttributeAccess<Record>: Sendable {
  case bool(@Sendable (Record) -> Bool?)
  case int(@Sendable (Record) -> Int64?)
  case double(@Sendable (Record) -> Double?)
  case decimal(@Sendable (Record) -> Decimal?)
  case string(@Sendable (Record) -> String?)
  case date(@Sendable (Record) -> Date?)
  /// Seconds.
  case duration(@Sendable (Record) -> Double?)
  case data(@Sendable (Record) -> Data?)
  case uuid(@Sendable (Record) -> UUID?)
  case url(@Sendable (Record) -> URL?)
  /// A value nothing is known about but whether it is there.
  case opaque(isPresent: @Sendable (Record) -> Bool)
  /// Several values of one type; nil has no elements. A `.null` element is a nil element.
  case list(element: ValueType, @Sendable (Record) -> [Value]?)
}

extension AttributeAccess {
  /// An attribute read as a dynamic `Value`; a value of another type than `type` reads as nil.
  ///
  /// - Parameter type: For an attribute of an enum its raw type: `.string` or `.int64`. A relationship's type makes an
  ///   attribute that can only be tested for nil.
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

  /// The same attribute read from the row of a record.
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

  /// The same attribute read from the row of a record.
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
