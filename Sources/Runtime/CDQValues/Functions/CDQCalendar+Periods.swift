public import Foundation
import CDQIR

// The starts of days, weeks, months and years, which generated code calls.
//
// All dates of one local day have the same start of the day, so that it is a key to group by. Where the clocks go forward
// at midnight, the day starts after the change. Where they go back over midnight, a day has two beginnings, of which the
// first counts.
extension CDQCalendar {
  /// The first instant of the day of a date.
  public static func startOfDay(_ date: Date, in zone: CDQTimeZone = .utc) -> Date {
    midnight(of: dayNumber(date, zone), in: zone)
  }

  /// The first instant of the week of a date, which begins on Monday.
  public static func startOfWeek(_ date: Date, in zone: CDQTimeZone = .utc) -> Date {
    let day = dayNumber(date, zone)
    // Day 0, 1970-01-01, was a Thursday.
    return midnight(of: day - modulo(day + 3, 7), in: zone)
  }

  /// The first instant of the month of a date.
  public static func startOfMonth(_ date: Date, in zone: CDQTimeZone = .utc) -> Date {
    let (year, month, _) = ISO8601.civil(fromDays: dayNumber(date, zone))
    return midnight(of: ISO8601.days(year: year, month: month, day: 1), in: zone)
  }

  /// The first instant of the year of a date, which is `startOfYear` in texts and in the IR.
  public static func startOfYear(_ date: Date, in zone: CDQTimeZone = .utc) -> Date {
    startOfYear(ISO8601.civil(fromDays: dayNumber(date, zone)).year, in: zone)
  }

  /// The first instant of a local day, which is counted from 1970-01-01 on.
  static func midnight(of day: Int64, in zone: CDQTimeZone) -> Date {
    let instant = zone.firstInstant(ofLocal: day * secondsPerDay)
    return Date(timeIntervalSinceReferenceDate: Double(instant - secondsTo2001))
  }
}
