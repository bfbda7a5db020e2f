import CDQIR
import CDQValues
import Foundation

extension Value {
  // These functions return `.none` explicitly: in an optional `Value`, `nil` could be confused with the value `.null`.

  /// The value if it is of a kind; otherwise nil.
  func only(_ wanted: ValueKind) -> Value? {
    guard kind == wanted, wanted != .null else { return .none }
    return .some(self)
  }

  /// The value as one of a kind that is as wide or wider: an integer becomes the nearest Double, a Double the Decimal of
  /// its shortest text. Nil for NaN and for a value of another kind.
  func converted(to wanted: ValueKind) -> Value? {
    switch (self, wanted) {
    case (.int(let number), .double): .some(.double(Double(number)))
    case (.double(let number), .decimal): number.isNaN ? .none : ExactNumber.decimal(number).map { .decimal($0) }
    default: exactly(wanted)
    }
  }

  /// The equal value of another numeric kind, if there is one: the double 2.0 becomes the integer 2, and 2.5 has none.
  /// Nil for NaN, which is equal to nothing and thus in no set.
  func exactly(_ wanted: ValueKind) -> Value? {
    switch (self, wanted) {
    case (.double(let number), _) where number.isNaN: return .none
    case (.decimal(let number), _) where number.isNaN: return .none
    case (.int(let number), .double): return Double(exactly: number).map { .double($0) }
    case (.int(let number), .decimal): return .some(.decimal(Decimal(number)))
    case (.double(let number), .int): return Int64(exactly: number).map { .int($0) }
    case (.double(let number), .decimal): return Value.decimal(equalTo: number)
    case (.decimal(let number), .int): return ExactNumber.int64(number).map { .int($0) }
    case (.decimal(let number), .double): return ExactNumber.double(number).map { .double($0) }
    default: return only(wanted)
    }
  }

  private static func decimal(equalTo number: Double) -> Value? {
    guard let decimal = ExactNumber.decimal(number), ExactNumber.compare(decimal, number) == .orderedSame else {
      return .none
    }
    return .some(.decimal(decimal))
  }

  /// The integer that equals the value; nil when there is none.
  var exactInteger: Int64? {
    if case .int(let number)? = exactly(.int) { number } else { nil }
  }

  var ifPresent: Value? { isNull ? .none : .some(self) }

  /// The text of a `.string`; nil for other values.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

extension Bool {
  /// The payload of a `.bool`; nil for other values.
  init?(_ value: Value) {
    guard case .bool(let payload) = value else { return nil }
    self = payload
  }
}

extension Int64 {
  /// The payload of an `.int`; nil for other values.
  init?(_ value: Value) {
    guard case .int(let payload) = value else { return nil }
    self = payload
  }
}

extension UUID {
  /// The payload of a `.uuid`; nil for other values.
  init?(_ value: Value) {
    guard case .uuid(let payload) = value else { return nil }
    self = payload
  }
}
