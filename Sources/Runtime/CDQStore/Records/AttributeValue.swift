public import CDQIR
import CDQValues
public import Foundation

/// A Swift type that the attributes of a user's own records can have.
public protocol AttributeValue: Sendable {
  /// The type of such attributes in the query language.
  static var valueType: ValueType { get }
  /// The value as a dynamically typed `Value`.
  var value: Value { get }
  /// Makes the typed reader of an attribute from a getter.
  static func access<Record>(_ get: @escaping @Sendable (Record) -> Self?) -> AttributeAccess<Record>
  /// Makes the reader of an attribute for many records at once; nil when the engine has to read each record by itself.
  static func blocks<Record>(_ get: @escaping @Sendable (UnsafePointer<Record>) -> Self?) -> BlockAccess<Record>?
}

extension AttributeValue {
  /// Returns nil: the engine reads each record with the reader that `access` makes.
  public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Self?
  ) -> BlockAccess<Record>? { nil }
}

extension Bool: AttributeValue {
  /// The type of such attributes in the query language, `Bool`.
  @inlinable public static var valueType: ValueType { .bool }
  /// The truth value as `Value.bool`.
  @inlinable public var value: Value { .bool(self) }
  /// A reader of `.bool`, without conversion.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Bool?
  ) -> AttributeAccess<Record> { .bool(get) }
  /// A block reader of truth values, as bytes 0 and 1.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Bool?
  ) -> BlockAccess<Record>? { .bool { rows, block in rows.read(into: block) { get($0).map { $0 ? 1 : 0 } } } }
}

extension Int: AttributeValue {
  /// The type of such attributes in the query language, `Int64`.
  @inlinable public static var valueType: ValueType { .int64 }
  /// The number as `Value.int`.
  @inlinable public var value: Value { .int(Int64(self)) }
  /// A reader of `.int` that widens the number.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Int?
  ) -> AttributeAccess<Record> { .int { record in get(record).map { Int64($0) } } }
  /// A block reader of integers that widens the numbers.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Int?
  ) -> BlockAccess<Record>? { .int { rows, block in rows.read(into: block) { get($0).map { Int64($0) } } } }
}

extension Int64: AttributeValue {
  /// The type of such attributes in the query language, `Int64`.
  @inlinable public static var valueType: ValueType { .int64 }
  /// The number as `Value.int`.
  @inlinable public var value: Value { .int(self) }
  /// A reader of `.int`, without conversion.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Int64?
  ) -> AttributeAccess<Record> { .int(get) }
  /// A block reader of integers, without conversion.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Int64?
  ) -> BlockAccess<Record>? { .int { rows, block in rows.read(into: block) { get($0) } } }
}

extension Int32: AttributeValue {
  /// The type of such attributes in the query language, `Int32`.
  @inlinable public static var valueType: ValueType { .int32 }
  /// The number as `Value.int`, widened.
  @inlinable public var value: Value { .int(Int64(self)) }
  /// A reader of `.int` that widens the number.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Int32?
  ) -> AttributeAccess<Record> { .int { record in get(record).map { Int64($0) } } }
  /// A block reader of integers that widens the numbers.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Int32?
  ) -> BlockAccess<Record>? { .int { rows, block in rows.read(into: block) { get($0).map { Int64($0) } } } }
}

extension Int16: AttributeValue {
  /// The type of such attributes in the query language, `Int16`.
  @inlinable public static var valueType: ValueType { .int16 }
  /// The number as `Value.int`, widened.
  @inlinable public var value: Value { .int(Int64(self)) }
  /// A reader of `.int` that widens the number.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Int16?
  ) -> AttributeAccess<Record> { .int { record in get(record).map { Int64($0) } } }
  /// A block reader of integers that widens the numbers.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Int16?
  ) -> BlockAccess<Record>? { .int { rows, block in rows.read(into: block) { get($0).map { Int64($0) } } } }
}

extension Double: AttributeValue {
  /// The type of such attributes in the query language, `Double`.
  @inlinable public static var valueType: ValueType { .double }
  /// The number as `Value.double`.
  @inlinable public var value: Value { .double(self) }
  /// A reader of `.double`, without conversion.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Double?
  ) -> AttributeAccess<Record> { .double(get) }
  /// A block reader of doubles, without conversion.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Double?
  ) -> BlockAccess<Record>? { .double { rows, block in rows.read(into: block) { get($0) } } }
}

extension Float: AttributeValue {
  /// The type of such attributes in the query language, `Float`.
  @inlinable public static var valueType: ValueType { .float }
  /// The number as `Value.double`, widened.
  @inlinable public var value: Value { .double(Double(self)) }
  /// A reader of `.double` that widens the number.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Float?
  ) -> AttributeAccess<Record> { .double { record in get(record).map { Double($0) } } }
  /// A block reader of doubles that widens the numbers.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Float?
  ) -> BlockAccess<Record>? { .double { rows, block in rows.read(into: block) { get($0).map { Double($0) } } } }
}

extension Decimal: AttributeValue {
  /// The type of such attributes in the query language, `Decimal`.
  @inlinable public static var valueType: ValueType { .decimal }
  /// The number as `Value.decimal`.
  @inlinable public var value: Value { .decimal(self) }
  /// A reader of `.decimal`, without conversion.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Decimal?
  ) -> AttributeAccess<Record> { .decimal(get) }
}

extension String: AttributeValue {
  /// The type of such attributes in the query language, `String`.
  @inlinable public static var valueType: ValueType { .string }
  /// The text as `Value.string`.
  @inlinable public var value: Value { .string(self) }
  /// A reader of `.string`, without conversion.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> String?
  ) -> AttributeAccess<Record> { .string(get) }
  /// A block reader of texts.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> String?
  ) -> BlockAccess<Record>? { .string { rows, block in rows.read(into: block) { get($0) } } }
}

extension Date: AttributeValue {
  /// The type of such attributes in the query language, `Date`.
  @inlinable public static var valueType: ValueType { .date }
  /// The date as `Value.date`.
  @inlinable public var value: Value { .date(self) }
  /// A reader of `.date`, without conversion.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Date?
  ) -> AttributeAccess<Record> { .date(get) }
  /// A block reader of dates, as seconds since 2001.
  @inlinable public static func blocks<Record>(
    _ get: @escaping @Sendable (UnsafePointer<Record>) -> Date?
  ) -> BlockAccess<Record>? { .date { rows, block in rows.read(into: block) { get($0)?.timeIntervalSinceReferenceDate } } }
}

extension Data: AttributeValue {
  /// The type of such attributes in the query language, `Data`.
  @inlinable public static var valueType: ValueType { .data }
  /// The bytes as `Value.data`.
  @inlinable public var value: Value { .data(self) }
  /// A reader of `.data`, without conversion.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> Data?
  ) -> AttributeAccess<Record> { .data(get) }
}

extension UUID: AttributeValue {
  /// The type of such attributes in the query language, `UUID`.
  @inlinable public static var valueType: ValueType { .uuid }
  /// The UUID as `Value.uuid`.
  @inlinable public var value: Value { .uuid(self) }
  /// A reader of `.uuid`, without conversion.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> UUID?
  ) -> AttributeAccess<Record> { .uuid(get) }
}

extension URL: AttributeValue {
  /// The type of such attributes in the query language, `URL`.
  @inlinable public static var valueType: ValueType { .url }
  /// The URL as `Value.url`.
  @inlinable public var value: Value { .url(self) }
  /// A reader of `.url`, without conversion.
  @inlinable public static func access<Record>(
    _ get: @escaping @Sendable (Record) -> URL?
  ) -> AttributeAccess<Record> { .url(get) }
}
