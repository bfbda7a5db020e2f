/// The kind of a token.
///
/// All words share one kind; `Keyword` says which word it is, since most words are keywords only in some places.
package enum TokenKind: UInt8, Hashable, Sendable, CaseIterable {
  case endOfText
  /// `name`, `AND`, `where`
  case word
  /// `#like`: a name, even if the word is reserved
  case escapedWord
  /// `@count`, `@unique`
  case atWord
  /// `@@index`
  case doubleAtWord
  /// `$name`
  case variable
  /// `%@`, `%K`, `%ld`
  case argument
  case number
  case string

  case equal, doubleEqual, tripleEqual, notEqual, notDoubleEqual, lessGreater
  case less, lessEqual, equalLess, greater, greaterEqual, equalGreater, lessEqualGreater
  case shiftLeft, shiftRight
  case bang, doubleAmpersand, doubleBar
  case ampersand, bar, caret, tilde
  case plus, minus, star, doubleStar, slash, percent
  case leftParenthesis, rightParenthesis, leftBrace, rightBrace, leftBracket, rightBracket
  case comma, dot, ellipsis, colon, colonEqual, question

  /// The name of the kind in the output of `cdq dump --stage tokens`.
  package var name: String {
    switch self {
    case .endOfText: "end"
    case .word: "word"
    case .escapedWord: "escaped-word"
    case .atWord: "at-word"
    case .doubleAtWord: "double-at-word"
    case .variable: "variable"
    case .argument: "argument"
    case .number: "number"
    case .string: "string"
    case .equal, .doubleEqual, .tripleEqual, .notEqual, .notDoubleEqual, .lessGreater, .less, .lessEqual, .equalLess,
      .greater, .greaterEqual, .equalGreater, .lessEqualGreater, .shiftLeft, .shiftRight, .bang, .doubleAmpersand,
      .doubleBar, .ampersand, .bar, .caret, .tilde, .plus, .minus, .star, .doubleStar, .slash, .percent:
      "operator"
    case .leftParenthesis, .rightParenthesis, .leftBrace, .rightBrace, .leftBracket, .rightBracket, .comma, .dot,
      .ellipsis, .colon, .colonEqual, .question:
      "punctuation"
    }
  }

  /// True for a word, escaped or not.
  package var isWord: Bool { self == .word || self == .escapedWord }
}
