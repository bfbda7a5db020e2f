import CDQSyntax

/// Where a name needs its `#`.
///
/// The rules are those of the parser, turned round: a word that the parser would take for something else at that place is
/// escaped. The round trip of random trees in the tests keeps the two together.
enum WordEscape {
  /// True when the word itself, at its place, is no name.
  static func isReserved(_ text: String, isOperand: Bool, style: PrintStyle) -> Bool {
    let keyword = KeywordTable.shared.keyword(of: text)
    switch style {
    case .cdq: return isOperand && keyword.isReserved
    // Apple documents one list for all places.
    case .nsPredicate: return keyword.wordClass == .reserved || keyword.wordClass == .contextual
    }
  }

  /// The name of a function, which must not be taken for a literal or for SUBQUERY and its like.
  static func isReservedFunction(_ text: String) -> Bool {
    let keyword = KeywordTable.shared.keyword(of: text)
    switch keyword {
    case .subquery, .ternary: return true
    // Written bare, these get capital letters.
    case .cast, .function, .fetch: return text != keyword.rawValue
    default: return keyword.isReserved
    }
  }

  /// True when the pieces around the name at `index` make it something else.
  static func isNeeded(_ index: Int, in pieces: [PrintedPiece]) -> Bool {
    let text = pieces[index].text
    if index > 0, pieces[index - 1].kind == .word, pieces[index - 1].text == "distinct" { return endsDistinct(text) }
    guard text.utf8.count >= 4 else { return false }
    switch KeywordTable.shared.keyword(of: text) {
    case .query, .entity, .enumWord, .abstract, .mapping: return looksDeclared(index, in: pieces)
    case .distinct: return text == "distinct" && looksDistinct(index, in: pieces)
    case .first, .last, .size:
      return index > 0 && pieces[index - 1].text == "[" && index + 1 < pieces.count && pieces[index + 1].text == "]"
    default: return false
    }
  }

  /// `query IN (a)` in the middle of a file would start a declaration.
  private static func looksDeclared(_ index: Int, in pieces: [PrintedPiece]) -> Bool {
    let next = following(index, in: pieces, count: 5)
    guard next.count >= 2, isWord(next[0]) else { return false }
    switch pieces[index].text {
    case "query": return next[1].text == "=" || next[1].text == "("
    case "entity", "enum":
      return next[1].text == "{" || (next.count >= 4 && next[1].text == ":" && isWord(next[2]) && next[3].text == "{")
    case "mapping":
      guard next.count >= 4, next[1].text == ":", isWord(next[2]) else { return false }
      return next[3].text == "{" || (isWord(next[3]) && next.last?.text != ":")
    case "abstract": return KeywordTable.shared.keyword(of: next[0].text) == .entity && isWord(next[1])
    default: return false
    }
  }

  /// The pieces behind one, without line breaks and documentation.
  private static func following(_ index: Int, in pieces: [PrintedPiece], count: Int) -> [PrintedPiece] {
    var found: [PrintedPiece] = []
    var next = index + 1
    while next < pieces.count, found.count < count {
      if pieces[next].kind != .newline { found.append(pieces[next]) }
      next += 1
    }
    return found
  }

  /// `select distinct as …` and `distinct UNION …` would make a property of `distinct`.
  private static func endsDistinct(_ text: String) -> Bool {
    switch KeywordTable.shared.keyword(of: text) {
    case .asWord: text == "as"
    case .union, .intersect, .minus: true
    default: false
    }
  }

  /// `select distinct` before the next clause.
  private static func looksDistinct(_ index: Int, in pieces: [PrintedPiece]) -> Bool {
    guard index > 0 else { return false }
    let before = pieces[index - 1]
    guard before.text == "(" || (before.kind == .word && before.text == "select") else { return false }
    guard let next = following(index, in: pieces, count: 1).first else { return false }
    switch next.kind {
    case .word: return !["as", "UNION", "INTERSECT", "MINUS"].contains(next.text)
    case .name, .escapedName, .variable, .number, .string: return true
    case .symbol: return next.text == "(" || next.text == "{"
    case .newline: return false
    }
  }

  private static func isWord(_ piece: PrintedPiece) -> Bool {
    piece.kind == .word || piece.kind == .name || piece.kind == .escapedName
  }
}
