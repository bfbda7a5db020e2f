package import CDQIR
import Foundation

extension Value {
  /// The value of an object of Foundation or of Swift: of what `JSONSerialization`, property lists, key-value coding and
  /// literals make, and of the Swift types of attributes. All code that gets an `Any` reads it here.
  ///
  /// The kind is that of the object: the `NSNumber` of `true` is a Bool, that of 1 an integer, and that of 1.0 a Double. A
  /// cast would not tell, since an `NSNumber` of 1 can be cast to Bool, Int64 and Double alike. A `RawRepresentable` value
  /// is its raw value, and an integer beyond Int64 a Decimal.
  ///
  /// - Returns: nil for what is no single value: lists, dictionaries, and objects of other types.
  package init?(object: Any) {
    switch object {
    case let value as Value: self = value
    case let text as String: self = .string(text)
    // An NSNumber is neither of these two, as no cast leads from it to a protocol of Swift's numbers.
    case let number as any BinaryInteger: self = Value.number(number)
    case let number as any BinaryFloatingPoint: self = .double(Double(number))
    // So are Bool and Decimal.
    case let number as NSNumber: self = number.value
    case let date as Date: self = .date(date)
    case let id as UUID: self = .uuid(id)
    case let url as URL: self = .url(url)
    case let data as Data: self = .data(data)
    case is NSNull: self = .null
    case let text as Substring: self = .string(String(text))
    case let character as Character: self = .string(String(character))
    case let duration as Duration:
      let (seconds, attoseconds) = duration.components
      self = .duration(Double(seconds) + Double(attoseconds) / 1e18)
    case let raw as any RawRepresentable:
      guard let value = Value(object: raw.rawValue) else { return nil }
      self = value
    default: return nil
    }
  }

  private static func number(_ number: some BinaryInteger) -> Value {
    if let number = Int64(exactly: number) { return .int(number) }
    return DecimalText.decimal(from: number.description).map { .decimal($0) } ?? .double(Double(number))
  }
}

extension NSNumber {
  fileprivate var value: Value {
    if isBool { return .bool(boolValue) }
    if let decimal = self as? NSDecimalNumber { return .decimal(decimal.decimalValue) }
    switch String(cString: objCType) {
    case "f", "d": return .double(doubleValue)
    case "Q", "L": return Int64(exactly: uint64Value).map { .int($0) } ?? .decimal(Decimal(uint64Value))
    default: return .int(int64Value)
    }
  }

  /// Whether the number was made of a Bool.
  private var isBool: Bool {
    #if canImport(Darwin)
      // The Objective-C type is "c" for an Int8, too.
      CFGetTypeID(self) == CFBooleanGetTypeID()
    #else
      // Only a Bool has this Objective-C type: that of an Int8 is "i".
      String(cString: objCType) == "c"
    #endif
  }
}
