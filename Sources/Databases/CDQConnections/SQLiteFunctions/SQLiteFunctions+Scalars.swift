import CDQIR
import CDQSQL
import CDQValues
import Foundation

extension SQLiteFunctions {
  /// The functions by name, with the number of their arguments.
  static func scalars() -> [(String, Int32, Body)] {
    let matcher = TextMatcher()
    return [
      ("cdq_nfc", 1, text { $0.composed }),
      (
        "cdq_fold", 2,
        { arguments in
          guard let value = string(arguments[0]), let letters = string(arguments[1]) else { return .null }
          return .text(TextFolding.folded(value, TextOptions(letters: letters)).composed)
        }
      ),
      ("cdq_match", 3, { matcher.matches($0) }),
      ("cdq_upper", 1, text { $0.uppercased() }),
      ("cdq_lower", 1, text { $0.lowercased() }),
      ("cdq_trimmed", 1, text { CDQText.trimmed($0) }),
      ("cdq_length", 1, { string($0[0]).map { .int(Int64($0.utf16.count)) } ?? .null }),
      (
        "cdq_substring", 3,
        { arguments in
          guard let value = string(arguments[0]), let start = integer(arguments[1]), let count = integer(arguments[2]) else {
            return .null
          }
          return CDQText.substring(value, start, count).map { .text($0) } ?? .null
        }
      ),
      ("cdq_prefix", 2, end { CDQText.prefix($0, $1) }), ("cdq_suffix", 2, end { CDQText.suffix($0, $1) }),
      ("cdq_before", 2, split { CDQText.before($0, $1) }), ("cdq_after", 2, split { CDQText.after($0, $1) }),
      (
        "cdq_replacing", 3,
        { arguments in
          guard let value = string(arguments[0]), let old = string(arguments[1]), let new = string(arguments[2]) else {
            return .null
          }
          return CDQText.replaced(value, old, new).map { .text($0) }
        }
      ),
      ("cdq_add", 2, integers(.add)), ("cdq_subtract", 2, integers(.subtract)), ("cdq_multiply", 2, integers(.multiply)),
      ("cdq_divide", 2, integers(.divide)), ("cdq_modulus", 2, integers(.modulus)), ("cdq_xor", 2, integers(.bitwiseXor)),
      ("cdq_shift_left", 2, integers(.shiftLeft)), ("cdq_shift_right", 2, integers(.shiftRight)),
      ("cdq_real_add", 2, reals(.add)), ("cdq_real_subtract", 2, reals(.subtract)),
      ("cdq_real_multiply", 2, reals(.multiply)), ("cdq_real_divide", 2, reals(.divide)),
      ("cdq_real_modulus", 2, reals(.modulus)), ("cdq_real_power", 2, reals(.power)),
      ("cdq_ceiling", 1, real { $0.rounded(.up) }), ("cdq_floor", 1, real { $0.rounded(.down) }),
      ("cdq_trunc", 1, real { $0.rounded(.towardZero) }), ("cdq_sqrt", 1, real { $0.squareRoot() }),
      ("cdq_year", 1, calendar { CDQCalendar.year($0) }), ("cdq_month", 1, calendar { CDQCalendar.month($0) }),
      ("cdq_day", 1, calendar { CDQCalendar.day($0) }), ("cdq_weekday", 1, calendar { CDQCalendar.weekday($0) }),
      ("cdq_hour", 1, calendar { CDQCalendar.hour($0) }), ("cdq_minute", 1, calendar { CDQCalendar.minute($0) }),
      ("cdq_second", 1, calendar { CDQCalendar.second($0) }),
      ("cdq_start_of_day", 1, period { CDQCalendar.startOfDay($0) }),
      ("cdq_start_of_week", 1, period { CDQCalendar.startOfWeek($0) }),
      ("cdq_start_of_month", 1, period { CDQCalendar.startOfMonth($0) }),
      ("cdq_start_of_year", 1, period { CDQCalendar.startOfYear($0) }),
      ("cdq_date", 1, { SQLiteFunctions.date($0[0]).map { .real($0) } ?? .null }),
    ]
  }

  private static func string(_ datum: SQLDatum) -> String? {
    if case .text(let text) = datum { text } else { nil }
  }

  private static func integer(_ datum: SQLDatum) -> Int64? {
    if case .int(let number) = datum { number } else { nil }
  }

  private static func double(_ datum: SQLDatum) -> Double? {
    switch datum {
    case .real(let number): number
    case .int(let number): Double(number)
    case .null, .text, .blob: nil
    }
  }

  private static func text(_ body: @escaping (String) -> String) -> Body {
    { string($0[0]).map { .text(body($0)) } ?? .null }
  }

  private static func end(_ body: @escaping (String, Int64) -> String) -> Body {
    { arguments in
      guard let text = string(arguments[0]), let count = integer(arguments[1]) else { return .null }
      return .text(body(text, count))
    }
  }

  private static func split(_ body: @escaping (String, String) -> String?) -> Body {
    { arguments in
      guard let text = string(arguments[0]), let separator = string(arguments[1]) else { return .null }
      return body(text, separator).map { .text($0) } ?? .null
    }
  }

  private static func real(_ body: @escaping (Double) -> Double) -> Body {
    { double($0[0]).map { .real(body($0)) } ?? .null }
  }

  private static func integers(_ operation: ArithmeticIR.Operator) -> Body {
    { arguments in
      guard let left = integer(arguments[0]), let right = integer(arguments[1]) else { return .null }
      return IntegerMath.apply(operation, left, right).map { .int($0) } ?? .null
    }
  }

  private static func reals(_ operation: ArithmeticIR.Operator) -> Body {
    { arguments in
      guard let left = double(arguments[0]), let right = double(arguments[1]) else { return .null }
      return DoubleMath.apply(operation, left, right).map { .real($0) } ?? .null
    }
  }

  private static func calendar(_ body: @escaping (Date) -> Int64) -> Body {
    { double($0[0]).map { .int(body(Date(timeIntervalSinceReferenceDate: $0))) } ?? .null }
  }

  private static func period(_ body: @escaping (Date) -> Date) -> Body {
    { double($0[0]).map { .real(body(Date(timeIntervalSinceReferenceDate: $0)).timeIntervalSinceReferenceDate) } ?? .null }
  }

  /// The seconds since 2001 of an element of a list, which is a text of ISO 8601, or of seconds since 1970.
  static func date(_ datum: SQLDatum) -> Double? {
    switch datum {
    case .text(let text): ISO8601.date(from: text.isoForm)?.timeIntervalSinceReferenceDate
    case .int(let seconds): Double(seconds) - 978_307_200
    case .real(let seconds): seconds - 978_307_200
    case .null, .blob: nil
    }
  }
}

extension String {
  /// A date as other programs write it to SQLite, in the form of ISO 8601: with `T` in front of the time.
  var isoForm: String {
    guard let space = firstIndex(of: " ") else { return self }
    return self[..<space] + "T" + self[index(after: space)...].replacing(" ", with: "")
  }
}

extension TextOptions {
  /// The options of some letters, such as `cd`; other letters have no effect.
  init(letters: some StringProtocol) {
    self = []
    if letters.contains("c") { insert(.caseInsensitive) }
    if letters.contains("d") { insert(.diacriticInsensitive) }
  }
}

/// Tests texts against needles and patterns, of which it keeps the last ones.
private final class TextMatcher {
  private enum Pattern {
    case needle(TextNeedle, TextPlace)
    case like(LikePattern)
    case regex(RegexPattern)
    case malformed
  }

  private var patterns: [String: [String: Pattern]] = [:]
  private var count = 0

  /// Whether a text matches, for an operator such as `BEGINSWITH[c]`, the text and the pattern; nil if the pattern is
  /// malformed or the match takes too long.
  func matches(_ arguments: [SQLDatum]) -> SQLDatum? {
    guard case .text(let word) = arguments[0], case .text(let text) = arguments[1], case .text(let pattern) = arguments[2]
    else { return .int(0) }
    switch self.pattern(word, pattern) {
    case .needle(let needle, let place): return .int(needle.isFound(in: text, at: place) ? 1 : 0)
    case .like(let pattern): return .int(pattern.matches(text) ? 1 : 0)
    case .regex(let pattern): return pattern.matches(text).map { .int($0 ? 1 : 0) }
    case .malformed: return nil
    }
  }

  private func pattern(_ word: String, _ text: String) -> Pattern {
    if let known = patterns[word]?[text] { return known }
    if count > 500 { (patterns, count) = ([:], 0) }
    let made = TextMatcher.make(word, text)
    patterns[word, default: [:]][text] = made
    count += 1
    return made
  }

  private static func make(_ word: String, _ text: String) -> Pattern {
    let name = word.prefix { $0 != "[" }
    let options = TextOptions(letters: word.dropFirst(name.count))
    guard let operation = TextMatchIR.Operator(rawValue: String(name)) else { return .malformed }
    switch operation.pattern {
    case .needle(let place): return .needle(TextNeedle(text, options), place)
    case .wildcards: return (try? LikePattern(text, options)).map { .like($0) } ?? .malformed
    case .expression:
      return (try? RegexPattern(text, options)).map { .regex($0) } ?? .malformed
    }
  }
}
