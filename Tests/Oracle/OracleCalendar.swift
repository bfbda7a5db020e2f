import CDQIR
import Foundation

/// The parts of a date, computed by counting years and months from 2001.
struct OracleCalendar {
  private var year = 2001
  private var month = 1
  private var day = 0
  private var second = 0
  private var daysSinceMonday = 0

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
