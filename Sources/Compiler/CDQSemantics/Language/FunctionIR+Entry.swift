package import CDQIR

extension FunctionIR.Function {
  /// The functions that texts can call.
  package static let written: [FunctionIR.Function] = allCases.filter(\.entry.isWritten)

  /// The description of the function.
  package var entry: FunctionEntry {
    switch self {
    case .absolute:
      FunctionEntry([.number], .sameNumber, "a number without its sign", swift: .byType, coreData: .known)
    case .ceiling: FunctionEntry([.number], .sameNumber, "a number rounded up", swift: .byType, coreData: .doubted)
    case .floor: FunctionEntry([.number], .sameNumber, "a number rounded down", swift: .byType, coreData: .doubted)
    case .truncate:
      FunctionEntry([.number], .sameNumber, "a number rounded towards zero", swift: .byType, coreData: .doubted)
    case .squareRoot: .real("the square root", swift: .method("squareRoot"))
    case .exponential: .real("e to the power of a number", swift: .foundation("exp"))
    case .naturalLogarithm: .real("the natural logarithm", swift: .foundation("log"))
    case .logarithm: .real("the logarithm to base 10", swift: .foundation("log10"))
    case .uppercase:
      FunctionEntry([.text], .type(.string), "a text in upper case", swift: .method("uppercased"), coreData: .known)
    case .lowercase:
      FunctionEntry([.text], .type(.string), "a text in lower case", swift: .method("lowercased"), coreData: .known)
    case .length:
      FunctionEntry(
        [.textOrData], .type(.int64), "UTF-16 units of a text, bytes of Data", swift: .byType, coreData: .doubted)
    case .trimmed:
      FunctionEntry(
        [.text], .type(.string), isApple: false, "a text without white space at its ends",
        swift: .runtime("CDQText", "trimmed"),
        coreData: .refused("Core Data's SQLite store has no such function", help: nil))
    case .substring:
      FunctionEntry(
        [.text, .integer, .integer], .type(.string), mayFail: true, isApple: false,
        "a part of a text: the first Character, from 0, and how many", swift: .runtime("CDQText", "substring"),
        coreData: .refused(
          "Core Data's SQLite store has no such function",
          help: "a part at the start is asked for by BEGINSWITH, or LIKE"))
    case .prefix: .part([.text, .integer], "the first Characters of a text: at most so many", "prefix", help: "compare with BEGINSWITH")
    case .suffix: .part([.text, .integer], "the last Characters of a text: at most so many", "suffix", help: "compare with ENDSWITH")
    case .before:
      .part([.text, .text], mayFail: true, "the text in front of the first separator, nil without one", "before",
        help: "compare with BEGINSWITH")
    case .after:
      .part([.text, .text], mayFail: true, "the text after the first separator, nil without one", "after",
        help: "compare with CONTAINS or ENDSWITH")
    case .replacing:
      FunctionEntry(
        [.text, .text, .text], .type(.string), isApple: false, "a text with another in place of each occurrence of a part",
        swift: .throwing("CDQText", "replacing"),
        coreData: .refused("Core Data's SQLite store has no such function", help: nil))
    case .onesComplement:
      FunctionEntry(
        [.integer], .type(.int64), "the bits of an integer inverted", swift: .prefix("~"), coreData: .doubted)
    case .now: FunctionEntry([], .type(.date), "the instant at which the query runs", swift: .byType, coreData: .known)
    case .seconds: .duration("seconds", 1)
    case .minutes: .duration("minutes", 60)
    case .hours: .duration("hours", 3600)
    case .days: .duration("days of 24 hours", 86_400)
    case .weeks: .duration("weeks of 7 days", 604_800)
    case .year: .calendar("the year of a date", "year", help: "compare it with a year, as in 'year(opened) == 2020'")
    case .month: .calendar("the month of a date, 1 to 12", "month")
    case .day: .calendar("the day of the month of a date, 1 to 31", "day")
    case .weekday: .calendar("the day of the week of a date, Monday 1 to Sunday 7", "weekday")
    case .hour: .calendar("the hour of a date, 0 to 23", "hour")
    case .minute: .calendar("the minute of a date, 0 to 59", "minute")
    case .second: .calendar("the second of a date, 0 to 59", "second")
    case .startOfDay: .startOfPeriod("the first instant of the day of a date", "startOfDay")
    case .startOfWeek: .startOfPeriod("the first instant of the week of a date, which begins on Monday", "startOfWeek")
    case .startOfMonth: .startOfPeriod("the first instant of the month of a date", "startOfMonth")
    case .startOfYear: .startOfPeriod("the first instant of the year of a date", "startOfYear")
    case .beginningOfYear: .instantOfYear("the first instant of a year", "startOfYear")
    case .endOfYear: .instantOfYear("the first instant after a year", "endOfYear")
    }
  }
}

extension FunctionEntry {
  /// The entry of a function from Double to Double.
  fileprivate static func real(_ summary: String, swift: SwiftForm) -> FunctionEntry {
    FunctionEntry([.double], .type(.double), summary, swift: swift, coreData: .doubted)
  }

  /// The entry of a function that makes a duration from a number of units of time.
  fileprivate static func duration(_ unit: String, _ seconds: Double) -> FunctionEntry {
    FunctionEntry(
      [.amount], .type(.duration), isApple: false, "a duration of so many \(unit)", swift: .product(seconds),
      coreData: .refused("Core Data's SQLite store has no durations", help: nil))
  }

  /// The entry of a function for one end of a year.
  fileprivate static func instantOfYear(_ summary: String, _ function: String) -> FunctionEntry {
    FunctionEntry(
      [.integer, .timeZone], optional: 1, .type(.date), isApple: false, isWritten: false, summary,
      swift: .runtime("CDQCalendar", function),
      coreData: .refused("Core Data's SQLite store has no calendar", help: nil))
  }

  /// The entry of a function for a part of a text, or of a changed text.
  fileprivate static func part(
    _ parameters: [Parameter], mayFail: Bool = false, _ summary: String, _ function: String, help: String? = nil
  ) -> FunctionEntry {
    FunctionEntry(
      parameters, .type(.string), mayFail: mayFail, isApple: false, summary, swift: .runtime("CDQText", function),
      coreData: .refused("Core Data's SQLite store has no such function", help: help))
  }

  /// The entry of a function for the first instant of a period with a date in it.
  fileprivate static func startOfPeriod(_ summary: String, _ function: String) -> FunctionEntry {
    FunctionEntry(
      [.date, .timeZone], optional: 1, .type(.date), isApple: false, summary, swift: .runtime("CDQCalendar", function),
      coreData: .refused(
        "Core Data's SQLite store has no calendar",
        help: "compare the date itself with a range, as in 'opened >= $start AND opened < $end'"))
  }

  /// The entry of a function for one field of a date.
  fileprivate static func calendar(_ summary: String, _ function: String, help: String? = nil) -> FunctionEntry {
    FunctionEntry(
      [.date, .timeZone], optional: 1, .type(.int64), isApple: false, summary, swift: .runtime("CDQCalendar", function),
      coreData: .refused(
        "Core Data's SQLite store has no calendar",
        help: help ?? "compare the date itself with a range, as in 'opened >= $start AND opened < $end'"))
  }
}
