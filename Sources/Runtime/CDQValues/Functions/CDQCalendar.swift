import CDQIR
public import Foundation

/// The calendar functions of the query language, which generated code calls.
///
/// The calendar is the proleptic Gregorian one of ISO 8601, also for dates before its introduction. Dates more than
/// about thirty million years from now are clamped to that range, and NaN counts as its last date.
public enum CDQCalendar {
  /// The year of a date, such as 2026; 0 is the year before the year 1.
  public static func year(_ date: Date, in zone: CDQTimeZone = .utc) -> Int64 { civil(date, zone).year }

  /// The month of a date, 1 to 12.
  public static func month(_ date: Date, in zone: CDQTimeZone = .utc) -> Int64 { civil(date, zone).month }

  /// The day of the month of a date, 1 to 31.
  public static func day(_ date: Date, in zone: CDQTimeZone = .utc) -> Int64 { civil(date, zone).day }

  /// The day of the week of a date by ISO 8601: 1 for Monday to 7 for Sunday.
  public static func weekday(_ date: Date, in zone: CDQTimeZone = .utc) -> Int64 {
    // Day 0, 1970-01-01, was a Thursday.
    modulo(dayNumber(date, zone) + 3, 7) + 1
  }

  /// The hour of a date, 0 to 23.
  public static func hour(_ date: Date, in zone: CDQTimeZone = .utc) -> Int64 { secondOfDay(date, zone) / 3600 }

  /// The minute of a date, 0 to 59.
  public static func minute(_ date: Date, in zone: CDQTimeZone = .utc) -> Int64 { secondOfDay(date, zone) / 60 % 60 }

  /// The second of a date, 0 to 59, without its fraction.
  public static func second(_ date: Date, in zone: CDQTimeZone = .utc) -> Int64 { secondOfDay(date, zone) % 60 }

  /// The first instant of the year with a number, which is `beginningOfYear` in the IR. A year out of range is clamped.
  public static func startOfYear(_ year: Int64, in zone: CDQTimeZone = .utc) -> Date {
    let year = min(max(year, -32_000_000), 32_000_000)
    return midnight(of: ISO8601.days(year: year, month: 1, day: 1), in: zone)
  }

  /// The first instant after a year, which is the start of the next one.
  public static func endOfYear(_ year: Int64, in zone: CDQTimeZone = .utc) -> Date {
    startOfYear(year == .max ? year : year + 1, in: zone)
  }

  static let secondsPerDay: Int64 = 86_400
  static let secondsTo2001 = ISO8601.daysFrom1970To2001 * secondsPerDay

  /// Seconds since 1970, rounded down and clamped. NaN becomes the upper limit.
  static func seconds(_ date: Date) -> Int64 {
    let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
    let limit = 1e15
    return Int64(seconds < limit ? max(seconds, -limit) : limit) + secondsTo2001
  }

  private static func civil(_ date: Date, _ zone: CDQTimeZone) -> (year: Int64, month: Int64, day: Int64) {
    ISO8601.civil(fromDays: dayNumber(date, zone))
  }

  /// The local day of a date, counted from 1970-01-01 on. Its year, month, day and weekday depend on it.
  package static func dayNumber(_ date: Date, _ zone: CDQTimeZone = .utc) -> Int64 {
    divided(zone.localSeconds(date), by: secondsPerDay)
  }

  private static func secondOfDay(_ date: Date, _ zone: CDQTimeZone) -> Int64 {
    modulo(zone.localSeconds(date), secondsPerDay)
  }

  private static func divided(_ number: Int64, by divisor: Int64) -> Int64 {
    (number - modulo(number, divisor)) / divisor
  }

  /// The remainder of a division that rounds down: never negative for a positive divisor.
  static func modulo(_ number: Int64, _ divisor: Int64) -> Int64 {
    let remainder = number % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
