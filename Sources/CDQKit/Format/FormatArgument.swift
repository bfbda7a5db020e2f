public import CDQIR
public import Foundation

/// A Swift value that can stand for `%@`, `%K`, `%d` and their kin in `CheckedPredicate(format:_:for:in:)`.
///
/// Text, numbers, Bool, Date, UUID, URL, Data, arrays and sets of them, optionals and `Value` conform; so do `NSNumber`
/// and `NSNull`. A type of one's own conforms by giving the value that is stored for it, such as an enum its raw value.
public protocol FormatArgument {
  /// The value as predicates compare it; `.null` for nil.
  var formatValue: Value { get }
}

extension Value: FormatArgument {
  /// The value itself.
  public var formatValue: Value { self }
}

extension String: FormatArgument {
  /// A text, or the key path of a `%K`.
  public var formatValue: Value { .string(self) }
}

extension Substring: FormatArgument {
  /// A text.
  public var formatValue: Value { .string(String(self)) }
}

extension Character: FormatArgument {
  /// A text of one character.
  public var formatValue: Value { .string(String(self)) }
}

extension Bool: FormatArgument {
  /// A truth value; for `%d` it is 1 or 0.
  public var formatValue: Value { .bool(self) }
}

extension Int: FormatArgument {
  /// A whole number.
  public var formatValue: Value { .int(Int64(self)) }
}

extension Int8: FormatArgument {
  /// A whole number.
  public var formatValue: Value { .int(Int64(self)) }
}

extension Int16: FormatArgument {
  /// A whole number.
  public var formatValue: Value { .int(Int64(self)) }
}

extension Int32: FormatArgument {
  /// A whole number.
  public var formatValue: Value { .int(Int64(self)) }
}

extension Int64: FormatArgument {
  /// A whole number.
  public var formatValue: Value { .int(self) }
}

extension UInt: FormatArgument {
  /// A whole number; beyond `Int64.max` a decimal.
  public var formatValue: Value { UInt64(self).formatValue }
}

extension UInt8: FormatArgument {
  /// A whole number.
  public var formatValue: Value { .int(Int64(self)) }
}

extension UInt16: FormatArgument {
  /// A whole number.
  public var formatValue: Value { .int(Int64(self)) }
}

extension UInt32: FormatArgument {
  /// A whole number.
  public var formatValue: Value { .int(Int64(self)) }
}

extension UInt64: FormatArgument {
  /// A whole number; beyond `Int64.max` a decimal.
  public var formatValue: Value { Int64(exactly: self).map { .int($0) } ?? .decimal(Decimal(self)) }
}

extension Double: FormatArgument {
  /// A number.
  public var formatValue: Value { .double(self) }
}

extension Float: FormatArgument {
  /// A number, exactly the one that the float is.
  public var formatValue: Value { .double(Double(self)) }
}

extension Decimal: FormatArgument {
  /// An exact decimal number.
  public var formatValue: Value { .decimal(self) }
}

extension Date: FormatArgument {
  /// An instant.
  public var formatValue: Value { .date(self) }
}

extension UUID: FormatArgument {
  /// An identifier.
  public var formatValue: Value { .uuid(self) }
}

extension URL: FormatArgument {
  /// An address.
  public var formatValue: Value { .url(self) }
}

extension Data: FormatArgument {
  /// Bytes.
  public var formatValue: Value { .data(self) }
}

extension Array: FormatArgument where Element: FormatArgument {
  /// A list, for `IN %@` and `BETWEEN %@`.
  public var formatValue: Value { .list(map(\.formatValue)) }
}

extension Set: FormatArgument where Element: FormatArgument {
  /// A list in no particular order, for `IN %@`.
  public var formatValue: Value { .list(map(\.formatValue)) }
}

extension Optional: FormatArgument where Wrapped: FormatArgument {
  /// The value, or `.null`.
  public var formatValue: Value { self?.formatValue ?? .null }
}

extension NSNumber: FormatArgument {
  /// A number. A boolean one is 1 or 0, which means true or false where it meets a Bool.
  public var formatValue: Value {
    if let decimal = self as? NSDecimalNumber { return .decimal(decimal.decimalValue) }
    switch String(cString: objCType) {
    case "f", "d": return .double(doubleValue)
    case "Q", "L": return uint64Value.formatValue
    default: return .int(int64Value)
    }
  }
}

extension NSNull: FormatArgument {
  /// Nil.
  public var formatValue: Value { .null }
}
