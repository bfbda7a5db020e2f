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
    case onesComplement
    /// The instant at which the query runs.
    case now
    /// A duration of so many seconds, minutes and so on: `days(7)`.
    case seconds, minutes, hours, days, weeks
    /// A field of a date, as an integer. The name of a time zone may follow the date; the default is UTC.
    case year, month, day, weekday, hour, minute, second
    /// The first instant of a year, and the first instant after it. Query texts cannot call these two;
    /// `withoutYears(mayBeNil:)` rewrites comparisons of years to them.
    case startOfYear, endOfYear
  }
}

extension FunctionIR.Function {
  /// The time that a call takes without its arguments, in units of a comparison of two numbers.
  package var cost: Int {
    switch self {
    case .uppercase, .lowercase, .trimmed, .substring: 15
    case .year, .month, .day, .weekday, .hour, .minute, .second, .startOfYear, .endOfYear: 10
    case .length, .absolute, .ceiling, .floor, .truncate, .squareRoot, .exponential, .naturalLogarithm, .logarithm,
      .onesComplement, .now, .seconds, .minutes, .hours, .days, .weeks:
      3
    }
  }
}
