/// Conditions that a date is on a day that people name by a word, such as "today".
///
/// The language has no function for the start of a day, so that a condition compares the parts of the dates.
package enum DateRanges {
  /// Words for days, with how many days after today they are.
  package static let days = ["today": 0, "yesterday": -1, "tomorrow": 1]

  /// The condition that a date is on a day, so many days after today.
  package static func day(of date: String, _ offset: Int, _ and: String = "AND") -> String {
    sameDay(date, offset == 0 ? "now()" : "now() \(offset < 0 ? "-" : "+") days(\(abs(offset)))", and)
  }

  /// The condition that two dates are on the same day.
  package static func sameDay(_ date: String, _ other: String, _ and: String = "AND") -> String {
    ["year", "month", "day"].map { "\($0)(\(date)) == \($0)(\(other))" }.joined(separator: " \(and) ")
  }
}
