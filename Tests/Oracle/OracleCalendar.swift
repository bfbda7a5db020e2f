import CDQIR
import Foundation

/// The parts of a date, computed by counting years and months from 2001.
struct OracleCalendar {
  private var year = 2001
  private var month = 1
  private var day = 0
  private var second = 0
  private var daysSinceMonday = 0
  /// Counted from 2001-01-01 on.
  private var dayNumber = 0

  init(_ date: Date, _ zone: String?) {
    // Dates that are farther away, and NaN, count as the last or the first date.
    var seconds = date.timeIntervalSinceReferenceDate
    if seconds.isNaN || seconds > 1e15 { seconds = 1e15 }
    if seconds < -1e15 { seconds = -1e15 }
    let instant = Int(seconds.rounded(.down))
    let clock = instant + (zone.flatMap { TimeZone(identifier: $0) }?.secondsFromGMT(for: date) ?? 0)
    day = clock / 86_400
    if clock < day * 86_400 { day -= 1 }
    second = clock - day * 86_400
    dayNumber = day
    // 2001-01-01 was a Monday.
    daysSinceMonday = ((day % 7) + 7) % 7
    // The calendar repeats after 400 years.
    let cycles = day / 146_097
    day -= cycles * 146_097
    year += cycles * 400
    while day < 0 {
      year -= 1
      day += isLeap ? 366 : 365
    }
    while day >= (isLeap ? 366 : 365) {
      day -= isLeap ? 366 : 365
      year += 1
    }
    while day >= daysOfMonth {
      day -= daysOfMonth
      month += 1
    }
  }

  private var isLeap: Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private var daysOfMonth: Int {
    switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The start of the day, week, month or year that a function gives; nil for other functions.
  func start(_ function: FunctionIR.Function, _ zone: String?) -> Date? {
    let dayOfYear = day + daysBefore(month: month)
    switch function {
    case .startOfDay: return OracleCalendar.instant(dayNumber, zone)
    case .startOfWeek: return OracleCalendar.instant(dayNumber - daysSinceMonday, zone)
    case .startOfMonth: return OracleCalendar.instant(dayNumber - day, zone)
    case .startOfYear: return OracleCalendar.instant(dayNumber - dayOfYear, zone)
    default: return nil
    }
  }

  private func daysBefore(month: Int) -> Int {
    var copy = self
    var days = 0
    for earlier in 1..<month {
      copy.month = earlier
      days += copy.daysOfMonth
    }
    return days
  }

  /// The first instant whose local time is midnight of a day, counted from 2001-01-01 on, or later: midnight by one of
  /// the offsets of the days around it, or else a change of the clocks, which is found by counting seconds.
  private static func instant(_ day: Int, _ zone: String?) -> Date {
    let midnight = day * 86_400
    guard let zone = zone.flatMap({ TimeZone(identifier: $0) }) else { return Date(timeIntervalSinceReferenceDate: Double(midnight)) }
    func offset(_ instant: Int) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double(instant))) }
    let times = stride(from: midnight - 30 * 3600, through: midnight + 30 * 3600, by: 600)
    let exact = Set(times.map(offset)).map { midnight - $0 }.filter { $0 + offset($0) == midnight }
    if let first = exact.min() { return Date(timeIntervalSinceReferenceDate: Double(first)) }
    var late = times.first { $0 + offset($0) >= midnight } ?? midnight
    while late - 1 + offset(late - 1) >= midnight { late -= 1 }
    return Date(timeIntervalSinceReferenceDate: Double(late))
  }

  /// The part of the date that a function gives; nil for other functions.
  func part(_ function: FunctionIR.Function) -> Int64? {
    switch function {
    case .year: Int64(year)
    case .month: Int64(month)
    case .day: Int64(day + 1)
    case .weekday: Int64(daysSinceMonday + 1)
    case .hour: Int64(second / 60 / 60)
    case .minute: Int64(second / 60 % 60)
    case .second: Int64(second % 60)
    default: nil
    }
  }
}
