import CDQIR
import Foundation

/// Text operators, as in the DocC article Strings, computed from the Unicode properties of the standard library. The
/// engines and the oracle both use Foundation for regular expressions and for everything under `[l]`.
struct OracleText {
  let options: TextOptions
  let locale: Locale

  /// The folded Characters of a text, which comparisons use.
  func characters(_ text: String) -> [Character] {
    Array(folded(text))
  }

  private var foundation: String.CompareOptions {
    var result: String.CompareOptions = []
    if options.contains(.caseInsensitive) { result.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { result.insert(.diacriticInsensitive) }
    return result
  }

  func folded(_ text: String) -> String {
    if options.contains(.localeSensitive) {
      return foundation.isEmpty ? text : text.folding(options: foundation, locale: locale)
    }
    var result = text
    if options.contains(.diacriticInsensitive) { result = OracleText.withoutMarks(result) }
    if options.contains(.caseInsensitive) { result = OracleText.caseFolded(result) }
    // Folding the case of İ separates its dot, which only then can be removed as a mark.
    if options.contains([.caseInsensitive, .diacriticInsensitive]) { result = OracleText.withoutMarks(result) }
    return result
  }

  /// Full case folding: lower case, upper case and lower case again give one text for all letters that differ only in
  /// case. Two scalars stay as they are: the dotless ı, whose upper case is I, and the combining iota, which Foundation
  /// does not fold.
  static func caseFolded(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard scalar != "ı", scalar != "\u{345}" else {
        result.append(scalar)
        continue
      }
      let lower = scalar.properties.lowercaseMapping
      let upper = lower.unicodeScalars.map(\.properties.uppercaseMapping).joined()
      result.append(contentsOf: upper.unicodeScalars.map(\.properties.lowercaseMapping).joined().unicodeScalars)
    }
    return String(result)
  }

  /// Removes the marks of Latin, Greek and Cyrillic letters. Other letters keep theirs: ド is not ト.
  static func withoutMarks(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isBaseFolded = false
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar.properties.generalCategory == .nonspacingMark,
        scalar.properties.canonicalCombiningClass != .notReordered
      {
        if isBaseFolded { continue }
      } else {
        isBaseFolded = scalar.value < 0x0510 || (0x1E00..<0x2000).contains(scalar.value)
      }
      result.append(scalar)
    }
    return String(result)
  }

  /// The scalars of the composed form, which determine the order.
  private static func scalars(_ text: String) -> [UInt32] {
    text.precomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
  }

  /// Orders two texts: -1, 0 or 1.
  func order(_ left: String, _ right: String) -> Int {
    if options.contains(.localeSensitive) {
      return left.compare(right, options: foundation, range: nil, locale: locale).rawValue
    }
    let (a, b) = (OracleText.scalars(folded(left)), OracleText.scalars(folded(right)))
    if a == b { return 0 }
    return a.lexicographicallyPrecedes(b) ? -1 : 1
  }

  /// Whether `part` occurs in `text`: anywhere, only at the start, or only at the end.
  func contains(_ text: String, _ part: String, fromStart: Bool = false, toEnd: Bool = false) -> Bool {
    if options.contains(.localeSensitive) {
      var place = foundation
      if fromStart || toEnd { place.insert(.anchored) }
      if toEnd { place.insert(.backwards) }
      return !part.isEmpty && text.range(of: part, options: place, locale: locale) != nil
    }
    let (text, part) = (characters(text), characters(part))
    guard !part.isEmpty, part.count <= text.count else { return false }
    for start in 0...(text.count - part.count) {
      if fromStart && start > 0 { continue }
      if toEnd && start + part.count < text.count { continue }
      if (0..<part.count).allSatisfy({ OracleText.isSame(text[start + $0], part[$0]) }) { return true }
    }
    return false
  }

  // MARK: Functions, as in the DocC article Functions, section Strings

  /// The first or last letters of a text.
  static func end(of text: String, _ count: Int64, isStart: Bool) -> String {
    var letters = text.map { $0 }
    while !letters.isEmpty, letters.count > count {
      if isStart { letters.removeLast() } else { letters.removeFirst() }
    }
    return String(letters)
  }

  /// The position of a part in some letters, from a position on.
  private static func position(of part: [Character], in letters: [Character], from start: Int) -> Int? {
    var position = start
    while !part.isEmpty, position + part.count <= letters.count {
      if part.indices.allSatisfy({ isSame(letters[position + $0], part[$0]) }) { return position }
      position += 1
    }
    return nil
  }

  /// The text at one side of the first separator.
  static func side(of separator: String, in text: String, isBefore: Bool) -> String? {
    let (letters, part) = (text.map { $0 }, separator.map { $0 })
    guard let position = position(of: part, in: letters, from: 0) else { return nil }
    return String(isBefore ? Array(letters[..<position]) : Array(letters[(position + part.count)...]))
  }

  /// The text with `new` in place of each `old`.
  static func replaced(_ text: String, _ old: String, _ new: String) -> String {
    let (letters, part) = (text.map { $0 }, old.map { $0 })
    var pieces: [String] = []
    var start = 0
    while let position = position(of: part, in: letters, from: start) {
      pieces += [String(letters[start..<position]), new]
      start = position + part.count
    }
    pieces.append(String(letters[start...]))
    return pieces.joined()
  }

  /// A part of a LIKE pattern: a letter, `?` or `*`.
  private enum Token {
    case letter(Character)
    case one
    case run
  }

  func isLike(_ text: String, _ pattern: String) -> Bool {
    var tokens: [Token] = []
    var literal = ""
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if !isEscaped && scalar == "\\" {
        isEscaped = true
      } else if !isEscaped && (scalar == "*" || scalar == "?") {
        tokens += characters(literal).map { .letter($0) }
        literal = ""
        tokens.append(scalar == "*" ? .run : .one)
      } else {
        literal.unicodeScalars.append(scalar)
        isEscaped = false
      }
    }
    tokens += characters(literal).map { .letter($0) }
    return OracleText.matches(characters(text)[...], tokens[...])
  }

  /// Matches by backtracking.
  private static func matches(_ text: ArraySlice<Character>, _ tokens: ArraySlice<Token>) -> Bool {
    guard let token = tokens.first else { return text.isEmpty }
    let rest = tokens.dropFirst()
    switch token {
    case .letter(let letter):
      guard let first = text.first else { return false }
      return isSame(first, letter) && matches(text.dropFirst(), rest)
    case .one: return !text.isEmpty && matches(text.dropFirst(), rest)
    case .run: return (0...text.count).contains { matches(text.dropFirst($0), rest) }
    }
  }

  /// Whether two Characters are canonically equivalent.
  private static func isSame(_ left: Character, _ right: Character) -> Bool {
    let scalars = [left, right].map { Array(String($0).decomposedStringWithCanonicalMapping.unicodeScalars) }
    return scalars[0] == scalars[1]
  }

  func matches(_ text: String, _ pattern: String) -> Bool {
    let foundation: NSRegularExpression.Options = options.contains(.caseInsensitive) ? .caseInsensitive : []
    guard let expression = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z", options: foundation) else {
      return false
    }
    return expression.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
  }
}
