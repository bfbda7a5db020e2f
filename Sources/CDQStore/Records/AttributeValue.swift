public import CDQIR
import CDQValues
public import Foundation

/// A Swift type that an attribute can have in a user's own record.
public protocol AttributeValue: Sendable {
  /// The language's type.
  static var valueType: ValueType { get }
  /// The same value as the language sees it.
  var value: Value { get }
  /// The typed reader of an attribute of this type.
  static func access<Record>(_ get: @escaping @Sendable (Record) -> Self?) -> AttributeAccess<Record>
  /// The reader of an attribute of this type for many records at once; nil where each is read by itself.
  static func blocks<Record>(_ get: @escaping @Sendable (UnsafePointer<Record>) -> Self?) -> BlockAccess<Record>?
}

extension AttributeValue {
  /// None: the engine calls what `access` gives for each record.
  public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Self?
  ) -> BlockAccess<Record>? { nil }
}

extension Bool: AttributeValue {
  /// `Bool`
  @inlinable public static var valueType: ValueType { .bool }
  /// `.bool`
  @inlinable public var value: Value { .bool(self) }
  /// Reads it as it is.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Bool?
  ) -> AttributeAccess<Record> { .bool(get) }
  /// Reads all of them as they are.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Bool?
  ) -> BlockAccess<Record>? { .bool { rows, block in rows.read(into: block) { get($0).map { $0 ? 1 : 0 } } } }
}

extension Int: AttributeValue {
  /// `Int64`
  @inlinable public static var valueType: ValueType { .int64 }
  /// `.int`
  @inlinable public var value: Value { .int(Int64(self)) }
  /// Widens it.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Int?
  ) -> AttributeAccess<Record> { .int { record in get(record).map { Int64($0) } } }
  /// Widens all of them.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Int?
  ) -> BlockAccess<Record>? { .int { rows, block in rows.read(into: block) { get($0).map { Int64($0) } } } }
}

extension Int64: AttributeValue {
  /// `Int64`
  @inlinable public static var valueType: ValueType { .int64 }
  /// `.int`
  @inlinable public var value: Value { .int(self) }
  /// Reads it as it is.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Int64?
  ) -> AttributeAccess<Record> { .int(get) }
  /// Reads all of them as they are.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Int64?
  ) -> BlockAccess<Record>? { .int { rows, block in rows.read(into: block) { get($0) } } }
}

extension Int32: AttributeValue {
  /// `Int32`
  @inlinable public static var valueType: ValueType { .int32 }
  /// `.int`
  @inlinable public var value: Value { .int(Int64(self)) }
  /// Widens it.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Int32?
  ) -> AttributeAccess<Record> { .int { record in get(record).map { Int64($0) } } }
  /// Widens all of them.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Int32?
  ) -> BlockAccess<Record>? { .int { rows, block in rows.read(into: block) { get($0).map { Int64($0) } } } }
}

extension Int16: AttributeValue {
  /// `Int16`
  @inlinable public static var valueType: ValueType { .int16 }
  /// `.int`
  @inlinable public var value: Value { .int(Int64(self)) }
  /// Widens it.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Int16?
  ) -> AttributeAccess<Record> { .int { record in get(record).map { Int64($0) } } }
  /// Widens all of them.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Int16?
  ) -> BlockAccess<Record>? { .int { rows, block in rows.read(into: block) { get($0).map { Int64($0) } } } }
}

extension Double: AttributeValue {
  /// `Double`
  @inlinable public static var valueType: ValueType { .double }
  /// `.double`
  @inlinable public var value: Value { .double(self) }
  /// Reads it as it is.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Double?
  ) -> AttributeAccess<Record> { .double(get) }
  /// Reads all of them as they are.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Double?
  ) -> BlockAccess<Record>? { .double { rows, block in rows.read(into: block) { get($0) } } }
}

extension Float: AttributeValue {
  /// `Float`
  @inlinable public static var valueType: ValueType { .float }
  /// `.double`
  @inlinable public var value: Value { .double(Double(self)) }
  /// Widens it.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Float?
  ) -> AttributeAccess<Record> { .double { record in get(record).map { Double($0) } } }
  /// Widens all of them.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Float?
  ) -> BlockAccess<Record>? { .double { rows, block in rows.read(into: block) { get($0).map { Double($0) } } } }
}

extension Decimal: AttributeValue {
  /// `Decimal`
  @inlinable public static var valueType: ValueType { .decimal }
  /// `.decimal`
  @inlinable public var value: Value { .decimal(self) }
  /// Reads it as it is.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Decimal?
  ) -> AttributeAccess<Record> { .decimal(get) }
}

extension String: AttributeValue {
  /// `String`
  @inlinable public static var valueType: ValueType { .string }
  /// `.string`
  @inlinable public var value: Value { .string(self) }
  /// Reads it as it is.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> String?
  ) -> AttributeAccess<Record> { .string(get) }
  /// Reads all of them as they are.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> String?
  ) -> BlockAccess<Record>? { .string { rows, block in rows.read(into: block) { get($0) } } }
}

extension Date: AttributeValue {
  /// `Date`
  @inlinable public static var valueType: ValueType { .date }
  /// `.date`
  @inlinable public var value: Value { .date(self) }
  /// Reads it as it is.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Date?
  ) -> AttributeAccess<Record> { .date(get) }
  /// Reads the seconds of all of them.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Date?
  ) -> BlockAccess<Record>? { .date { rows, block in rows.read(into: block) { get($0)?.timeIntervalSinceReferenceDate } } }
}

extension Data: AttributeValue {
  /// `Data`
  @inlinable public static var valueType: ValueType { .data }
  /// `.data`
  @inlinable public var value: Value { .data(self) }
  /// Reads it as it is.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Data?
  ) -> AttributeAccess<Record> { .data(get) }
}

extension UUID: AttributeValue {
  /// `UUID`
  @inlinable public static var valueType: ValueType { .uuid }
  /// `.uuid`
  @inlinable public var value: Value { .uuid(self) }
  /// Reads it as it is.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> UUID?
  ) -> AttributeAccess<Record> { .uuid(get) }
}

extension URL: AttributeValue {
  /// `URL`
  @inlinable public static var valueType: ValueType { .url }
  /// `.url`
  @inlinable public var value: Value { .url(self) }
  /// Reads it as it is.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> URL?
  ) -> AttributeAccess<Record> { .url(get) }
}
