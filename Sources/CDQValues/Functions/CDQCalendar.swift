import CDQIR
public import Foundation

/// The calendar functions of the language, which generated code calls.
///
/// The calendar is the Gregorian one, also before its introduction, as in ISO 8601. A date that is no number, or thirty
/// million years from now, counts as the nearest one that has a year here.
public enum CDQCalendar {
  /// The year of a date, such as 2026; 0 is the year before the year 1.
  public static func year(_ date: Date, in zone: CDQTimeZone = .utc) -> Int64 { civil(date, zone).year }

  /// The month of a date, 1 to 12.
  public static func month(_ date: Date, in zone: CDQTimeZone = .utc) -> Int64 { civil(date, zone).month }

  /// The day of the month of a date, 1 to 31.
  public static func day(_ date: Date, in zone: CDQTimeZone = .utc) -> Int64 { civil(date, zone).day }

  /// The day of the week of a date by ISO 8601: 1 for Monday to 7 for Sunday.
  public static func weekday(_ date: Date, in zone: CDQTimeZone = .utc) -> Int64 {
    // 1970-01-01 was a Thursday.
    modulo(divided(zone.localSeconds(date), by: secondsPerDay) + 3, 7) + 1
  }

  /// The hour of a date, 0 to 23.
  public static func hour(_ date: Date, in zone: CDQTimeZone = .utc) -> Int64 { secondOfDay(date, zone) / 3600 }

  /// The minute of a date, 0 to 59.
  public static func minute(_ date: Date, in zone: CDQTimeZone = .utc) -> Int64 { secondOfDay(date, zone) / 60 % 60 }

  /// The second of a date, 0 to 59, without its fraction.
  public static func second(_ date: Date, in zone: CDQTimeZone = .utc) -> Int64 { secondOfDay(date, zone) % 60 }

  /// The first instant of a year. A year that no date has counts as the nearest one.
  public static func startOfYear(_ year: Int64, in zone: CDQTimeZone = .utc) -> Date {
    let year = min(max(year, -32_000_000), 32_000_000)
    let midnight = ISO8601.days(year: year, month: 1, day: 1) * secondsPerDay
    // No zone is as far from UTC as 26 hours, and none has gone back from one year to another.
    var (early, late) = (midnight - 26 * 3600, midnight + 26 * 3600)
    while early < late {
      let middle = early + (late - early) / 2
      if zone.localSeconds(at: middle) < midnight { early = middle + 1 } else { late = middle }
    }
    return Date(timeIntervalSinceReferenceDate: Double(early - secondsTo2001))
  }

  /// The first instant after a year.
  public static func endOfYear(_ year: Int64, in zone: CDQTimeZone = .utc) -> Date {
    startOfYear(year == .max ? year : year + 1, in: zone)
  }

  private static let secondsPerDay: Int64 = 86_400
  private static let secondsTo2001 = ISO8601.daysFrom1970To2001 * secondsPerDay

  /// Seconds since 1970, rounded down.
  static func seconds(_ date: Date) -> Int64 {
    let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
    let limit = 1e15
    return Int64(seconds < limit ? max(seconds, -limit) : limit) + secondsTo2001
  }

  private static func civil(_ date: Date, _ zone: CDQTimeZone) -> (year: Int64, month: Int64, day: Int64) {
    ISO8601.civil(fromDays: divided(zone.localSeconds(date), by: secondsPerDay))
  }

  private static func secondOfDay(_ date: Date, _ zone: CDQTimeZone) -> Int64 {
    modulo(zone.localSeconds(date), secondsPerDay)
  }

  /// The quotient, rounded down.
  private static func divided(_ number: Int64, by divisor: Int64) -> Int64 {
    (number - modulo(number, divisor)) / divisor
  }

  /// The remainder of a division rounded down, which is never negative.
  private static func modulo(_ number: Int64, _ divisor: Int64) -> Int64 {
    let remainder = number % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
