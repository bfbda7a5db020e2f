import CDQSyntax

/// Moments and calendars of Swift, and comparisons of values that are no condition alone.
extension SwiftCondition {
  /// What follows `Date`: `()`, `.now`, `(timeIntervalSinceNow: -60)`
  mutating func date() throws(Unread) -> SwiftOperand {
    let now = SwiftOperand(text: "now()", form: .date)
    if isNext("."), isNext("now", at: 1) {
      position += 2
      return now
    }
    guard isNext("(") else { throw Unread(help: "of 'Date' a condition knows only now(), and date(\"2026-01-31\")") }
    if isNext(")", at: 1) {
      position += 2
      return now
    }
    guard isNext("timeIntervalSinceNow", at: 1), let seconds = try bracketedArgument().number else {
      throw Unread(help: "a date is written date(\"2026-01-31\"), or passed as a parameter")
    }
    return SwiftOperand(text: "now() \(SwiftOperand.duration(seconds))", rank: .sum, form: .date)
  }

  private static let components: Set<String> = ["year", "month", "day", "weekday", "hour", "minute", "second"]
  private static let days = ["isDateInToday": 0, "isDateInYesterday": -1, "isDateInTomorrow": 1]

  /// What follows `Calendar`: `.current.isDateInToday($0.date)`
  mutating func calendar() throws(Unread) -> SwiftOperand {
    try expect(".")
    _ = try word()
    try expect(".")
    let name = try word()
    if let day = SwiftCondition.days[name] {
      return .condition(DateRanges.day(of: try bracketedArgument().text, day, "&&"), .and)
    }
    let arguments = try namedArguments()
    switch (name, arguments.count) {
    case ("component", 2):
      let part = arguments[0].text.dropFirst()
      guard SwiftCondition.components.contains(String(part)) else { throw unread(method: "\(name)(.\(part))") }
      return SwiftOperand(text: "\(part)(\(arguments[1].text))")
    case ("startOfDay", 1): return SwiftOperand(text: "startOfDay(\(arguments[0].text))", form: .date)
    case ("date", 3):
      guard let count = arguments[1].number,
        let length = ["day": 1.0, "weekOfYear": 7, "month": 30, "year": 365][String(arguments[0].text.dropFirst())]
      else { throw unread(method: name) }
      _ = take("!")
      return SwiftOperand(
        text: "\(arguments[2].text) \(SwiftOperand.duration(count * length * 86_400))", rank: .sum, form: .date)
    case ("isDate", 2):
      return .condition(DateRanges.sameDay(arguments[0].text, arguments[1].text, "&&"), .and)
    default: throw unread(method: name)
    }
  }

  private mutating func namedArguments() throws(Unread) -> [SwiftOperand] {
    try expect("(")
    var result: [SwiftOperand] = []
    repeat {
      if let token, token.kind == .word, isNext(":", at: 1) { position += 2 }
      result.append(try expression())
    } while take(",")
    try expect(")")
    return result
  }

  /// The texts of tokens from a position on.
  func tokens(_ range: ClosedRange<Int>, from start: Int) -> [String] {
    range.compactMap { text(at: start + $0) }
  }

  func compared(_ left: SwiftOperand, _ sign: String, _ right: SwiftOperand) throws(Unread) -> SwiftOperand {
    switch (left.form, sign) {
    case (.order(let first, let second, let options), "=="), (.order(let first, let second, let options), "!="):
      let operation = [".orderedSame": "==", ".orderedAscending": "<", ".orderedDescending": ">"][right.text]
      guard let operation else { throw unread(method: "compare") }
      let condition = SwiftOperand.condition("\(first) \(operation)\(options) \(second)")
      return sign == "==" ? condition : condition.negated
    case (.range(let low, let high, let isClosed), "~="): return SwiftCondition.within(right, low, high, isClosed)
    case (.elements, "!=") where right.isNull:
      return .condition("\(left.text).@count > 0", opposite: "\(left.text).@count == 0")
    case (.elements, "==") where right.isNull:
      return .condition("\(left.text).@count == 0", opposite: "\(left.text).@count > 0")
    case (.condition, "!=") where right.isNull: return left
    case (.condition, "==") where right.isNull: return left.negated
    case (.elements, _), (.mapped, _), (.range, _), (.order, _), (_, "~="): throw unread(method: sign)
    default: break
    }
    if let value = right.bool, left.isCondition, ["==", "!="].contains(sign) {
      return SwiftCondition.tested(left, isEqual: sign == "==", value)
    }
    var result = SwiftOperand.condition("\(left.text(in: .sum)) \(sign) \(right.text(in: .sum))")
    if let key = left.key, !key.isEmpty, !right.isPath, !right.text.contains("$x") {
      result.simple = .init(key: key, rest: "\(sign) \(right.text(in: .sum))")
    }
    return result
  }

  /// `condition == true`, where the condition may be about no text: nil equals neither value.
  private static func tested(_ condition: SwiftOperand, isEqual: Bool, _ value: Bool) -> SwiftOperand {
    let isMet = isEqual == value
    let result = isMet ? condition : condition.negated
    guard let optional = condition.optional else { return result }
    if isEqual, !value { return SwiftOperand.condition("\(optional) != nil").joined("&&", result) }
    if !isEqual, !value { return SwiftOperand.condition("\(optional) == nil").joined("||", result) }
    return result
  }
}
