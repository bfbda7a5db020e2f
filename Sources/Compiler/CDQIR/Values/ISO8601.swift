public import Foundation

/// Reader and writer of dates in ISO 8601, exact in both directions. No other code knows the format.
///
/// Foundation's formatters keep three digits of a second and accept dates that do not exist, so this parser is its own:
/// a text gives the `Double` nearest to the written instant, and a written date reads back as the same `Double`.
public enum ISO8601 {
  /// Parses a text such as `2026-01-31`, `2026-01-31T10:00:00.25Z` or `2026-01-31T10:00+02:00`, with any number of
  /// fraction digits and an offset or `Z`. A time without an offset is in UTC.
  public static func date(from text: String) -> Date? {
    var text = text
    return text.withUTF8 { date(fromUTF8: $0) }
  }

  /// Parses the UTF-8 bytes of a text, by the same rules.
  package static func date(fromUTF8 bytes: UnsafeBufferPointer<UInt8>) -> Date? {
    if let seconds = plainSeconds(bytes) { return Date(timeIntervalSinceReferenceDate: seconds) }
    var reader = DateReader(bytes: bytes)
    return reader.read()
  }

  /// Fast path for the forms of nearly all dates, `2026-01-31`, `2026-01-31T10:00:00Z` and `2026-01-31 10:00:00`, in a fifth
  /// of the time; nil for any other text, which `DateReader` then reads.
  @inline(__always)
  private static func plainSeconds(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard bytes.count == 10 || bytes.count == 19 || (bytes.count == 20 && bytes[19] == UInt8(ascii: "Z")),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let century = twoDigits(bytes, 0), let yearOfCentury = twoDigits(bytes, 2), let month = twoDigits(bytes, 5),
      let day = twoDigits(bytes, 8), month >= 1, month <= 12, day >= 1,
      day <= 28 || (month != 2 && (day <= 30 || (day == 31 && longMonths >> month & 1 == 1)))
    else { return nil }
    let days = days(year: century * 100 + yearOfCentury, month: month, day: day) - daysFrom1970To2001
    guard bytes.count > 10 else { return Double(days * 86_400) }
    guard bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"), let hour = twoDigits(bytes, 11), hour < 24,
      let minute = twoDigits(bytes, 14), minute < 60, let second = twoDigits(bytes, 17), second < 60
    else { return nil }
    return Double(days * 86_400 + hour * 3600 + minute * 60 + second)
  }

  /// A bit for each month with 31 days, by its number.
  private static let longMonths: Int64 = 0b1_0101_1010_1010

  @inline(__always)
  private static func twoDigits(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int64? {
    let (tens, ones) = (bytes[index] &- 0x30, bytes[index + 1] &- 0x30)
    return tens < 10 && ones < 10 ? Int64(tens) * 10 + Int64(ones) : nil
  }

  /// The date in UTC with as many fraction digits as it needs, such as `2026-01-31T10:00:00.25Z`.
  public static func text(_ date: Date) -> String? {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds.isFinite, abs(seconds) < 3e16 else { return nil }
    // Splitting the shortest decimal text of the double at its point is exact; subtracting the floor might not be.
    var fraction = fractionDigits(of: seconds)
    var whole = Int64(seconds.rounded(.towardZero))
    if seconds < 0, !fraction.isEmpty {
      whole -= 1
      fraction = complement(fraction)
    }
    var days = whole / 86_400
    if whole % 86_400 < 0 { days -= 1 }
    let second = whole - days * 86_400
    let (year, month, dayOfMonth) = civil(fromDays: days + daysFrom1970To2001)
    guard abs(year) <= 999_999_999 else { return nil }
    let time = "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    let point = fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self)
    return "\(yearText(year))-\(padded(month, 2))-\(padded(dayOfMonth, 2))\(time)\(point)Z"
  }

  package static let daysFrom1970To2001: Int64 = 11_323

  /// Days since 1970 of a day of the proleptic Gregorian calendar (Hinnant's `days_from_civil`).
  package static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day of the proleptic Gregorian calendar, from days since 1970: the inverse of `days(year:month:day:)`.
  package static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let z = days + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// `10^n - digits` for the n digits of a fraction: the distance to the next whole number, such as 75 for 25.
  static func complement(_ digits: [UInt8]) -> [UInt8] {
    var result = digits.map { 0x30 + (0x39 - $0) }
    var index = result.count - 1
    while index >= 0 {
      if result[index] < 0x39 {
        result[index] += 1
        break
      }
      result[index] = 0x30
      index -= 1
    }
    while result.last == 0x30 { result.removeLast() }
    return result
  }

  private static func fractionDigits(of value: Double) -> [UInt8] {
    let text = Array(abs(value).description.utf8)
    let exponentMark = text.firstIndex(of: UInt8(ascii: "e"))
    let mantissa = text[..<(exponentMark ?? text.endIndex)]
    let exponent = exponentMark.flatMap { Int(String(decoding: text[($0 + 1)...], as: UTF8.self)) } ?? 0
    let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
    let digits = mantissa.filter { $0 != UInt8(ascii: ".") }
    let split = point + exponent
    var fraction: [UInt8] =
      if split >= digits.count {
        []
      } else if split >= 0 {
        Array(digits[split...])
      } else {
        Array(repeating: 0x30, count: -split) + digits
      }
    while fraction.last == 0x30 { fraction.removeLast() }
    return fraction
  }

  private static func yearText(_ year: Int64) -> String {
    if (0...9999).contains(year) { return padded(year, 4) }
    return (year < 0 ? "-" : "+") + padded(abs(year), 6)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// A cursor over the bytes of one date. Each method returns nil where the text has another form.
private struct DateReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  mutating func read() -> Date? {
    guard let day = readDay() else { return nil }
    var second: Int64 = 0
    var fraction: [UInt8] = []
    if position < bytes.count {
      guard take(where: { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "t") || $0 == UInt8(ascii: " ") }) != nil,
        let hour = number(2), hour < 24, take(UInt8(ascii: ":")), let minute = number(2), minute < 60
      else { return nil }
      second = hour * 3600 + minute * 60
      if take(UInt8(ascii: ":")) {
        guard let part = number(2), part < 60, let digits = readFraction() else { return nil }
        second += part
        fraction = digits
      }
      guard let offset = readOffset() else { return nil }
      second -= offset
    }
    guard position == bytes.count else { return nil }
    let whole = (day - ISO8601.daysFrom1970To2001) * 86_400 + second
    return Date(timeIntervalSinceReferenceDate: DateReader.nearest(whole, fraction))
  }

  private mutating func readDay() -> Int64? {
    var sign: Int64 = 1
    var width = 4
    if let mark = take(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) {
      if mark == UInt8(ascii: "-") { sign = -1 }
      width = bytes[position...].prefix { (0x30...0x39).contains($0) }.count
      guard (5...9).contains(width) else { return nil }
    }
    guard let year = number(width), take(UInt8(ascii: "-")), let month = number(2), (1...12).contains(month),
      take(UInt8(ascii: "-")), let day = number(2)
    else { return nil }
    let days = ISO8601.days(year: sign * year, month: month, day: day)
    // `civil` returns another date for a day that the month lacks.
    guard ISO8601.civil(fromDays: days) == (sign * year, month, day) else { return nil }
    return days
  }

  /// The digits after the point without trailing zeros; empty without a point, nil for a point without digits.
  private mutating func readFraction() -> [UInt8]? {
    guard take(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }) != nil else { return [] }
    var digits = Array(bytes[position...].prefix { (0x30...0x39).contains($0) })
    guard !digits.isEmpty else { return nil }
    position += digits.count
    while digits.last == 0x30 { digits.removeLast() }
    return digits
  }

  /// The offset in seconds east of UTC; 0 for `Z` and at the end of the text.
  private mutating func readOffset() -> Int64? {
    if position == bytes.count || take(where: { $0 == UInt8(ascii: "Z") || $0 == UInt8(ascii: "z") }) != nil {
      return 0
    }
    guard let mark = take(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }),
      let hours = number(2), hours < 24
    else { return nil }
    var minutes: Int64 = 0
    if position < bytes.count {
      _ = take(UInt8(ascii: ":"))
      guard let part = number(2), part < 60 else { return nil }
      minutes = part
    }
    let offset = hours * 3600 + minutes * 60
    return mark == UInt8(ascii: "-") ? -offset : offset
  }

  private mutating func number(_ width: Int) -> Int64? {
    guard position + width <= bytes.count else { return nil }
    var result: Int64 = 0
    for byte in bytes[position..<(position + width)] {
      guard (0x30...0x39).contains(byte) else { return nil }
      result = result * 10 + Int64(byte - 0x30)
    }
    position += width
    return result
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    take { $0 == byte } != nil
  }

  private mutating func take(where matches: (UInt8) -> Bool) -> UInt8? {
    guard position < bytes.count, matches(bytes[position]) else { return nil }
    position += 1
    return bytes[position - 1]
  }

  /// The double nearest to `whole` seconds plus the fraction, rounded once.
  private static func nearest(_ whole: Int64, _ fraction: [UInt8]) -> Double {
    guard !fraction.isEmpty else { return Double(whole) }
    if whole >= 0 { return Double("\(whole).\(String(decoding: fraction, as: UTF8.self))") ?? Double(whole) }
    let digits = String(decoding: ISO8601.complement(fraction), as: UTF8.self)
    return Double("-\(-(whole + 1)).\(digits)") ?? Double(whole)
  }
}
