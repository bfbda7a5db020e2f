/// A token: its kind and place in the source. The token does not hold its text.
package struct Token: Hashable, Sendable {
  package var kind: TokenKind
  /// The keyword that the word spells, for `kind == .word`; else `.none`.
  package var keyword: Keyword
  package var flags: Flags
  /// Offset of the first byte.
  package var start: UInt32
  /// Number of bytes.
  package var length: UInt32

  package init(_ kind: TokenKind, keyword: Keyword = .none, flags: Flags = .none, start: UInt32, length: UInt32) {
    self.kind = kind
    self.keyword = keyword
    self.flags = flags
    self.start = start
    self.length = length
  }

  package var end: UInt32 { start + length }
  package var span: SourceSpan { SourceSpan(start, start + length) }

  /// A set of one-bit flags. Not an `OptionSet`, whose generic operations take a third of the time of a debug build.
  package struct Flags: Hashable, Sendable {
    package private(set) var rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package func contains(_ other: Flags) -> Bool { rawValue & other.rawValue == other.rawValue }
    package func union(_ other: Flags) -> Flags { Flags(rawValue: rawValue | other.rawValue) }
    package func intersection(_ other: Flags) -> Flags { Flags(rawValue: rawValue & other.rawValue) }
    package mutating func insert(_ other: Flags) { rawValue |= other.rawValue }

    package static let none = Flags(rawValue: 0)
    /// The lexer has reported an error inside the token, so the parser reports nothing more about it.
    package static let malformed = Flags(rawValue: 1)
    /// A keyword written without capital letters; the words that cdq adds are keywords only in lower case.
    package static let lowercase = Flags(rawValue: 2)
    /// A string that contains a backslash.
    package static let hasEscapes = Flags(rawValue: 4)
    /// Directly before this token the lexer reported and skipped text that is no token.
    package static let afterUnexpected = Flags(rawValue: 8)
    /// The first token of its line.
    package static let startsLine = Flags(rawValue: 16)
  }
}

/// Text between tokens. Tokens and trivia together cover the source without gap or overlap.
package struct Trivia: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    case byteOrderMark
    case whitespace
    /// `// …` up to the end of the line
    case lineComment
    /// `/// …` up to the end of the line
    case documentation
    /// `/* … */`, nested
    case blockComment
    /// Characters that form no token; the lexer has reported an error.
    case unexpected

    package var name: String {
      switch self {
      case .byteOrderMark: "byte-order-mark"
      case .whitespace: "whitespace"
      case .lineComment: "line-comment"
      case .documentation: "documentation"
      case .blockComment: "block-comment"
      case .unexpected: "unexpected"
      }
    }
  }

  package var kind: Kind
  package var start: UInt32
  package var length: UInt32

  package init(_ kind: Kind, start: UInt32, length: UInt32) {
    self.kind = kind
    self.start = start
    self.length = length
  }

  package var end: UInt32 { start + length }
  package var span: SourceSpan { SourceSpan(start, start + length) }
}

/// The result of lexing one text. Invariant: the last token, and no other, is `.endOfText`.
package struct LexedText: Hashable, Sendable {
  package var tokens: [Token]
  package var trivia: [Trivia]
  package var diagnostics: [Diagnostic]
}
