extension FunctionIR {
  /// The scalar functions. The raw value is the name that query texts call.
  public enum Function: String, Hashable, Sendable, Codable, CaseIterable {
    case absolute = "abs"
    case ceiling, floor
    case truncate = "trunc"
    case squareRoot = "sqrt"
    case exponential = "exp"
    /// The natural logarithm, to the base e.
    case naturalLogarithm = "ln"
    /// The logarithm to the base 10.
    case logarithm = "log"
    case uppercase, lowercase
    /// The number of UTF-16 units of a String, or of bytes of Data.
    case length
    /// The text without white space at both ends.
    case trimmed
    /// `substring(text, start, count)`: Characters of a text from a 0-based one on.
    case substring
    /// `prefix(text, count)` and `suffix(text, count)`: the first or last Characters of a text.
    case prefix, suffix
    /// `before(text, separator)` and `after(text, separator)`: the text at one side of the first separator.
    case before, after
    /// `replacing(text, old, new)`: the text with `new` in place of each `old`.
    case replacing
    case onesComplement
    /// The instant at which the query runs.
    case now
    /// A duration of so many seconds, minutes and so on: `days(7)`.
    case seconds, minutes, hours, days, weeks
    /// A field of a date, as an integer. The name of a time zone may follow the date; the default is UTC.
    case year, month, day, weekday, hour, minute, second
    /// The first instant of the day, week, month or year of a date. The name of a time zone may follow the date.
    case startOfDay, startOfWeek, startOfMonth, startOfYear
    /// The first instant of the year with a number, and the first instant after it: `startOfYear` takes a date, and these
    /// take the number of a year. Query texts cannot call these two; `withoutYears(mayBeNil:)` rewrites comparisons of
    /// years to them.
    case beginningOfYear, endOfYear
  }
}

extension FunctionIR.Function {
  /// The time that a call takes without its arguments, in units of a comparison of two numbers.
  package var cost: Int {
    switch self {
    case .uppercase, .lowercase, .trimmed, .substring, .prefix, .suffix, .before, .after, .replacing: 15
    case .year, .month, .day, .weekday, .hour, .minute, .second, .startOfDay, .startOfWeek, .startOfMonth, .startOfYear,
      .beginningOfYear, .endOfYear:
      10
    case .length, .absolute, .ceiling, .floor, .truncate, .squareRoot, .exponential, .naturalLogarithm, .logarithm,
      .onesComplement, .now, .seconds, .minutes, .hours, .days, .weeks:
      3
    }
  }
}
