import CDQIR
import CDQRandom
import CDQRuntime
import Foundation
import Testing

/// The starts of days, weeks, months and years.
@Suite struct CalendarStartTests {
  private static func date(_ text: String) throws -> Date { try #require(ISO8601.date(from: text)) }

  /// A zone, a date, and the start of its local day.
  static let days = [
    ("Europe/Oslo", "2024-03-31T12:00:00Z", "2024-03-30T23:00:00Z"), ("Europe/Oslo", "2024-10-27T12:00:00Z", "2024-10-26T22:00:00Z"),
    // The clocks went from 0:00 to 1:00.
    ("America/Sao_Paulo", "2018-11-04T12:00:00Z", "2018-11-04T03:00:00Z"),
    ("America/Sao_Paulo", "2018-11-04T02:59:59Z", "2018-11-03T03:00:00Z"),
    // The clocks went back from 0:01 to 23:01, so that the seventh began twice.
    ("America/St_Johns", "2010-11-07T02:30:30Z", "2010-11-07T02:30:00Z"),
    ("America/St_Johns", "2010-11-07T02:31:00Z", "2010-11-06T02:30:00Z"),
    ("America/St_Johns", "2010-11-07T12:00:00Z", "2010-11-07T02:30:00Z"),
    // There was no 2011-12-30.
    ("Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29T10:00:00Z"), ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"),
  ]

  @Test(arguments: days)
  func `A day begins at the first of its instants`(zone: String, date: String, start: String) throws {
    let zone = try CDQTimeZone(zone)
    #expect(CDQCalendar.startOfDay(try CalendarStartTests.date(date), in: zone) == (try CalendarStartTests.date(start)))
  }

  @Test func `A period is the same for all its dates, and starts with the first`() throws {
    var random = SplitMix(seed: 3)
    let zones = try [
      "UTC", "Europe/Oslo", "America/St_Johns", "America/Sao_Paulo", "Pacific/Apia", "Asia/Beirut", "Africa/Cairo", "Asia/Tehran",
    ].map { try CDQTimeZone($0) }
    for _ in 0..<3000 {
      let date = Date(timeIntervalSinceReferenceDate: (Double(random.below(1_600_000_000)) - 800_000_000) + random.pick([0, 0.5]))
      let zone = random.pick(zones)
      let day = CDQCalendar.startOfDay(date, in: zone)
      #expect(day <= date && CDQCalendar.startOfDay(day, in: zone) == day)
      #expect(CDQCalendar.day(day, in: zone) == CDQCalendar.day(date, in: zone))
      let before = day.addingTimeInterval(-1)
      #expect(CDQCalendar.day(before, in: zone) != CDQCalendar.day(day, in: zone))
      let week = CDQCalendar.startOfWeek(date, in: zone)
      #expect(week <= day && CDQCalendar.weekday(week, in: zone) == 1)
      let month = CDQCalendar.startOfMonth(date, in: zone)
      #expect(month <= day && CDQCalendar.month(month, in: zone) == CDQCalendar.month(date, in: zone))
      #expect(CDQCalendar.day(month, in: zone) == 1)
      let year = CDQCalendar.startOfYear(date, in: zone)
      #expect(year <= month && year == CDQCalendar.startOfYear(CDQCalendar.year(date, in: zone), in: zone))
    }
  }

  @Test func `Dates beyond the calendar do not trap`() throws {
    for seconds in [-Double.infinity, -1e300, -1e15, 1e15, 1e300, .infinity, .nan] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      for zone in [CDQTimeZone.utc, try CDQTimeZone("America/St_Johns")] {
        let starts = [
          CDQCalendar.startOfDay(date, in: zone), CDQCalendar.startOfWeek(date, in: zone),
          CDQCalendar.startOfMonth(date, in: zone), CDQCalendar.startOfYear(date, in: zone),
        ]
        #expect(starts[0] >= starts[1] && starts[0] >= starts[2] && starts[2] >= starts[3])
        #expect(starts.allSatisfy { $0.timeIntervalSinceReferenceDate.isFinite })
      }
    }
  }
}
