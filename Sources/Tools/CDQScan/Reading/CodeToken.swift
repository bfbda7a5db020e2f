/// The language of a source file.
package enum CodeLanguage: Hashable, Sendable {
  case swift, objectiveC

  /// The language of a file by the ending of its name; nil for any other file.
  package init?(fileExtension: String) {
    switch fileExtension {
    case "swift": self = .swift
    case "m", "mm", "h": self = .objectiveC
    default: return nil
    }
  }
}

/// A token of Swift or Objective-C, as far as the scan tells them apart.
package struct CodeToken: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    /// An identifier or a keyword.
    case word
    case number
    /// A string literal with its delimiters, and in Objective-C with the `@` before it.
    case string
    /// `#Predicate`, `#define`
    case hash
    /// `@FetchRequest`, `@property`
    case at
    /// `(`, `[` or `{`
    case open
    /// `)`, `]` or `}`
    case close
    /// Any other sign or run of signs, such as `,` or `&&`.
    case mark
  }

  package var kind: Kind
  /// The word that it is, if the scan asks for it everywhere.
  package var word: CodeWord
  /// Offset of the first byte in the file.
  package var start: UInt32
  /// Offset after the last byte.
  package var end: UInt32
}
