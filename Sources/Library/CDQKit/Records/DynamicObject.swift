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
    guard let member = DynamicValue.unwrapped(member(names)) else { return [] }
    return (DynamicValue.elements(member) ?? [member]).compactMap { DynamicObject($0) }
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
  ///
  /// A whole number is an integer, and 1 and 0 are Bools, as services and Core Data write them; a Bool is no number. Texts
  /// are read as Decimals, dates, UUIDs, URLs and base64, and numbers as dates in seconds since 1970.
  static func value(_ any: Any?, _ type: ValueType) -> Value {
    guard let any = unwrapped(any) else { return .null }
    if case .collection(let element, _) = type {
      if case .list(let values)? = any as? Value { return .list(values.map { value($0, element) }) }
      return elements(any).map { .list($0.map { value($0, element) }) } ?? .null
    }
    return Value(object: any).flatMap { read($0, type) } ?? .null
  }

  private static func read(_ value: Value, _ type: ValueType) -> Value? {
    switch (type, value) {
    case (_, .null): value
    case (.bool, .int(0)), (.bool, .int(1)): .bool(value == .int(1))
    case (.double, .int(let number)), (.float, .int(let number)): .double(Double(number))
    // The digits that the number is written with: 0.1 and not the binary fraction next to it.
    case (.decimal, .double(let number)): DecimalText.decimal(from: number.description).map { .decimal($0) }
    case (.decimal, .string(let text)): DecimalText.decimal(from: text).map { .decimal($0) }
    case (.duration, .decimal): value.widened(to: .double).flatMap { read($0, type) }
    case (.date, .int), (.date, .double), (.date, .decimal):
      if case .double(let seconds)? = read(value, .double) { .date(Date(timeIntervalSince1970: seconds)) } else { nil }
    case (.date, .string(let text)): ISO8601.date(from: text).map { .date($0) }
    case (.data, .string(let text)): Data(base64Encoded: text).map { .data($0) }
    case (.uuid, .string(let text)): UUID(uuidString: text).map { .uuid($0) }
    case (.url, .string(let text)): URL(string: text).map { .url($0) }
    case (.string, .url(let url)): .string(url.absoluteString)
    case (.string, .uuid(let id)): .string(id.uuidString)
    default: value.widened(to: type)
    }
  }

  /// The elements of a list or a set of Swift or Foundation; nil for anything else.
  static func elements(_ any: Any) -> [Any]? {
    switch any {
    case let list as [Any]: list
    case let set as NSSet: set.allObjects
    case let set as NSOrderedSet: set.array
    // Texts and data are collections, too.
    case is [AnyHashable: Any], is String, is Substring, is Data: nil
    case let elements as any Collection: Array(any: elements)
    default: nil
    }
  }

  /// The value inside an optional; nil for none.
  static func unwrapped(_ any: Any?) -> Any? {
    guard let any else { return nil }
    return (any as? any OptionalValue).map { unwrapped($0.wrapped) } ?? any
  }
}

extension Array where Element == Any {
  fileprivate init(any elements: some Collection) {
    self = elements.map { $0 }
  }
}

/// Optionals of any type.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { self }
}
