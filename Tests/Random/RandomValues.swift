package import CDQIR
import Foundation

/// Values at the edges of the language's rules, such as the least integer and texts whose case folding is special.
package enum RandomValues {
  static let integers: [Int64] = [
    0, 1, -1, 2, 3, 5, 7, 10, 42, 63, 64, 100, 32767, -32768, 2_147_483_647, -2_147_483_648, 9_007_199_254_740_991,
    9_007_199_254_740_992, 9_007_199_254_740_993, -9_007_199_254_740_993, .max, .min, .max - 1,
    4_611_686_018_427_387_904,
  ]
  static let doubles: [Double] = [
    0, -0.0, 1, -1, 0.5, 1.5, 2.5, -2.5, 0.1, 3, 42, 1e10, 9_007_199_254_740_992, 9_007_199_254_740_994, 0x1p63,
    -0x1p63,
    1e300, 1e-300, .leastNonzeroMagnitude, .infinity, -.infinity, .nan,
  ]
  static let decimals = [
    "0", "1", "-1", "0.1", "0.2", "0.3", "1.5", "2.5", "-2.5", "42", "9007199254740993", "9007199254740992",
    "9223372036854775807", "9223372036854775808", "100.01", "-3.7", "12345678901234567890.123456789", "0.000000001",
  ]
  static let strings = [
    "", "a", "b", "A", "abc", "ABC", "Abc", "é", "e\u{301}", "É", "Café", "cafe\u{301}", "CAFE", "straße", "STRASSE",
    "strasse", "Straßen", "ﬁn", "FIN", "fin", "ς", "σ", "Σ", "ΟΔΟΣ", "οδος", "ø", "o", "Ø", "İ", "i", "I", "ı",
    "i\u{307}",
    "👨‍👩‍👧", "👨", "👍🏽", "👍", "🇫🇷", "🇫🇷🇩🇪", "a\u{308}\u{323}", "a\u{323}\u{308}", "ト", "ド", "Å", "Å", "å", "a*b", "a?b",
    "a\\b", "a.c", "x%y", "  ", "a b", "ŉ", "ǰ", "ΐ", "ẞ", "n\u{303}o", "Ño", "no", "ab", "ba", "aab", "z", "Z", "~",
    "𝒜",
    "10", "42", "-7", "3.5", "1e3", " 5", "it's", "q\"q", "line\nbreak", "한국", "각", "ñandú", "Æ", "AE", "ł", "l", "Ж",
    "ж",
    "й", "и\u{306}", "true", "YES", "\u{301}", "x\u{301}y", "1970-01-01", "ͅ", "ᾳ", "Ａ",
  ]
  static let fragments = [
    "a", "b", "A", "é", "e", "\u{301}", "s", "ss", "S", "ß", "f", "i", "σ", "ς", "o", "👨", "🇫", "c", ".", "", "ab", "É",
    "I", "İ", "ト", "N", "ñ", "n", "\u{308}", "k", " ", "1", "o\u{308}", "ı",
  ]
  /// Patterns for LIKE.
  package static let likes = [
    "*", "?", "a*", "*a", "*a*", "a?c", "?b*", "*é*", "e?", "??", "*s*s*", "caf?", "*\\**", "\\?", "str*e", "?\\\\?",
    "*i*",
    "σ", "*o", "👨*", "", "n?o", "*\u{301}", "fi*", "*SS*",
  ]
  /// Patterns for MATCHES.
  package static let regexes = [
    "a.*", ".*", "[a-z]+", "(a|b)+", "\\d+", "caf.", "(?i)abc", "x|y|z", ".", "..", "str(a|ss)+e", "\\w+", "", "[é]",
    "a\\*b",
    "foo|fin", "[^a]", "\\p{Lu}+", ".*\\n.*", "(?s).*",
  ]
  /// Dates as seconds since 2001.
  static let seconds: [Double] = [
    0, 1, -1, 86_400, -86_400, 0.5, -0.25, 1e9, -978_307_200, -978_307_201, -3e9, 791_424_000, 791_424_000.125, 604_800,
  ]
  static let uuids = [
    "6F9619FF-8B86-D011-B42D-00C04FC964FF", "00000000-0000-0000-0000-000000000000",
    "6f9619ff-8b86-d011-b42d-00c04fc964fe",
  ]
  static let urls = ["https://example.com/", "https://example.com/a?b=1#c", "mailto:a@b.c", "https://EXAMPLE.com/"]
  static let data = ["", "a", "abc", "\u{0}"]

  static func string(_ random: inout SplitMix) -> String {
    guard random.chance(25) else { return random.pick(strings) }
    return (0..<random.below(4)).map { _ in random.pick(fragments) }.joined()
  }

  static func integer(_ random: inout SplitMix) -> Int64 {
    random.chance(55) ? Int64(random.below(14)) - 3 : random.pick(integers)
  }

  /// A random value of a type; null for objects, and for an enum one of its raw values.
  package static func value(_ type: ValueType, _ schema: Schema, _ random: inout SplitMix) -> Value {
    switch type {
    case .bool: .bool(random.chance(50))
    case .int16: .int(random.chance(60) ? Int64(random.below(14)) - 3 : random.pick([32767, -32768]))
    case .int32: .int(random.chance(60) ? Int64(random.below(14)) - 3 : random.pick([2_147_483_647, -2_147_483_648]))
    case .int64: .int(integer(&random))
    case .float: .double(Double(random.pick([0, 0.1, 1.5, -2.5, 16_777_216, 3, Float.infinity, -0.0, Float.nan])))
    case .double: .double(random.chance(30) ? Double(random.below(10)) : random.pick(doubles))
    case .decimal: .decimal(Decimal(string: random.pick(decimals)) ?? 0)
    case .string: .string(string(&random))
    case .date: .date(Date(timeIntervalSinceReferenceDate: random.pick(seconds)))
    case .duration: .duration(random.pick(seconds))
    case .data: .data(Data(random.pick(data).utf8))
    case .uuid: UUID(uuidString: random.pick(uuids)).map { .uuid($0) } ?? .null
    case .url: URL(string: random.pick(urls)).map { .url($0) } ?? .null
    case .enumeration(let name):
      schema.enumeration(named: name).map { random.pick($0.cases).rawValue } ?? .null
    case .collection(let element, _):
      .list((0..<random.below(5)).map { _ in value(element, schema, &random) })
    case .opaque, .null, .object: .null
    }
  }
}
