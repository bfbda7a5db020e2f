public import Foundation

/// A date format such as `yyyy-MM-dd HH:mm:ss`, in those letters of Unicode's date patterns that mean the same in every
/// language. A text without an offset is in UTC; fields that the format lacks default to 1 January 2000, 00:00.
///
/// | letters | field |
/// |---|---|
/// | `yyyy` | year, four digits |
/// | `yy` | year from 2000 to 2099 |
/// | `MM`, `M` | month as number, with and without a leading zero |
/// | `MMM` | month as `Jan` … `Dec` |
/// | `EEE` | weekday as `Mon` … `Sun`, which is not checked |
/// | `dd`, `d` | day |
/// | `HH`, `H` | hour, 0 to 23 |
/// | `mm`, `m`; `ss`, `s` | minute; second |
/// | `S`, `SS`, … | fraction of a second, any number of digits |
/// | `Z`, `X` | `Z`, `+02`, `+0200` or `+02:00` |
/// | `'…'` | the text itself; `''` is an apostrophe |
public struct DatePattern: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case literal([UInt8])
    case year, shortYear, monthName, weekday, fraction, offset
    case month(isPadded: Bool), day(isPadded: Bool), hour(isPadded: Bool), minute(isPadded: Bool)
    case second(isPadded: Bool)
  }

  private let parts: [Part]

  /// Parses a format; nil when it has a letter or a number of equal letters without a meaning, an unclosed quotation,
  /// or no field at all.
  public init?(_ text: String) {
    var parts: [Part] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "'") {
        guard let quoted = DatePattern.quoted(&rest) else { return nil }
        parts.append(.literal(quoted))
        continue
      }
      let count = rest.prefix { $0 == byte }.count
      let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      if isLetter {
        guard let part = DatePattern.part(byte, count) else { return nil }
        parts.append(part)
      } else {
        parts.append(.literal(Array(rest.prefix(count))))
      }
      rest = rest.dropFirst(count)
    }
    let hasField = parts.contains { if case .literal = $0 { false } else { true } }
    guard hasField else { return nil }
    self.parts = parts
  }

  private static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    rest = rest.dropFirst()
    var result: [UInt8] = []
    while let byte = rest.first {
      rest = rest.dropFirst()
      guard byte == UInt8(ascii: "'") else {
        result.append(byte)
        continue
      }
      if rest.first == byte {
        result.append(byte)
        rest = rest.dropFirst()
        continue
      }
      return result.isEmpty ? [byte] : result
    }
    return nil
  }

  private static func part(_ letter: UInt8, _ count: Int) -> Part? {
    switch (Character(UnicodeScalar(letter)), count) {
    case ("y", 4): .year
    case ("y", 2): .shortYear
    case ("M", 1...2): .month(isPadded: count == 2)
    case ("M", 3): .monthName
    case ("E", 1...3): .weekday
    case ("d", 1...2): .day(isPadded: count == 2)
    case ("H", 1...2): .hour(isPadded: count == 2)
    case ("m", 1...2): .minute(isPadded: count == 2)
    case ("s", 1...2): .second(isPadded: count == 2)
    case ("S", 1...9): .fraction
    case ("Z", 1...5), ("X", 1...3), ("x", 1...3): .offset
    default: nil
    }
  }

  /// Parses a text of this format, such as `2026-01-31 10:00:00`.
  ///
  /// - Returns: nil when the text has another form or names a day or time that does not exist.
  public func date(from text: String) -> Date? {
    var reader = FieldReader(bytes: Array(text.utf8))
    var fields = Fields()
    for part in parts {
      guard read(part, &reader, &fields) else { return nil }
    }
    return reader.isAtEnd ? fields.date : nil
  }

  private func read(_ part: Part, _ reader: inout FieldReader, _ fields: inout Fields) -> Bool {
    switch part {
    case .literal(let bytes): return reader.take(bytes)
    case .year: return reader.number(4...4, into: &fields.year)
    case .shortYear:
      guard reader.number(2...2, into: &fields.year) else { return false }
      fields.year += 2000
      return true
    case .month(let isPadded): return reader.number(isPadded ? 2...2 : 1...2, into: &fields.month)
    case .monthName:
      guard let month = reader.name(among: DatePattern.months) else { return false }
      fields.month = Int64(month + 1)
      return true
    case .weekday: return reader.name(among: DatePattern.weekdays) != nil
    case .day(let isPadded): return reader.number(isPadded ? 2...2 : 1...2, into: &fields.day)
    case .hour(let isPadded): return reader.number(isPadded ? 2...2 : 1...2, into: &fields.hour)
    case .minute(let isPadded): return reader.number(isPadded ? 2...2 : 1...2, into: &fields.minute)
    case .second(let isPadded): return reader.number(isPadded ? 2...2 : 1...2, into: &fields.second)
    case .fraction: return reader.fraction(into: &fields.fraction)
    case .offset: return reader.offset(into: &fields.offset)
    }
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
}

private struct Fields {
  var year: Int64 = 2000
  var month: Int64 = 1
  var day: Int64 = 1
  var hour: Int64 = 0
  var minute: Int64 = 0
  var second: Int64 = 0
  var fraction = 0.0
  /// Seconds east of UTC.
  var offset: Int64 = 0

  var date: Date? {
    guard (1...12).contains(month), hour < 24, minute < 60, second < 60 else { return nil }
    let days = ISO8601.days(year: year, month: month, day: day)
    // `civil` returns another date for a day that the month lacks, such as a day in March for 30 February.
    guard ISO8601.civil(fromDays: days) == (year, month, day) else { return nil }
    let seconds = (days - ISO8601.daysFrom1970To2001) * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
  }
}

/// A cursor over the bytes of a date. Each method reads one field and returns false, or nil, where the text has another
/// form.
private struct FieldReader {
  let bytes: [UInt8]
  var position = 0
  var isAtEnd: Bool { position == bytes.count }

  mutating func take(_ expected: [UInt8]) -> Bool {
    guard bytes[position...].starts(with: expected) else { return false }
    position += expected.count
    return true
  }

  mutating func number(_ width: ClosedRange<Int>, into result: inout Int64) -> Bool {
    let digits = bytes[position...].prefix(width.upperBound).prefix { (0x30...0x39).contains($0) }
    guard digits.count >= width.lowerBound else { return false }
    result = digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    position += digits.count
    return true
  }

  mutating func fraction(into result: inout Double) -> Bool {
    let digits = bytes[position...].prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, let value = Double("0." + String(decoding: digits, as: UTF8.self)) else { return false }
    result = value
    position += digits.count
    return true
  }

  /// Index of the three-letter name at the cursor, in upper or lower case.
  mutating func name(among names: [String]) -> Int? {
    let word = String(decoding: bytes[position...].prefix(3), as: UTF8.self).lowercased()
    guard let index = names.firstIndex(of: word) else { return nil }
    position += 3
    return index
  }

  mutating func offset(into result: inout Int64) -> Bool {
    guard position < bytes.count else { return false }
    let mark = bytes[position]
    position += 1
    if mark == UInt8(ascii: "Z") || mark == UInt8(ascii: "z") { return true }
    var hours: Int64 = 0
    var minutes: Int64 = 0
    guard mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-"), number(2...2, into: &hours), hours < 24 else {
      return false
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ":") { position += 1 }
    if position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      guard number(2...2, into: &minutes), minutes < 60 else { return false }
    }
    result = (hours * 3600 + minutes * 60) * (mark == UInt8(ascii: "-") ? -1 : 1)
    return true
  }
}
