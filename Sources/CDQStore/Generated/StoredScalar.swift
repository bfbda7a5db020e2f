public import CDQIR
import CDQValues
public import Foundation

/// A Swift type that generated code reads from a dynamic value.
public protocol StoredScalar: Sendable {
  /// The value in this type; nil when it is of another or does not fit.
  init?(stored value: Value)
  /// It as a dynamic value.
  var storedValue: Value { get }
}

extension Bool: StoredScalar {
  /// From `.bool`.
  public init?(stored value: Value) {
    guard case .bool(let payload) = value else { return nil }
    self = payload
  }

  /// `.bool`
  public var storedValue: Value { .bool(self) }
}

extension Int64: StoredScalar {
  /// From `.int`.
  public init?(stored value: Value) {
    guard case .int(let payload) = value else { return nil }
    self = payload
  }

  /// `.int`
  public var storedValue: Value { .int(self) }
}

extension Int32: StoredScalar {
  /// From an `.int` in range.
  public init?(stored value: Value) {
    guard case .int(let payload) = value, let exact = Int32(exactly: payload) else { return nil }
    self = exact
  }

  /// `.int`
  public var storedValue: Value { .int(Int64(self)) }
}

extension Int16: StoredScalar {
  /// From an `.int` in range.
  public init?(stored value: Value) {
    guard case .int(let payload) = value, let exact = Int16(exactly: payload) else { return nil }
    self = exact
  }

  /// `.int`
  public var storedValue: Value { .int(Int64(self)) }
}

extension Double: StoredScalar {
  /// From `.double`, or the seconds of a `.duration`.
  public init?(stored value: Value) {
    switch value {
    case .double(let payload), .duration(let payload): self = payload
    case .null, .bool, .int, .decimal, .string, .date, .data, .uuid, .url, .object, .list: return nil
    }
  }

  /// `.double`
  public var storedValue: Value { .double(self) }
}

extension Float: StoredScalar {
  /// From `.double`.
  public init?(stored value: Value) {
    guard case .double(let payload) = value else { return nil }
    self = Float(payload)
  }

  /// `.double`
  public var storedValue: Value { .double(Double(self)) }
}

extension Decimal: StoredScalar {
  /// From `.decimal`.
  public init?(stored value: Value) {
    guard case .decimal(let payload) = value else { return nil }
    self = payload
  }

  /// `.decimal`
  public var storedValue: Value { .decimal(self) }
}

extension String: StoredScalar {
  /// From `.string`.
  public init?(stored value: Value) {
    guard case .string(let payload) = value else { return nil }
    self = payload
  }

  /// `.string`
  public var storedValue: Value { .string(self) }
}

extension Date: StoredScalar {
  /// From `.date`.
  public init?(stored value: Value) {
    guard case .date(let payload) = value else { return nil }
    self = payload
  }

  /// `.date`
  public var storedValue: Value { .date(self) }
}

extension Data: StoredScalar {
  /// From `.data`.
  public init?(stored value: Value) {
    guard case .data(let payload) = value else { return nil }
    self = payload
  }

  /// `.data`
  public var storedValue: Value { .data(self) }
}

extension UUID: StoredScalar {
  /// From `.uuid`.
  public init?(stored value: Value) {
    guard case .uuid(let payload) = value else { return nil }
    self = payload
  }

  /// `.uuid`
  public var storedValue: Value { .uuid(self) }
}

extension URL: StoredScalar {
  /// From `.url`.
  public init?(stored value: Value) {
    guard case .url(let payload) = value else { return nil }
    self = payload
  }

  /// `.url`
  public var storedValue: Value { .url(self) }
}

extension ObjectKey {
  /// The identity as the value of the attribute that it is; `.null` for one that is no single attribute.
  var identityValue: Value {
    switch identity {
    case .int(let number): .int(number)
    case .string(let text): .string(text)
    case .uuid(let uuid): .uuid(uuid)
    case .record, .composite: .null
    }
  }
}
