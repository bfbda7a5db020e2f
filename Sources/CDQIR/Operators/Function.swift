extension FunctionIR {
  /// The functions; the raw value is the name that texts call them by.
  public enum Function: String, Hashable, Sendable, Codable, CaseIterable {
    case absolute = "abs"
    case ceiling, floor
    case truncate = "trunc"
    case squareRoot = "sqrt"
    case exponential = "exp"
    /// Natural logarithm.
    case naturalLogarithm = "ln"
    /// Logarithm to base 10.
    case logarithm = "log"
    case uppercase, lowercase
    /// UTF-16 units of a String, bytes of Data.
    case length
    /// Without white space at both ends.
    case trimmed
    /// So many Characters of a text, from one on.
    case substring
    case onesComplement
    /// The instant of the execution.
    case now
    /// Seconds as a duration; the argument is in the unit that the name says.
    case seconds, minutes, hours, days, weeks
    /// Parts of a date; the name of a time zone may follow the date, which else is read in UTC.
    case year, month, day, weekday, hour, minute, second
    /// The first instant of a year, and the first one after it. Texts cannot call these; comparisons of years are
    /// rewritten to them.
    case startOfYear, endOfYear
  }
}

extension FunctionIR.Function {
  /// How long a call takes beside its arguments, in comparisons of numbers.
  package var cost: Int {
    switch self {
    case .uppercase, .lowercase, .length, .trimmed, .substring: 15
    case .year, .month, .day, .weekday, .hour, .minute, .second, .startOfYear, .endOfYear: 10
    case .absolute, .ceiling, .floor, .truncate, .squareRoot, .exponential, .naturalLogarithm, .logarithm,
      .onesComplement, .now, .seconds, .minutes, .hours, .days, .weeks:
      3
    }
  }
}
