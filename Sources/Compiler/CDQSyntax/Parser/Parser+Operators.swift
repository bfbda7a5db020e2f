extension Parser {
  /// `comparisonOperator` = "=" | "==" | "!=" | "<>" | "<" | ">" | "<=" | "=<" | ">=" | "=>"
  ///   | operatorWord | word ":" ;
  /// `operatorWord` = ? a word of keywords.txt whose role is comparison ? ;
  mutating func parseComparisonOperator(_ left: ParsedOperand) -> ComparisonSyntax? {
    if at(.word) { return parseOperatorWord(left) }
    guard let kind = symbolOperator(current.kind) else { return nil }
    let operatorToken = current
    switch operatorToken.kind {
    case .tripleEqual, .notDoubleEqual, .lessEqualGreater:
      emitHere(.foreignOperator(source.text(operatorToken.span), replacement: kind.rawValue))
    case .colonEqual:
      emitHere(.assignment)
    default:
      break
    }
    advance()
    return ComparisonSyntax(kind: kind, span: operatorToken.span, options: parseOptions())
  }

  func atComparisonSymbol() -> Bool {
    symbolOperator(current.kind) != nil || (at(.word) && current.keyword.comparisonOperator != nil)
  }

  /// The operator that a symbol is, or was probably meant to be: `.equal` for `===`.
  private func symbolOperator(_ kind: TokenKind) -> ComparisonOperator? {
    switch kind {
    case .equal, .doubleEqual, .tripleEqual, .lessEqualGreater, .colonEqual: .equal
    case .notEqual, .lessGreater, .notDoubleEqual: .notEqual
    case .less: .less
    case .lessEqual, .equalLess: .lessOrEqual
    case .greater: .greater
    case .greaterEqual, .equalGreater: .greaterOrEqual
    default: nil
    }
  }

  private mutating func parseOperatorWord(_ left: ParsedOperand) -> ComparisonSyntax? {
    let word = current
    if let kind = word.keyword.comparisonOperator {
      advance()
      return ComparisonSyntax(kind: kind, span: word.span, options: parseOptions())
    }
    if atConnective() || atClause() || atDeclarationWord() { return nil }
    if word.keyword == .not, let kind = peek().keyword.comparisonOperator {
      let operatorSpan = peek().span
      advance()
      advance()
      return ComparisonSyntax(
        kind: kind, span: operatorSpan, options: parseOptions(), negation: word.span)
    }
    if word.keyword.isReserved, word.keyword != .tokenMatches { return nil }
    if peek().kind == .colon, touches(word, peek()) {
      advance()
      advance()
      return ComparisonSyntax(kind: .selector, span: SourceSpan(word.start, previousEnd), options: nil)
    }
    return parseForeignOperator(word, left)
  }

  /// Reads a word such as `ILIKE` or `CONTAIN` as the operator that it was meant to be, and reports it with its
  /// replacement.
  private mutating func parseForeignOperator(_ word: Token, _ left: ParsedOperand) -> ComparisonSyntax? {
    let text = source.text(word.span)
    let lowered = text.lowercased()
    if case .predicate = left.node { return nil }
    if lowered == "is" || lowered == "isnt" { return parseIs(word) }
    guard startsOperand(peek()) || peek().kind == .leftBracket else { return nil }
    if let known = ForeignOperator.table[lowered] {
      emitHere(.foreignOperator(text, replacement: known.spelling))
      advance()
      let written = parseOptions()
      let implied = known.isCaseInsensitive ? options("c", word.span) : written
      return ComparisonSyntax(kind: known.kind, span: word.span, options: implied)
    }
    if clauseGuess(index) != nil || clause(of: word) != nil { return nil }
    // In a file, a word that starts a line is more likely a misspelt declaration.
    if context == .document, word.flags.contains(.startsLine) { return nil }
    let near = Suggestions.nearest(to: text, among: ForeignOperator.words)
    emitHere(.unknownOperator(text, suggestion: near))
    advance()
    let kind = near.flatMap { ComparisonOperator(rawValue: $0) }
    return ComparisonSyntax(kind: kind, span: word.span, options: parseOptions())
  }

  /// Reads `x IS NULL` and `x IS NOT NULL`, and reports their replacements `==` and `!=`.
  private mutating func parseIs(_ word: Token) -> ComparisonSyntax? {
    let isNegated = peek().keyword == .not
    guard startsOperand(peek(isNegated ? 2 : 1)) else { return nil }
    let end = isNegated ? peek().end : word.end
    let span = SourceSpan(word.start, end)
    lastErrorIndex = index
    let kind: ComparisonOperator = isNegated || source.text(word.span).lowercased() == "isnt" ? .notEqual : .equal
    emit(.foreignOperator(source.text(span), replacement: kind.rawValue), at: span)
    advance()
    if isNegated { advance() }
    return ComparisonSyntax(kind: kind, span: span, options: nil)
  }

  /// `options` = "[" optionLetters "]" ;
  mutating func parseOptions() -> OptionsNode? {
    guard at(.leftBracket), peek().kind == .word else {
      note(.options, afterSign: .leftBracket)
      return nil
    }
    let open = current
    let word = peek()
    if peek(2).kind == .comma, peek(3).kind == .word, peek(4).kind == .rightBracket, isOptionWord(word),
      isOptionWord(peek(3))
    {
      let letters = source.text(word.span) + source.text(peek(3).span)
      emit(
        .unknownOption(source.text(SourceSpan(open.start, peek(4).end)), suggestion: "[\(letters)]"),
        at: SourceSpan(open.start, peek(4).end))
      index += 5
      return options(letters, SourceSpan(open.start, previousEnd))
    }
    guard peek(2).kind == .rightBracket else { return nil }
    let span = SourceSpan(open.start, peek(2).end)
    let letters = source.text(word.span)
    if !isOptionWord(word) {
      let known = letters.filter { "cdnl".contains($0) }
      emit(
        .unknownOption("[\(letters)]", suggestion: known.isEmpty ? letters == "i" ? "c" : nil : known), at: word.span)
    }
    index += 3
    return options(letters, span)
  }

  private func isOptionWord(_ word: Token) -> Bool {
    source.text(word.span).lowercased().allSatisfy { "cdnl".contains($0) }
  }

  private func options(_ letters: String, _ span: SourceSpan) -> OptionsNode {
    let lowered = letters.lowercased()
    return OptionsNode(
      caseInsensitive: lowered.contains("c"), diacriticInsensitive: lowered.contains("d"),
      normalized: lowered.contains("n"), localeSensitive: lowered.contains("l"), span: span)
  }

  /// True when an operand can start at the token.
  func startsOperand(_ token: Token) -> Bool {
    switch token.kind {
    case .escapedWord, .atWord, .variable, .argument, .number, .string, .leftParenthesis, .leftBrace, .minus, .tilde:
      return true
    case .word:
      if !token.keyword.isReserved { return true }
      switch token.keyword {
      case .null, .nilWord, .selfWord, .trueWord, .yes, .falseWord, .no, .anyKey: return true
      default: return false
      }
    default:
      return false
    }
  }
}

/// Operators of other languages, and wrong spellings that edit distance does not find.
struct ForeignOperator: Sendable {
  var kind: ComparisonOperator
  var isCaseInsensitive = false

  var spelling: String { kind.rawValue + (isCaseInsensitive ? "[c]" : "") }

  static let table: [String: ForeignOperator] = [
    "ilike": ForeignOperator(kind: .like, isCaseInsensitive: true),
    "icontains": ForeignOperator(kind: .contains, isCaseInsensitive: true),
    "startswith": ForeignOperator(kind: .beginsWith), "starts": ForeignOperator(kind: .beginsWith),
    "hasprefix": ForeignOperator(kind: .beginsWith), "prefix": ForeignOperator(kind: .beginsWith),
    "hassuffix": ForeignOperator(kind: .endsWith), "suffix": ForeignOperator(kind: .endsWith),
    "finisheswith": ForeignOperator(kind: .endsWith),
    "has": ForeignOperator(kind: .contains), "includes": ForeignOperator(kind: .contains),
    "include": ForeignOperator(kind: .contains), "containing": ForeignOperator(kind: .contains),
    "regex": ForeignOperator(kind: .matches), "regexp": ForeignOperator(kind: .matches),
    "rlike": ForeignOperator(kind: .matches), "matching": ForeignOperator(kind: .matches),
    "isequal": ForeignOperator(kind: .equal), "isequalto": ForeignOperator(kind: .equal),
    "equals": ForeignOperator(kind: .equal), "eq": ForeignOperator(kind: .equal),
    "ne": ForeignOperator(kind: .notEqual), "neq": ForeignOperator(kind: .notEqual),
    "gt": ForeignOperator(kind: .greater), "gte": ForeignOperator(kind: .greaterOrEqual),
    "ge": ForeignOperator(kind: .greaterOrEqual), "lt": ForeignOperator(kind: .less),
    "lte": ForeignOperator(kind: .lessOrEqual), "le": ForeignOperator(kind: .lessOrEqual),
    "after": ForeignOperator(kind: .greater), "before": ForeignOperator(kind: .less),
    "since": ForeignOperator(kind: .greaterOrEqual), "until": ForeignOperator(kind: .lessOrEqual),
    "over": ForeignOperator(kind: .greater), "above": ForeignOperator(kind: .greater),
    "under": ForeignOperator(kind: .less), "below": ForeignOperator(kind: .less),
  ]

  /// The operator with the effect of a method: `BEGINSWITH` for `hasPrefix`, `CONTAINS` for `contains`.
  static func spelling(ofMethod name: String) -> String? {
    words.first { $0 == name.uppercased() } ?? table[name.lowercased()]?.spelling
  }

  /// The spellings of all operators that are words.
  static let words = ComparisonOperator.words.map(\.rawValue)
}
