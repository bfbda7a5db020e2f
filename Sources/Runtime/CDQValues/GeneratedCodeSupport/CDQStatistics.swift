import CDQIR
public import Foundation

/// Aggregates of collected values, which the engine and generated code share. Without values the result is nil or
/// empty.
public enum CDQStatistics {
  /// The arithmetic mean; nil without values.
  public static func average(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// The arithmetic mean; nil without values, or when their sum cannot be computed.
  public static func average(_ values: [Decimal]) -> Decimal? {
    var sum = Decimal(0)
    for value in values {
      guard let next = DecimalMath.add(sum, value) else { return nil }
      sum = next
    }
    return DecimalMath.divide(sum, Decimal(values.count))
  }

  /// The middle value in sort order, or the mean of the two middle ones; nil without values.
  public static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted { Double.order($0, $1) == .orderedAscending }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The middle value in sort order, or the mean of the two middle ones; nil without values.
  public static func median(_ values: [Decimal]) -> Decimal? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted { Decimal.order($0, $1) == .orderedAscending }
    let middle = sorted.count / 2
    if sorted.count % 2 == 1 { return sorted[middle] }
    return DecimalMath.add(sorted[middle - 1], sorted[middle]).flatMap { DecimalMath.divide($0, 2) }
  }

  /// The population standard deviation (divided by n, not n - 1); nil without values.
  public static func standardDeviation(_ values: [Double]) -> Double? {
    guard let mean = average(values) else { return nil }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count)).squareRoot()
  }

  /// The population standard deviation (divided by n, not n - 1); nil without values.
  public static func standardDeviation(_ values: [Decimal]) -> Double? {
    standardDeviation(values.map { ExactNumber.nearestDouble($0) })
  }

  /// Whether a number comes before another one in sort order. NaN comes last.
  public static func precedes(_ left: Double, _ right: Double) -> Bool {
    Double.order(left, right) == .orderedAscending
  }

  /// Whether a number comes before another one in sort order. NaN comes last.
  public static func precedes(_ left: Decimal, _ right: Decimal) -> Bool {
    Decimal.order(left, right) == .orderedAscending
  }

  /// The most frequent elements, compared by key: one element per key, in the order of their first occurrence.
  public static func mode<Element>(_ elements: [Element], by key: (Element) -> CDQKey) -> [Element] {
    var places: [CDQKey: Int] = [:]
    var counted: [(element: Element, count: Int)] = []
    for element in elements {
      let key = key(element)
      if let place = places[key] {
        counted[place].count += 1
      } else {
        places[key] = counted.count
        counted.append((element, 1))
      }
    }
    let most = counted.map(\.count).max()
    return counted.filter { $0.count == most }.map(\.element)
  }
}
