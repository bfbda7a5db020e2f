import CDQSQL

/// A column whose values a CHECK limits to a list, as `status IN ('open', 'paid')` or as PostgreSQL prints the same:
/// `((status)::text = ANY ((ARRAY['open'::character varying, 'paid'::character varying])::text[]))`.
struct CheckedList: Hashable {
  var column: String
  /// Texts or whole numbers, in the order of the list.
  var values: [SQLDatum]

  /// The lists of all checks in a statement that makes a table, or in the definition of a constraint.
  static func lists(in text: String) -> [CheckedList] {
    let tokens = SQLToken.tokens(of: text)
    var result: [CheckedList] = []
    var place = 0
    while place < tokens.count {
      guard tokens[place].isWord("CHECK"), place + 1 < tokens.count, tokens[place + 1] == .symbol("(") else {
        place += 1
        continue
      }
      var depth = 0
      var end = place + 1
      while end < tokens.count {
        if tokens[end] == .symbol("(") { depth += 1 }
        if tokens[end] == .symbol(")") { depth -= 1 }
        if depth == 0 { break }
        end += 1
      }
      result += lists(ofCondition: Array(tokens[(place + 1)..<end]))
      place = end + 1
    }
    return result
  }

  /// The lists that a condition requires. A condition of any other form than those that are known requires none.
  private static func lists(ofCondition tokens: [SQLToken]) -> [CheckedList] {
    // Without NOT, and with AND or OR but not both, the parentheses change nothing.
    let plain = withoutCasts(tokens).filter { $0 != .symbol("(") && $0 != .symbol(")") }
    let hasAnd = plain.contains { $0.isWord("AND") }
    let hasOr = plain.contains { $0.isWord("OR") }
    if hasAnd && hasOr || plain.contains(where: { $0.isWord("NOT") }) { return [] }
    let parts = plain.split(omittingEmptySubsequences: false) { $0.isWord(hasOr ? "OR" : "AND") }.map(Array.init)
    if !hasOr { return parts.compactMap(list) }
    var found: CheckedList?
    for part in parts {
      // NULL passes each check.
      if part.count == 3, part[1].isWord("IS"), part[2].isWord("NULL") { continue }
      guard let next = list(part), next.column == found?.column ?? next.column else { return [] }
      found = CheckedList(column: next.column, values: (found?.values ?? []) + next.values)
    }
    return found.map { [$0] } ?? []
  }

  /// The length of lists that are enums; longer ones are values of other tables.
  private static let longest = 100

  /// The list of `column IN 'a', 'b'`, `column = 'a'` or `column = ANY ARRAY['a', 'b']`, without parentheses and casts.
  private static func list(_ tokens: [SQLToken]) -> CheckedList? {
    guard tokens.count >= 3, let column = tokens[0].identifier else { return nil }
    var rest = tokens[2...]
    if tokens[1] == .symbol("="), tokens[2].isWord("ANY") {
      guard tokens.count > 5, tokens[3].isWord("ARRAY"), tokens[4] == .symbol("["), tokens.last == .symbol("]") else { return nil }
      rest = tokens[5..<(tokens.count - 1)]
    } else if tokens[1] == .symbol("=") {
      guard tokens.count == 3 else { return nil }
    } else if !tokens[1].isWord("IN") {
      return nil
    }
    var values: [SQLDatum] = []
    for item in rest.split(separator: .symbol(","), omittingEmptySubsequences: false) {
      guard item.count == 1, let value = item.first?.value, values.count < longest, !values.contains(value) else { return nil }
      values.append(value)
    }
    return CheckedList(column: column, values: values)
  }

  /// The tokens without the casts of PostgreSQL, such as `::character varying(20)[]`.
  private static func withoutCasts(_ tokens: [SQLToken]) -> [SQLToken] {
    var result: [SQLToken] = []
    var place = 0
    while place < tokens.count {
      guard tokens[place] == .symbol(":"), place + 2 < tokens.count, tokens[place + 1] == .symbol(":"), tokens[place + 2].identifier != nil
      else {
        result.append(tokens[place])
        place += 1
        continue
      }
      place += 3
      while place + 1 < tokens.count, tokens[place] == .symbol("."), tokens[place + 1].identifier != nil { place += 2 }
      while place < tokens.count, ["varying", "precision"].contains(where: tokens[place].isWord) { place += 1 }
      if place + 2 < tokens.count, tokens[place] == .symbol("("), case .number = tokens[place + 1], tokens[place + 2] == .symbol(")") {
        place += 3
      }
      while place + 1 < tokens.count, tokens[place] == .symbol("["), tokens[place + 1] == .symbol("]") { place += 2 }
    }
    return result
  }
}

/// A token of SQL, as far as definitions of tables need them.
private enum SQLToken: Hashable {
  case word(String)
  /// A name in quotes, without them.
  case name(String)
  case text(String)
  case number(String)
  case symbol(Character)

  func isWord(_ word: String) -> Bool {
    if case .word(let own) = self { own.lowercased() == word.lowercased() } else { false }
  }

  var identifier: String? {
    switch self {
    case .word(let name), .name(let name): name
    case .text, .number, .symbol: nil
    }
  }

  var value: SQLDatum? {
    switch self {
    case .text(let text): .text(text)
    case .number(let digits): Int64(digits).map { .int($0) }
    case .word, .name, .symbol: nil
    }
  }

  static func tokens(of text: String) -> [SQLToken] {
    var result: [SQLToken] = []
    let characters = Array(text)
    var place = 0
    /// Reads up to a closing quote, which is doubled where it is meant.
    func quoted(_ close: Character) -> String {
      var inner = ""
      place += 1
      while place < characters.count {
        if characters[place] == close {
          guard close != "]", place + 1 < characters.count, characters[place + 1] == close else { break }
          place += 1
        }
        inner.append(characters[place])
        place += 1
      }
      place += 1
      return inner
    }
    func read(while isPart: (Character) -> Bool) -> String {
      let start = place
      while place < characters.count, isPart(characters[place]) { place += 1 }
      return String(characters[start..<place])
    }
    while place < characters.count {
      let character = characters[place]
      let next = place + 1 < characters.count ? characters[place + 1] : " "
      switch character {
      case "'": result.append(.text(quoted("'")))
      case "\"", "`": result.append(.name(quoted(character)))
      // A name of SQLite in brackets, but not the elements of an array.
      case "[" where !(result.last?.isWord("ARRAY") ?? false) && next != "]": result.append(.name(quoted("]")))
      case "-" where next == "-": _ = read { !$0.isNewline }
      case "/" where next == "*":
        place += 2
        while place < characters.count, !(characters[place] == "/" && characters[place - 1] == "*") { place += 1 }
        place += 1
      case _ where character.isWhitespace: place += 1
      case _ where character.isASCII && character.isNumber: result.append(.number(read { $0.isNumber || $0 == "." || $0.isLetter }))
      case _ where character.isLetter || character == "_": result.append(.word(read { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }))
      default:
        result.append(.symbol(character))
        place += 1
      }
    }
    return result
  }
}
