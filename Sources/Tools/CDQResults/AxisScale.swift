import Foundation

/// What the numbers of an axis are, and which of them are round.
package enum AxisScale: Hashable, Sendable {
  case numbers
  /// Seconds since 2001-01-01, as `Date` counts them.
  case dates

  /// Round numbers that enclose a range, in order.
  ///
  /// - Parameters:
  ///   - most: the greatest number of intervals between them.
  ///   - isWhole: whether the intervals are whole numbers.
  func steps(from low: Double, to high: Double, most: Int, isWhole: Bool = false) -> [Double] {
    guard low.isFinite, high.isFinite, low <= high, most > 0 else { return [] }
    if self == .dates, let dates = AxisScale.calendarSteps(from: low, to: high, most: most) { return dates }
    return AxisScale.numericSteps(from: low, to: high, most: most, isWhole: isWhole)
  }

  private static func numericSteps(from low: Double, to high: Double, most: Int, isWhole: Bool) -> [Double] {
    let range = high - low
    guard range.isFinite, range > 0 else {
      let width = isWhole ? 1 : max(abs(low) / 1000, 0.001)
      return range == 0 && (low + width).isFinite && low + width > low ? [low, low + width] : [low, high]
    }
    let magnitude = pow(10, (log10(range / Double(most))).rounded(.down))
    // One interval more than the range needs, where its ends are not round.
    let factor = [1.0, 2, 2.5, 5, 10, 20].first { factor in
      let step = factor * magnitude
      return (high / step).rounded(.up) - (low / step).rounded(.down) <= Double(most)
    }
    var step = (factor ?? 20) * magnitude
    if isWhole { step = max(1, step.rounded(.up)) }
    var first = (low / step).rounded(.down)
    let last = max(first + 1, (high / step).rounded(.up))
    guard step > 0, step.isFinite, first.isFinite, last.isFinite, last - first <= Double(most) + 2 else { return [low, high] }
    var result: [Double] = []
    while first <= last {
      result.append(first * step)
      first += 1
    }
    return result.allSatisfy(\.isFinite) ? result : [low, high]
  }

  // MARK: Dates

  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    return calendar
  }

  /// The intervals of calendars, and their approximate lengths in seconds.
  private static let units: [(unit: Calendar.Component, count: Int, seconds: Double)] = [
    (.second, 1, 1), (.second, 15, 15), (.minute, 1, 60), (.minute, 5, 300), (.minute, 15, 900), (.hour, 1, 3600),
    (.hour, 3, 10800), (.hour, 6, 21600), (.hour, 12, 43200), (.day, 1, 86400), (.day, 2, 172_800), (.day, 7, 604_800),
    (.day, 14, 1_209_600), (.month, 1, 2_629_746), (.month, 3, 7_889_238), (.month, 6, 15_778_476),
    (.year, 1, 31_556_952), (.year, 2, 63_113_904), (.year, 5, 157_784_760), (.year, 10, 315_569_520),
    (.year, 20, 631_139_040), (.year, 50, 1_577_847_600), (.year, 100, 3_155_695_200), (.year, 200, 6_311_390_400),
    (.year, 500, 15_778_476_000),
  ]

  /// nil where no interval of a calendar is long enough, or the dates are out of its range.
  private static func calendarSteps(from low: Double, to high: Double, most: Int) -> [Double]? {
    guard abs(low) < 1e12, abs(high) < 1e12,
      let chosen = units.first(where: { (high - low) / $0.seconds <= Double(max(1, most - 1)) })
    else { return nil }
    let calendar = calendar
    let start = Date(timeIntervalSinceReferenceDate: low)
    guard var current = calendar.dateInterval(of: chosen.unit, for: start)?.start else { return nil }
    if chosen.unit == .year {
      // Decades begin with years that end with 0.
      let year = calendar.component(.year, from: current)
      let back = year % chosen.count
      current = calendar.date(byAdding: .year, value: -back, to: current) ?? current
    }
    var result = [current.timeIntervalSinceReferenceDate]
    while let last = result.last, last <= high, result.count < most + 2 {
      guard let next = calendar.date(byAdding: chosen.unit, value: chosen.count, to: current),
        next.timeIntervalSinceReferenceDate > last
      else { return nil }
      current = next
      result.append(current.timeIntervalSinceReferenceDate)
    }
    return result
  }

  // MARK: Texts

  /// A number of an axis.
  ///
  /// - Parameter step: the distance to the next one, which decides how exact the text is.
  func text(_ value: Double, step: Double) -> String {
    guard value.isFinite else { return "\(value)" }
    switch self {
    case .numbers: return AxisScale.numberText(value, step: step)
    case .dates: return AxisScale.dateText(value, step: step)
    }
  }

  private static func numberText(_ value: Double, step: Double) -> String {
    let suffixes: [(size: Double, text: String)] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")]
    let size = abs(value) >= 1e15 || abs(value) < 1e4 && step < 1e3 ? nil : suffixes.first { abs(value) >= $0.size }
    let scaled = size.map { value / $0.size } ?? value
    let rounded = (scaled * 1000).rounded() / 1000
    if abs(rounded) < 1e15, rounded == rounded.rounded() { return "\(Int64(rounded))\(size?.text ?? "")" }
    return "\(abs(scaled) < 0.01 ? scaled : rounded)\(size?.text ?? "")"
  }

  private static func dateText(_ value: Double, step: Double) -> String {
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSinceReferenceDate: value))
    func digits(_ number: Int?, _ count: Int) -> String {
      let text = String(number ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let year = digits(parts.year, 4)
    if step >= 31_000_000 { return year }
    let month = "\(year)-\(digits(parts.month, 2))"
    if step >= 2_400_000 { return month }
    let day = "\(month)-\(digits(parts.day, 2))"
    if step >= 86_000 { return day }
    let minute = "\(day) \(digits(parts.hour, 2)):\(digits(parts.minute, 2))"
    return step >= 59 ? minute : "\(minute):\(digits(parts.second, 2))"
  }
}
