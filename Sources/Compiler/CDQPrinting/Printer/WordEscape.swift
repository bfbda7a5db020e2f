import CDQSyntax

/// The rules for escaping a name with `#`.
///
/// They are the inverse of the parser's rules: a word that the parser would read as something else at that place is
/// escaped. The tests print and parse random trees, so that both sets of rules stay consistent.
enum WordEscape {
  /// Whether the word is reserved where it is printed, whatever the words around it.
  static func isReserved(_ text: String, isOperand: Bool, style: PrintStyle) -> Bool {
    let keyword = KeywordTable.shared.keyword(of: text)
    switch style {
    case .cdq: return isOperand && keyword.isReserved
    // Apple documents one list of reserved words for all places.
    case .nsPredicate: return keyword.wordClass == .reserved || keyword.wordClass == .contextual
    }
  }

  /// Whether the name of a function needs an escape, since the bare word would be a literal, SUBQUERY or the like.
  static func isReservedFunction(_ text: String) -> Bool {
    let keyword = KeywordTable.shared.keyword(of: text)
    switch keyword {
    case .subquery, .ternary: return true
    // Without an escape the parser would read these in capital letters.
    case .cast, .function, .fetch: return text != keyword.spelling
    default: return keyword.isReserved
    }
  }

  /// Whether the pieces around the name at `index` would give it another meaning.
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

  /// Whether a name would start a declaration, as `query = …` in the middle of a file does.
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

  /// The next pieces after an index, without line breaks and documentation.
  private static func following(_ index: Int, in pieces: [PrintedPiece], count: Int) -> [PrintedPiece] {
    var found: [PrintedPiece] = []
    var next = index + 1
    while next < pieces.count, found.count < count {
      if pieces[next].kind != .newline { found.append(pieces[next]) }
      next += 1
    }
    return found
  }

  /// Whether a name after `distinct` would make `distinct` a property: `select distinct as …`, `distinct UNION …`.
  private static func endsDistinct(_ text: String) -> Bool {
    switch KeywordTable.shared.keyword(of: text) {
    case .asWord: text == "as"
    case .union, .intersect, .minus: true
    default: false
    }
  }

  /// Whether a property named `distinct` would be read as the keyword, such as in `select distinct name`.
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
