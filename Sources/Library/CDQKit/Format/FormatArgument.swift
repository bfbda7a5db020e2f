public import CDQIR
public import Foundation

/// A Swift value that can be the argument of a `%@`, `%K`, `%d` or another conversion in
/// `CheckedPredicate(format:_:for:in:)`.
///
/// Strings, numbers, Bool, Date, UUID, URL, Data, arrays and sets of them, optionals and `Value` conform; so do
/// `NSNumber` and `NSNull`. A type of your own can conform by returning its stored value, such as the raw value of an
/// enum.
public protocol FormatArgument {
  /// The value as predicates compare it; `.null` for nil.
  var formatValue: Value { get }
}

extension Value: FormatArgument {
  /// The value itself, as an argument of `%@`.
  public var formatValue: Value { self }
}

extension String: FormatArgument {
  /// The text as `.string`: a value for `%@` and `%s`, or the key path of a `%K`.
  public var formatValue: Value { .string(self) }
}

extension Substring: FormatArgument {
  /// The text as `.string`, for `%@`, `%s` and `%K`.
  public var formatValue: Value { .string(String(self)) }
}

extension Character: FormatArgument {
  /// The character as a `.string` of one character, for `%@`, `%s` and `%c`.
  public var formatValue: Value { .string(String(self)) }
}

extension Bool: FormatArgument {
  /// The truth value as `.bool`; `%d` reads it as 1 or 0.
  public var formatValue: Value { .bool(self) }
}

extension Int: FormatArgument {
  /// The number as `.int`, for `%@` and `%d`.
  public var formatValue: Value { .int(Int64(self)) }
}

extension Int8: FormatArgument {
  /// The number as `.int`, for `%@` and `%d`.
  public var formatValue: Value { .int(Int64(self)) }
}

extension Int16: FormatArgument {
  /// The number as `.int`, for `%@` and `%d`.
  public var formatValue: Value { .int(Int64(self)) }
}

extension Int32: FormatArgument {
  /// The number as `.int`, for `%@` and `%d`.
  public var formatValue: Value { .int(Int64(self)) }
}

extension Int64: FormatArgument {
  /// The number as `.int`, for `%@` and `%d`.
  public var formatValue: Value { .int(self) }
}

extension UInt: FormatArgument {
  /// The number as `.int`; beyond `Int64.max` as `.decimal`.
  public var formatValue: Value { UInt64(self).formatValue }
}

extension UInt8: FormatArgument {
  /// The number as `.int`, for `%@` and `%d`.
  public var formatValue: Value { .int(Int64(self)) }
}

extension UInt16: FormatArgument {
  /// The number as `.int`, for `%@` and `%d`.
  public var formatValue: Value { .int(Int64(self)) }
}

extension UInt32: FormatArgument {
  /// The number as `.int`, for `%@` and `%d`.
  public var formatValue: Value { .int(Int64(self)) }
}

extension UInt64: FormatArgument {
  /// The number as `.int`; beyond `Int64.max` as `.decimal`.
  public var formatValue: Value { Int64(exactly: self).map { .int($0) } ?? .decimal(Decimal(self)) }
}

extension Double: FormatArgument {
  /// The number as `.double`, for `%@` and `%f`.
  public var formatValue: Value { .double(self) }
}

extension Float: FormatArgument {
  /// The exact value of the float as `.double`.
  public var formatValue: Value { .double(Double(self)) }
}

extension Decimal: FormatArgument {
  /// The exact number as `.decimal`, for `%@`.
  public var formatValue: Value { .decimal(self) }
}

extension Date: FormatArgument {
  /// The instant as `.date`, for `%@`.
  public var formatValue: Value { .date(self) }
}

extension UUID: FormatArgument {
  /// The identifier as `.uuid`, for `%@`.
  public var formatValue: Value { .uuid(self) }
}

extension URL: FormatArgument {
  /// The address as `.url`, for `%@`.
  public var formatValue: Value { .url(self) }
}

extension Data: FormatArgument {
  /// The bytes as `.data`, for `%@`.
  public var formatValue: Value { .data(self) }
}

extension Array: FormatArgument where Element: FormatArgument {
  /// The values of the elements as a `.list`, for `IN %@` and `BETWEEN %@`.
  public var formatValue: Value { .list(map(\.formatValue)) }
}

extension Set: FormatArgument where Element: FormatArgument {
  /// The values of the elements as a `.list` in no particular order, for `IN %@`.
  public var formatValue: Value { .list(map(\.formatValue)) }
}

extension Optional: FormatArgument where Wrapped: FormatArgument {
  /// The value of the wrapped argument; `.null` for nil.
  public var formatValue: Value { self?.formatValue ?? .null }
}

extension NSNumber: FormatArgument {
  /// The number as `.decimal`, `.double` or `.int`, by its Objective-C type. A boolean one is 1 or 0, which is true or
  /// false where it is compared with a Bool.
  public var formatValue: Value {
    let value = Value(object: self) ?? .null
    guard case .bool(let flag) = value else { return value }
    return .int(flag ? 1 : 0)
  }
}

extension NSNull: FormatArgument {
  /// `.null`, as for a nil argument.
  public var formatValue: Value { .null }
}
