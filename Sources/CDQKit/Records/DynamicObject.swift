import CDQIR
import Foundation

/// An object whose members are found by name: a dictionary, or a value that is encoded.
enum DynamicObject {
  case dictionary([String: Any])
  case value(any Encodable)

  /// The member of the first of some names that the object has; nil when it has none.
  func member(_ names: [String]) -> Any? {
    switch self {
    case .dictionary(let members):
      for name in names { if let member = members[name] { return member } }
      return nil
    case .value(let value): return MemberEncoder.member(names, of: value)
    }
  }

  /// The objects in a member: one, or those of an array.
  func members(_ names: [String]) -> [DynamicObject] {
    switch member(names) {
    case let dictionary as [String: Any]: [.dictionary(dictionary)]
    case let list as [Any]: list.compactMap { DynamicObject($0) }
    case let set as any Collection & Encodable: set.compactMap { DynamicObject($0) }
    case let other?: DynamicObject(other).map { [$0] } ?? []
    case nil: []
    }
  }

  private init?(_ value: Any) {
    switch DynamicValue.unwrapped(value) {
    case let dictionary as [String: Any]: self = .dictionary(dictionary)
    case is NSNull, nil: return nil
    case let value as any Encodable: self = .value(value)
    default: return nil
    }
  }
}

/// Values of any Swift type as values of the language.
enum DynamicValue {
  /// The value as one of a type; `.null` when it is of another type.
  static func value(_ any: Any?, _ type: ValueType) -> Value {
    guard let any = unwrapped(any), !(any is NSNull) else { return .null }
    if let value = any as? Value { return value }
    switch type {
    case .bool: return (any as? Bool).map { .bool($0) } ?? .null
    case .int16, .int32, .int64: return integer(any).map { .int($0) } ?? .null
    case .float, .double: return double(any).map { .double($0) } ?? .null
    case .duration: return double(any).map { .duration($0) } ?? .null
    case .decimal: return decimal(any).map { .decimal($0) } ?? .null
    case .string: return text(any).map { .string($0) } ?? .null
    case .date: return date(any).map { .date($0) } ?? .null
    case .data: return (any as? Data ?? text(any).flatMap { Data(base64Encoded: $0) }).map { .data($0) } ?? .null
    case .uuid: return (any as? UUID ?? text(any).flatMap { UUID(uuidString: $0) }).map { .uuid($0) } ?? .null
    case .url: return (any as? URL ?? text(any).flatMap { URL(string: $0) }).map { .url($0) } ?? .null
    case .collection(let element, _):
      guard let elements = any as? any Collection else { return .null }
      return .list(elements.map { value($0, element) })
    case .enumeration, .object, .opaque, .null: return .null
    }
  }

  /// The value inside an optional; nil for none.
  static func unwrapped(_ any: Any?) -> Any? {
    guard let any else { return nil }
    return (any as? any OptionalValue).map { unwrapped($0.wrapped) } ?? any
  }

  /// A value that stands for another one, such as a case of an enum for its raw value.
  private static func raw(_ any: Any) -> Any {
    if let raw = any as? any RawRepresentable { return raw.rawValue }
    return any
  }

  private static func integer(_ any: Any) -> Int64? {
    switch raw(any) {
    case is Bool: nil
    case let number as any BinaryInteger: Int64(exactly: number)
    case let number as NSNumber: Int64(exactly: number.doubleValue) == nil ? nil : number.int64Value
    default: nil
    }
  }

  private static func double(_ any: Any) -> Double? {
    switch raw(any) {
    case is Bool: nil
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as any BinaryInteger: Double(number)
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }

  private static func decimal(_ any: Any) -> Decimal? {
    switch raw(any) {
    case is Bool: nil
    case let number as Decimal: number
    case let text as String: Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    case let number as any BinaryInteger: Int64(exactly: number).map { Decimal($0) }
    case let number as any BinaryFloatingPoint: Decimal(string: Double(number).description)
    case let number as NSNumber: number.decimalValue
    default: nil
    }
  }

  private static func text(_ any: Any) -> String? {
    switch raw(any) {
    case let text as String: text
    case let url as URL: url.absoluteString
    case let uuid as UUID: uuid.uuidString
    default: nil
    }
  }

  private static func date(_ any: Any) -> Date? {
    if let date = any as? Date { return date }
    if let text = any as? String { return ISO8601.date(from: text) }
    return double(any).map { Date(timeIntervalSince1970: $0) }
  }
}

/// Optionals of any type.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { self }
}
