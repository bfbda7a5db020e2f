import CDQSyntax

/// Ranges of dates that people name by phrases, such as "yesterday" and "last month", as conditions.
enum DatePhrases {
  /// Moments and ranges that a phrase names, with the condition of a date. `#` stands for the date.
  static let phrases: [(words: [String], condition: String)] = DateRanges.days.map { ([$0.key], DateRanges.day(of: "#", $0.value)) } + [
    (["this", "week"], thisWeek), (["last", "week"], "# BETWEEN {now() - days(7), now()}"),
    (["next", "week"], "# BETWEEN {now(), now() + days(7)}"),
    (["this", "month"], "year(#) == year(now()) AND month(#) == month(now())"),
    (["last", "month"], month(-1)), (["next", "month"], month(1)),
    (["this", "year"], "year(#) == year(now())"), (["last", "year"], "year(#) == year(now()) - 1"),
    (["next", "year"], "year(#) == year(now()) + 1"),
    (["future"], "# > now()"),
  ]

  /// What is compared in texts that say from when on, or until when, such as "before last year".
  private static let starts: [(words: [String], left: String, right: String)] = [
    (["now"], "#", "now()"), (["last", "week"], "#", "now() - days(7)"), (["next", "week"], "#", "now() + days(7)"),
    (["last", "month"], months("#"), months("now()") + " - 1"), (["this", "month"], months("#"), months("now()")),
    (["last", "year"], "year(#)", "year(now()) - 1"), (["this", "year"], "year(#)", "year(now())"),
  ]

  /// The condition of a phrase after "since", "before" and such, with the number of its words.
  static func condition(_ words: ArraySlice<String>, _ sign: String, of date: String) -> (text: String, count: Int)? {
    if let offset = words.first.flatMap({ DateRanges.days[$0] }) {
      // After today is from tomorrow on.
      let isAfter = sign == ">"
      return ("\(date) \(isAfter ? ">=" : sign) \(startOfDay(isAfter ? offset + 1 : offset))", 1)
    }
    guard let start = starts.first(where: { words.starts(with: $0.words) }) else { return nil }
    return ("\(start.left.replacing("#", with: date)) \(sign) \(start.right)", start.words.count)
  }

  /// A month before or after this one. Months are counted through, so that January follows December.
  private static func month(_ offset: Int) -> String {
    "\(months("#")) == \(months("now()")) \(offset < 0 ? "-" : "+") \(abs(offset))"
  }

  private static func months(_ date: String) -> String { "year(\(date)) * 12 + month(\(date))" }

  private static let thisWeek = "# >= startOfWeek(now()) AND # < startOfWeek(now()) + days(7)"

  /// The start of a day, so many days after today.
  private static func startOfDay(_ offset: Int) -> String {
    offset == 0 ? "startOfDay(now())" : "startOfDay(now()) \(offset < 0 ? "-" : "+") days(\(abs(offset)))"
  }
}
