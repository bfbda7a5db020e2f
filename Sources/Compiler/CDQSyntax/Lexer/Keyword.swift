/// A word that is a keyword in at least one place; the raw value is its canonical spelling. The parser decides whether
/// it is a keyword at a given place.
package enum Keyword: String, Hashable, Sendable, CaseIterable {
  /// A word that is no keyword anywhere.
  case none = ""

  // Words of NSPredicate, in upper or lower case, reserved where an operand can start.
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case some = "SOME"
  case all = "ALL"
  case noneOf = "NONE"
  case `in` = "IN"
  case like = "LIKE"
  case matches = "MATCHES"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case between = "BETWEEN"
  case utiConformsTo = "UTI-CONFORMS-TO"
  case utiEquals = "UTI-EQUALS"
  case tokenMatches = "TOKENMATCHES"
  case caseInsensitive = "CASEINSENSITIVE"
  case ci = "CI"
  case null = "NULL"
  case nilWord = "NIL"
  case selfWord = "SELF"
  case trueWord = "TRUE"
  case yes = "YES"
  case falseWord = "FALSE"
  case no = "NO"
  case anyKey = "ANYKEY"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"

  // Words of NSPredicate, in upper or lower case, keywords only in certain places: in `[ ]`, between operands, before
  // `(`.
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
  case subquery = "SUBQUERY"
  case cast = "CAST"
  case function = "FUNCTION"
  case ternary = "TERNARY"
  case fetch = "FETCH"

  // Words that cdq adds: lower case, keywords only in certain places. `first`, `last` and `in` are above.
  case schema
  case enumWord = "enum"
  case entity, abstract, query, mapping, inverse, ordered, only
  case whereWord = "where"
  case group, by
  case having, select, distinct
  case asWord = "as"
  case sort, asc, desc, nulls, limit, offset, one, count, exists, delete

  /// A section of `Grammar/keywords.txt`.
  package enum Class: String, Hashable, Sendable {
    /// A word that is a name only when escaped: `#like`.
    case reserved
    /// A word of NSPredicate that is a keyword only in certain places.
    case contextual
    /// A word that cdq adds to NSPredicate's language.
    case cdq
  }

  /// The section of `Grammar/keywords.txt` that lists the word; nil for `.none`.
  package var wordClass: Class? {
    switch self {
    case .none:
      nil
    case .and, .or, .not, .any, .some, .all, .noneOf, .in, .like, .matches, .contains, .beginsWith, .endsWith,
      .between, .utiConformsTo, .utiEquals, .tokenMatches, .caseInsensitive, .ci, .null, .nilWord, .selfWord,
      .trueWord, .yes, .falseWord, .no, .anyKey, .truePredicate, .falsePredicate:
      .reserved
    case .first, .last, .size, .union, .intersect, .minus, .subquery, .cast, .function, .ternary, .fetch:
      .contextual
    case .schema, .enumWord, .entity, .abstract, .query, .mapping, .inverse, .ordered, .only, .whereWord, .group, .by,
      .having, .select, .distinct, .asWord, .sort, .asc, .desc, .nulls, .limit, .offset, .one, .count, .exists, .delete:
      .cdq
    }
  }

  /// True when the unescaped word cannot be a name where an operand can start.
  package var isReserved: Bool { wordClass == .reserved }

  /// True when the word alone is a literal.
  package var isLiteral: Bool { [.null, .nilWord, .trueWord, .falseWord].contains(self) }

  /// The operator that the word spells between two operands: `.like` for `LIKE`. nil for other words.
  package var comparisonOperator: ComparisonOperator? { self == .none ? nil : ComparisonOperator(rawValue: rawValue) }

  /// The quantifier that the word spells before an operand: `.any` for `ANY`. nil for other words.
  package var quantifier: QuantifierNode.Kind? {
    if self == .any { return .any }
    if self == .some { return .some }
    if self == .all { return .all }
    if self == .noneOf { return QuantifierNode.Kind.none }
    return nil
  }
}

/// A hash table that finds the keyword of a word in constant time without allocating a string.
package struct KeywordTable: Sendable {
  private struct Slot: Sendable {
    var key = Key(low: 0, high: 0)
    var keyword = Keyword.none
  }

  /// The lower-case bytes of a word of at most 16 bytes, eight in each half.
  private struct Key: Hashable, Sendable {
    var low: UInt64
    var high: UInt64

    var hash: Int {
      let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
      return Int(truncatingIfNeeded: mixed >> 55)
    }
  }

  private var slots = [Slot](repeating: Slot(), count: 512)

  package static let shared = KeywordTable()

  private init() {
    for keyword in Keyword.allCases where keyword != .none {
      let text = Array(keyword.rawValue.utf8)
      guard let key = KeywordTable.key(text, 0, text.count) else { continue }
      var index = key.hash
      while slots[index].keyword != .none { index = (index + 1) & 511 }
      slots[index] = Slot(key: key, keyword: keyword)
    }
  }

  /// The keyword that a text spells in any case, or `.none`.
  package func keyword(of text: String) -> Keyword {
    let bytes = Array(text.utf8)
    return keyword(bytes, 0, bytes.count)
  }

  /// The keyword spelled by `bytes[start..<end]` in any case, or `.none`.
  package func keyword(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Keyword {
    guard let key = KeywordTable.key(bytes, start, end) else { return .none }
    var index = key.hash
    while slots[index].keyword != .none {
      if slots[index].key == key { return slots[index].keyword }
      index = (index + 1) & 511
    }
    return .none
  }

  private static func key(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Key? {
    guard end - start >= 2, end - start <= 16 else { return nil }
    var low: UInt64 = 0
    var high: UInt64 = 0
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte >= 0x80 { return nil }
      let letter = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
      if index - start < 8 { low = low << 8 | UInt64(letter) } else { high = high << 8 | UInt64(letter) }
      index += 1
    }
    return Key(low: low, high: high)
  }
}
