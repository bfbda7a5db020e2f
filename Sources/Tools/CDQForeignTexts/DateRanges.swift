/// Ranges of dates that people name by words, such as "yesterday" and "last month", as conditions.
///
/// The language has no function for the start of a day, so that a condition compares the parts of the dates.
enum DateRanges {
  /// Moments and ranges that a phrase names, with the condition of a date. `#` stands for the date.
  static let phrases: [(words: [String], condition: String)] = [
    (["today"], day(of: "#", 0)), (["yesterday"], day(of: "#", -1)), (["tomorrow"], day(of: "#", 1)),
    (["this", "week"], thisWeek), (["last", "week"], "# BETWEEN {now() - days(7), now()}"),
    (["next", "week"], "# BETWEEN {now(), now() + days(7)}"),
    (["this", "month"], "year(#) == year(now()) AND month(#) == month(now())"),
    (["last", "month"], month(-1)), (["next", "month"], month(1)),
    (["this", "year"], "year(#) == year(now())"), (["last", "year"], "year(#) == year(now()) - 1"),
    (["next", "year"], "year(#) == year(now()) + 1"),
    (["in", "the", "future"], "# > now()"), (["in", "the", "past"], "# < now()"),
  ]

  /// The same for texts that say from when on, or until when.
  static let starts: [String: String] = [
    "today": startOfDay(0), "yesterday": startOfDay(-1), "tomorrow": startOfDay(1), "now": "now()",
    "last week": "now() - days(7)", "last month": "now() - days(30)", "last year": "now() - days(365)",
  ]

  /// A month before or after this one. Months are counted through, so that January follows December.
  private static func month(_ offset: Int) -> String {
    "year(#) * 12 + month(#) == year(now()) * 12 + month(now()) \(offset < 0 ? "-" : "+") \(abs(offset))"
  }

  private static let thisWeek =
    "# >= \(startOfDay(0)) - days(weekday(now()) - 1) AND # < \(startOfDay(0)) + days(8 - weekday(now()))"

  /// The first minute of a day, so many days after today.
  private static func startOfDay(_ offset: Int) -> String {
    let start = "now() - hours(hour(now())) - minutes(minute(now())) - seconds(second(now()))"
    return offset == 0 ? start : "\(start) \(offset < 0 ? "-" : "+") days(\(abs(offset)))"
  }

  /// The condition that a date is on a day, so many days after today.
  static func day(of date: String, _ offset: Int, _ and: String = "AND") -> String {
    sameDay(date, offset == 0 ? "now()" : "now() \(offset < 0 ? "-" : "+") days(\(abs(offset)))", and)
  }

  /// The condition that two dates are on the same day.
  static func sameDay(_ date: String, _ other: String, _ and: String = "AND") -> String {
    ["year", "month", "day"].map { "\($0)(\(date)) == \($0)(\(other))" }.joined(separator: " \(and) ")
  }
}
