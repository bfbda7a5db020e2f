package import CDQIR
package import Foundation

/// The Swift implementation of a language function, by the types of its arguments and result. If an argument is nil, so
/// is the result.
package enum FunctionBody: Sendable {
  /// A function without arguments, such as `now()`: the instant of the execution.
  case instant
  /// A function from a number of any type to one of the same type, such as `abs`.
  case number(NumberFunction)
  case real(@Sendable (Double) -> Double)
  case integer(@Sendable (Int64) -> Int64)
  case text(@Sendable (String) -> String)
  /// The length of a text or of `Data`.
  case length
  /// A function of a text and two integers, such as `substring`.
  case part(@Sendable (String, Int64, Int64) -> String?)
  /// A function of a text and an integer, such as `prefix`.
  case end(@Sendable (String, Int64) -> String)
  /// A function of a text and a separator, such as `before`.
  case split(@Sendable (String, String) -> String?)
  /// A function of a text, a part of it and what comes in its place; nil where the result is too long.
  case replacement(@Sendable (String, String, String) -> String?)
  /// A function from a number of units to a duration; the payload is the seconds of one unit.
  case duration(Double)
  /// A function of a date and, optionally, the name of a time zone, such as `year`.
  case calendar(@Sendable (Date, CDQTimeZone) -> Int64)
  /// A function from a date and, optionally, the name of a time zone to a date, such as `startOfDay`.
  case startOfPeriod(@Sendable (Date, CDQTimeZone) -> Date)
  /// A function of an integer and, optionally, the name of a time zone, such as `beginningOfYear`.
  case instantOfCalendar(@Sendable (Int64, CDQTimeZone) -> Date)
}

/// The implementations of a function for each type of number.
package struct NumberFunction: Sendable {
  package var integer: @Sendable (Int64) -> Int64?
  package var real: @Sendable (Double) -> Double
  package var decimal: @Sendable (Decimal) -> Decimal

  /// A rounding function. It leaves integers unchanged.
  fileprivate init(_ rule: FloatingPointRoundingRule, _ decimal: @escaping @Sendable (Decimal) -> Decimal) {
    integer = { $0 }
    real = { $0.rounded(rule) }
    self.decimal = decimal
  }

  fileprivate init(
    integer: @escaping @Sendable (Int64) -> Int64?, real: @escaping @Sendable (Double) -> Double,
    decimal: @escaping @Sendable (Decimal) -> Decimal
  ) {
    self.integer = integer
    self.real = real
    self.decimal = decimal
  }
}

extension FunctionIR.Function {
  package var body: FunctionBody {
    switch self {
    case .absolute:
      // The absolute value of the smallest integer does not fit into 64 bits.
      .number(NumberFunction(integer: { $0 == .min ? nil : abs($0) }, real: { abs($0) }, decimal: { abs($0) }))
    case .ceiling: .number(NumberFunction(.up) { DecimalMath.rounded($0, .up) })
    case .floor: .number(NumberFunction(.down) { DecimalMath.rounded($0, .down) })
    case .truncate: .number(NumberFunction(.towardZero) { DecimalMath.truncated($0) })
    case .squareRoot: .real { $0.squareRoot() }
    case .exponential: .real { exp($0) }
    case .naturalLogarithm: .real { log($0) }
    case .logarithm: .real { log10($0) }
    case .uppercase: .text { $0.uppercased() }
    case .lowercase: .text { $0.lowercased() }
    case .trimmed: .text { CDQText.trimmed($0) }
    case .length: .length
    case .substring: .part { CDQText.substring($0, $1, $2) }
    case .prefix: .end { CDQText.prefix($0, $1) }
    case .suffix: .end { CDQText.suffix($0, $1) }
    case .before: .split { CDQText.before($0, $1) }
    case .after: .split { CDQText.after($0, $1) }
    case .replacing: .replacement { CDQText.replaced($0, $1, $2) }
    case .onesComplement: .integer { ~$0 }
    case .now: .instant
    case .seconds: .duration(1)
    case .minutes: .duration(60)
    case .hours: .duration(3600)
    case .days: .duration(86_400)
    case .weeks: .duration(604_800)
    case .year: .calendar { CDQCalendar.year($0, in: $1) }
    case .month: .calendar { CDQCalendar.month($0, in: $1) }
    case .day: .calendar { CDQCalendar.day($0, in: $1) }
    case .weekday: .calendar { CDQCalendar.weekday($0, in: $1) }
    case .hour: .calendar { CDQCalendar.hour($0, in: $1) }
    case .minute: .calendar { CDQCalendar.minute($0, in: $1) }
    case .second: .calendar { CDQCalendar.second($0, in: $1) }
    case .startOfDay: .startOfPeriod { CDQCalendar.startOfDay($0, in: $1) }
    case .startOfWeek: .startOfPeriod { CDQCalendar.startOfWeek($0, in: $1) }
    case .startOfMonth: .startOfPeriod { CDQCalendar.startOfMonth($0, in: $1) }
    case .startOfYear: .startOfPeriod { CDQCalendar.startOfYear($0, in: $1) }
    case .beginningOfYear: .instantOfCalendar { CDQCalendar.startOfYear($0, in: $1) }
    case .endOfYear: .instantOfCalendar { CDQCalendar.endOfYear($0, in: $1) }
    }
  }
}
