import CDQIR
package import Foundation

extension Double {
  /// The place of one value relative to another when values are sorted. NaN is equal to NaN and follows every number.
  package static func order(_ left: Double, _ right: Double) -> ComparisonResult {
    if left < right { return .orderedAscending }
    if right < left { return .orderedDescending }
    if left == right { return .orderedSame }
    return left.isNaN ? (right.isNaN ? .orderedSame : .orderedDescending) : .orderedAscending
  }
}

extension Decimal {
  /// The place of one value relative to another when values are sorted. NaN is equal to NaN and follows every number.
  package static func order(_ left: Decimal, _ right: Decimal) -> ComparisonResult {
    if left.isNaN { return right.isNaN ? .orderedSame : .orderedDescending }
    if right.isNaN { return .orderedAscending }
    if left < right { return .orderedAscending }
    return right < left ? .orderedDescending : .orderedSame
  }
}

extension String {
  /// The place of one value relative to another when values are sorted. By the Unicode scalars of the NFC form.
  package static func order(_ left: String, _ right: String) -> ComparisonResult {
    let order = CDQText.order(left, right)
    return order < 0 ? .orderedAscending : order > 0 ? .orderedDescending : .orderedSame
  }
}
