public import CDQIR
import CDQValues
public import Foundation

/// A Swift type that generated code converts from and to a dynamically typed `Value`.
public protocol StoredScalar: Sendable {
  /// Converts a value; nil when it is of another type or out of range.
  init?(stored value: Value)
  /// The Swift value as a `Value`.
  var storedValue: Value { get }
}

extension Bool: StoredScalar {
  /// The payload of a `.bool`; nil for other values.
  public init?(stored value: Value) {
    guard case .bool(let payload) = value else { return nil }
    self = payload
  }

  /// The truth value as `Value.bool`.
  public var storedValue: Value { .bool(self) }
}

extension Int64: StoredScalar {
  /// The payload of an `.int`; nil for other values.
  public init?(stored value: Value) {
    guard case .int(let payload) = value else { return nil }
    self = payload
  }

  /// The number as `Value.int`.
  public var storedValue: Value { .int(self) }
}

extension Int32: StoredScalar {
  /// The payload of an `.int` in range; nil for other values.
  public init?(stored value: Value) {
    guard case .int(let payload) = value, let exact = Int32(exactly: payload) else { return nil }
    self = exact
  }

  /// The number as `Value.int`, widened.
  public var storedValue: Value { .int(Int64(self)) }
}

extension Int16: StoredScalar {
  /// The payload of an `.int` in range; nil for other values.
  public init?(stored value: Value) {
    guard case .int(let payload) = value, let exact = Int16(exactly: payload) else { return nil }
    self = exact
  }

  /// The number as `Value.int`, widened.
  public var storedValue: Value { .int(Int64(self)) }
}

extension Double: StoredScalar {
  /// The payload of a `.double`, or the seconds of a `.duration`; nil for other values.
  public init?(stored value: Value) {
    guard let number = value.number, value.kind.isAmount else { return nil }
    self = number
  }

  /// The number as `Value.double`, never as a duration.
  public var storedValue: Value { .double(self) }
}

extension Float: StoredScalar {
  /// The payload of a `.double`, rounded to a `Float`; nil for other values.
  public init?(stored value: Value) {
    guard case .double(let payload) = value else { return nil }
    self = Float(payload)
  }

  /// The number as `Value.double`, widened.
  public var storedValue: Value { .double(Double(self)) }
}

extension Decimal: StoredScalar {
  /// The payload of a `.decimal`; nil for other values.
  public init?(stored value: Value) {
    guard case .decimal(let payload) = value else { return nil }
    self = payload
  }

  /// The number as `Value.decimal`.
  public var storedValue: Value { .decimal(self) }
}

extension String: StoredScalar {
  /// The payload of a `.string`; nil for other values.
  public init?(stored value: Value) {
    guard case .string(let payload) = value else { return nil }
    self = payload
  }

  /// The text as `Value.string`.
  public var storedValue: Value { .string(self) }
}

extension Date: StoredScalar {
  /// The payload of a `.date`; nil for other values.
  public init?(stored value: Value) {
    guard case .date(let payload) = value else { return nil }
    self = payload
  }

  /// The date as `Value.date`.
  public var storedValue: Value { .date(self) }
}

extension Data: StoredScalar {
  /// The payload of a `.data`; nil for other values.
  public init?(stored value: Value) {
    guard case .data(let payload) = value else { return nil }
    self = payload
  }

  /// The bytes as `Value.data`.
  public var storedValue: Value { .data(self) }
}

extension UUID: StoredScalar {
  /// The payload of a `.uuid`; nil for other values.
  public init?(stored value: Value) {
    guard case .uuid(let payload) = value else { return nil }
    self = payload
  }

  /// The UUID as `Value.uuid`.
  public var storedValue: Value { .uuid(self) }
}

extension URL: StoredScalar {
  /// The payload of a `.url`; nil for other values.
  public init?(stored value: Value) {
    guard case .url(let payload) = value else { return nil }
    self = payload
  }

  /// The URL as `Value.url`.
  public var storedValue: Value { .url(self) }
}

extension ObjectKey {
  /// The identity as a value of the single identifying attribute; `.null` for record numbers and composite identities.
  var identityValue: Value {
    switch identity {
    case .int(let number): .int(number)
    case .string(let text): .string(text)
    case .uuid(let uuid): .uuid(uuid)
    case .record, .composite: .null
    }
  }
}
