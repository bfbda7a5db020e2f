import CDQIR
package import Foundation

extension Int64 {
  /// The total order that sorts use.
  package static func order(_ left: Int64, _ right: Int64) -> ComparisonResult {
    left < right ? .orderedAscending : right < left ? .orderedDescending : .orderedSame
  }
}

extension Double {
  /// The total order that sorts use: NaN follows every number.
  package static func order(_ left: Double, _ right: Double) -> ComparisonResult {
    if left < right { return .orderedAscending }
    if right < left { return .orderedDescending }
    if left == right { return .orderedSame }
    return left.isNaN ? (right.isNaN ? .orderedSame : .orderedDescending) : .orderedAscending
  }
}

extension Decimal {
  /// The language's `==`: false when a value is NaN.
  package static func same(_ left: Decimal, _ right: Decimal) -> Bool { left == right && !left.isNaN }

  /// The language's `<`: false when a value is NaN, which Foundation's `<` puts below every number.
  package static func precedes(_ left: Decimal, _ right: Decimal) -> Bool { left < right && !left.isNaN && !right.isNaN }

  /// The total order that sorts use: NaN follows every number.
  package static func order(_ left: Decimal, _ right: Decimal) -> ComparisonResult {
    if left.isNaN { return right.isNaN ? .orderedSame : .orderedDescending }
    if right.isNaN { return .orderedAscending }
    if left < right { return .orderedAscending }
    return right < left ? .orderedDescending : .orderedSame
  }
}

extension String {
  /// The language's `<` for texts.
  package static func precedes(_ left: String, _ right: String) -> Bool { CDQText.order(left, right) < 0 }

  /// The total order that sorts use.
  package static func order(_ left: String, _ right: String) -> ComparisonResult {
    let order = CDQText.order(left, right)
    return order < 0 ? .orderedAscending : order > 0 ? .orderedDescending : .orderedSame
  }
}

extension Value {
  /// The language's `<` for two values of the types Bool, Data, UUID, URL or object; false for any other values.
  package static func precedes(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): !left && right
    case (.data(let left), .data(let right)): left.lexicographicallyPrecedes(right)
    case (.uuid(let left), .uuid(let right)): left.uuidString < right.uuidString
    case (.url(let left), .url(let right)): left.absoluteString < right.absoluteString
    case (.object(let left), .object(let right)):
      left.root == right.root ? left.identity.precedes(right.identity) : left.root < right.root
    default: false
    }
  }

  /// The total order that sorts use, for two values of one type. NaN follows every number.
  package static func order(_ left: Value, _ right: Value) -> ComparisonResult {
    switch (left, right) {
    case (.int(let left), .int(let right)): return Int64.order(left, right)
    case (.decimal(let left), .decimal(let right)): return Decimal.order(left, right)
    case (.string(let left), .string(let right)): return String.order(left, right)
    default:
      if let leftNumber = left.number, let rightNumber = right.number, left.kind == right.kind {
        return Double.order(leftNumber, rightNumber)
      }
      if precedes(left, right) { return .orderedAscending }
      return precedes(right, left) ? .orderedDescending : .orderedSame
    }
  }
}

extension ObjectKey.Identity {
  /// An arbitrary order, which makes sorts by objects deterministic.
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
