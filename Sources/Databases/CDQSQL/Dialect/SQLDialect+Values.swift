package import CDQIR
package import Foundation

extension SQLDialect {
  /// A value as a driver binds it. Texts are bound in NFC.
  ///
  /// - Throws: `SQLRefusal` for a value that the database cannot hold, such as NaN in SQLite.
  package func datum(_ value: Value, _ type: ValueType) throws(SQLRefusal) -> SQLDatum {
    switch value {
    case .null: return .null
    case .bool(let truth): return .int(truth ? 1 : 0)
    case .int(let number):
      // Only the schema knows whether the raw values of an enum are integers, so an argument may be of the other kind.
      if type == .string { throw SQLRefusal("an integer stands for a case of an enum of texts") }
      if type == .decimal { return .text(String(number)) }
      return type == .double || type == .float ? .real(Double(number)) : .int(number)
    case .double(let number), .duration(let number):
      if type == .decimal { return try decimal(DecimalDigits.exact(number)) }
      if number.isNaN, !hasNaN { throw SQLRefusal("\(title) has no NaN") }
      return .real(number)
    case .decimal(let number):
      if number.isNaN, !hasNaN { throw SQLRefusal("\(title) has no NaN") }
      return try decimal(number.isNaN ? "NaN" : number.description)
    case .string(let text):
      if type.isInteger { throw SQLRefusal("a text stands for a case of an enum of integers") }
      try requireText(text)
      return .text(text.composed)
    case .date(let date):
      guard hasMicroseconds else { return .real(date.timeIntervalSinceReferenceDate) }
      let instant = try Microseconds(nearest: date)
      return dateParameter == nil ? .text(instant.text) : .int(instant.sinceEpoch)
    case .data(let data): return .blob(data)
    case .uuid(let uuid): return .text(uuid.uuidString)
    case .url(let url): return .text(url.absoluteString)
    case .object, .list: throw SQLRefusal("an object or a list is no value of a column")
    }
  }
}

extension SQLDialect {
  /// The digits of a Decimal.
  private func decimal(_ digits: String) throws(SQLRefusal) -> SQLDatum {
    guard hasFixedDecimals else { return .text(digits) }
    guard !digits.contains(where: \.isLetter), digits.count(where: \.isNumber) <= 38 else {
      throw SQLRefusal("\(title) has no Decimal of more than 38 digits")
    }
    return .text(digits)
  }

  /// Refuses a text that the database cannot hold.
  package func requireText(_ text: String) throws(SQLRefusal) {
    if !holdsZeroCharacter, text.utf8.contains(0) { throw SQLRefusal("a text of \(title) cannot hold U+0000") }
  }
}

/// An instant in the resolution of PostgreSQL: microseconds since 2001.
package struct Microseconds: Hashable, Sendable {
  package let count: Int64

  package init(_ count: Int64) {
    self.count = count
  }

  /// The date, as the nearest Double.
  package var date: Date { Date(timeIntervalSinceReferenceDate: Double(count) / 1e6) }

  /// The instant nearest to a date.
  package init(nearest date: Date) throws(SQLRefusal) {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds.isFinite, let count = Int64(exactly: (seconds * 1e6).rounded()), Microseconds.range.contains(count) else {
      throw SQLRefusal("a date is beyond the years of the database")
    }
    self.count = count
  }

  /// The years 4712 BC to 290000 AD, which PostgreSQL has.
  private static let range = Int64(-211_000_000_000_000_000)...Int64(9_000_000_000_000_000_000)

  /// The microseconds since 1970; what is beyond the range is at its end.
  package var sinceEpoch: Int64 {
    let (sum, isOverflow) = count.addingReportingOverflow(Microseconds.epochDistance)
    return isOverflow ? .max : sum
  }

  /// The microseconds from 1970 to 2001.
  private static let epochDistance: Int64 = 978_307_200_000_000

  /// The instant that lies some microseconds after 1970.
  package init(sinceEpoch count: Int64) {
    let (difference, isOverflow) = count.subtractingReportingOverflow(Microseconds.epochDistance)
    self.init(isOverflow ? .min : difference)
  }

  /// The instant as PostgreSQL reads it.
  package var text: String {
    let million: Int64 = 1_000_000
    let (seconds, rest) = (count.flooredDivision(by: million), count - count.flooredDivision(by: million) * million)
    let days = seconds.flooredDivision(by: 86_400)
    let time = seconds - days * 86_400
    let (year, month, day) = Microseconds.civil(days + 11_323)
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let date = "\(padded(year > 0 ? year : 1 - year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let clock = "\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2)).\(padded(rest, 6))"
    return "\(date) \(clock)+00\(year > 0 ? "" : " BC")"
  }

  /// The date of the Gregorian calendar, from the days since 1970.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // The years begin in March, so that the leap day is their last one.
    let shifted = days + 719_468
    let era = shifted.flooredDivision(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let isNextYear = month >= 10
    return (yearOfEra + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3, day)
  }
}

extension Int64 {
  /// The quotient rounded down.
  fileprivate func flooredDivision(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

/// The decimal digits of numbers.
enum DecimalDigits {
  /// All decimal digits of a finite Double, of which there may be a thousand; `Infinity`, `-Infinity` or `NaN` for
  /// others.
  static func exact(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number > 0 ? "Infinity" : "-Infinity" }
    let text = String(format: "%.1074f", number)
    let digits = text.prefix(text.count - text.reversed().prefix { $0 == "0" }.count)
    return String(digits.last == "." ? digits.dropLast() : digits)
  }
}
