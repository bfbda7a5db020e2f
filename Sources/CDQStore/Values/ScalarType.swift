import CDQIR
import CDQValues
import Foundation

/// A Swift type that values of the language have while they are evaluated. Integers of every width are `Int64` here,
/// floating-point numbers `Double`.
protocol ScalarType: Hashable, Sendable {
  /// The value in this type; nil when it is of another.
  init?(_ value: Value)
  /// The same value, dynamically typed.
  var boxed: Value { get }
  /// What `==` says between two values.
  static func same(_ left: Self, _ right: Self) -> Bool
  /// What `<` says between two values: false when one is NaN.
  static func precedes(_ left: Self, _ right: Self) -> Bool
  /// The total order of sorting, in which NaN follows every number.
  static func order(_ left: Self, _ right: Self) -> ComparisonResult
  /// Wraps a getter of this type.
  static func scalar<Row>(_ getter: Getter<Row, Self>) -> Scalar<Row>
}

extension ScalarType {
  static func same(_ left: Self, _ right: Self) -> Bool { left == right }

  static func order(_ left: Self, _ right: Self) -> ComparisonResult {
    if precedes(left, right) { return .orderedAscending }
    return precedes(right, left) ? .orderedDescending : .orderedSame
  }
}

extension Bool: ScalarType {
  init?(_ value: Value) {
    guard case .bool(let payload) = value else { return nil }
    self = payload
  }
  var boxed: Value { .bool(self) }
  static func precedes(_ left: Bool, _ right: Bool) -> Bool { !left && right }
  static func scalar<Row>(_ getter: Getter<Row, Bool>) -> Scalar<Row> { .bool(getter) }
}

extension Int64: ScalarType {
  init?(_ value: Value) {
    guard case .int(let payload) = value else { return nil }
    self = payload
  }
  var boxed: Value { .int(self) }
  static func precedes(_ left: Int64, _ right: Int64) -> Bool { left < right }
  static func scalar<Row>(_ getter: Getter<Row, Int64>) -> Scalar<Row> { .int(getter) }
}

extension Double: ScalarType {
  init?(_ value: Value) {
    guard case .double(let payload) = value else { return nil }
    self = payload
  }
  var boxed: Value { .double(self) }
  static func precedes(_ left: Double, _ right: Double) -> Bool { left < right }
  static func scalar<Row>(_ getter: Getter<Row, Double>) -> Scalar<Row> { .double(getter) }
}

extension Decimal: ScalarType {
  init?(_ value: Value) {
    guard case .decimal(let payload) = value else { return nil }
    self = payload
  }
  var boxed: Value { .decimal(self) }
  static func same(_ left: Decimal, _ right: Decimal) -> Bool { left == right && !left.isNaN }
  // Foundation's `<` puts NaN below every number.
  static func precedes(_ left: Decimal, _ right: Decimal) -> Bool { left < right && !left.isNaN && !right.isNaN }
  static func scalar<Row>(_ getter: Getter<Row, Decimal>) -> Scalar<Row> { .decimal(getter) }
}

extension String: ScalarType {
  init?(_ value: Value) {
    guard case .string(let payload) = value else { return nil }
    self = payload
  }
  var boxed: Value { .string(self) }
  static func precedes(_ left: String, _ right: String) -> Bool { CDQText.order(left, right) < 0 }
  static func scalar<Row>(_ getter: Getter<Row, String>) -> Scalar<Row> { .string(getter) }
}

extension Date: ScalarType {
  init?(_ value: Value) {
    guard case .date(let payload) = value else { return nil }
    self = payload
  }
  var boxed: Value { .date(self) }
  static func precedes(_ left: Date, _ right: Date) -> Bool { left < right }
  static func scalar<Row>(_ getter: Getter<Row, Date>) -> Scalar<Row> { .date(getter) }
  static func order(_ left: Date, _ right: Date) -> ComparisonResult {
    Double.order(left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
  }
}

/// A duration: its own type, so that it never meets a number by accident.
struct TimeSpan: ScalarType {
  var seconds: Double

  init(seconds: Double) {
    self.seconds = seconds
  }
  init?(_ value: Value) {
    guard case .duration(let payload) = value else { return nil }
    seconds = payload
  }
  var boxed: Value { .duration(seconds) }
  static func precedes(_ left: TimeSpan, _ right: TimeSpan) -> Bool { left.seconds < right.seconds }
  static func scalar<Row>(_ getter: Getter<Row, TimeSpan>) -> Scalar<Row> { .duration(getter) }
  static func order(_ left: TimeSpan, _ right: TimeSpan) -> ComparisonResult {
    Double.order(left.seconds, right.seconds)
  }
}

extension Data: ScalarType {
  init?(_ value: Value) {
    guard case .data(let payload) = value else { return nil }
    self = payload
  }
  var boxed: Value { .data(self) }
  static func precedes(_ left: Data, _ right: Data) -> Bool { left.lexicographicallyPrecedes(right) }
  static func scalar<Row>(_ getter: Getter<Row, Data>) -> Scalar<Row> { .data(getter) }
}

extension UUID: ScalarType {
  init?(_ value: Value) {
    guard case .uuid(let payload) = value else { return nil }
    self = payload
  }
  var boxed: Value { .uuid(self) }
  static func precedes(_ left: UUID, _ right: UUID) -> Bool { left.uuidString < right.uuidString }
  static func scalar<Row>(_ getter: Getter<Row, UUID>) -> Scalar<Row> { .uuid(getter) }
}

extension URL: ScalarType {
  init?(_ value: Value) {
    guard case .url(let payload) = value else { return nil }
    self = payload
  }
  var boxed: Value { .url(self) }
  static func precedes(_ left: URL, _ right: URL) -> Bool { left.absoluteString < right.absoluteString }
  static func scalar<Row>(_ getter: Getter<Row, URL>) -> Scalar<Row> { .url(getter) }
}

extension ObjectKey: ScalarType {
  init?(_ value: Value) {
    guard case .object(let payload) = value else { return nil }
    self = payload
  }
  var boxed: Value { .object(self) }
  static func precedes(_ left: ObjectKey, _ right: ObjectKey) -> Bool {
    left.root == right.root ? left.identity.precedes(right.identity) : left.root < right.root
  }
  static func scalar<Row>(_ getter: Getter<Row, ObjectKey>) -> Scalar<Row> {
    .object(ObjectGetter(key: getter))
  }
}

extension ObjectKey.Identity {
  /// An order that is only there so that a sort by objects is deterministic.
  fileprivate func precedes(_ other: ObjectKey.Identity) -> Bool {
    switch (self, other) {
    case (.record(let left), .record(let right)): left < right
    case (.int(let left), .int(let right)): left < right
    case (.string(let left), .string(let right)): left < right
    case (.uuid(let left), .uuid(let right)): left.uuidString < right.uuidString
    case (.composite(let left), .composite(let right)): left.lexicographicallyPrecedes(right)
    case (.record, _), (.int, _), (.string, _), (.uuid, _), (.composite, _): rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .record: 0
    case .int: 1
    case .string: 2
    case .uuid: 3
    case .composite: 4
    }
  }
}

/// The type of `NULL`, of which there is no value but nil.
struct NoValue: ScalarType {
  init?(_ value: Value) { nil }
  var boxed: Value { .null }
  static func precedes(_ left: NoValue, _ right: NoValue) -> Bool { false }
  static func scalar<Row>(_ getter: Getter<Row, NoValue>) -> Scalar<Row> { .null }
}
