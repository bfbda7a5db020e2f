public import CDQIR
public import Foundation

/// A compiled LIKE pattern. `*` matches any run of Characters, `?` a single one; `\*`, `\?` and `\\` are escapes. The
/// pattern has to match the whole text, folded under the options.
public struct LikePattern: Hashable, Sendable {
  /// The pattern as it was written; empty for a nil pattern.
  public let text: String
  /// The text options, such as case insensitivity.
  public let options: TextOptions
  /// The locale that `[l]` folds with.
  public let locale: Locale
  private let shape: Shape
  /// The literal text, if the pattern is a plain search. The stored properties are not payloads of `shape`, because
  /// those would be copied for each text.
  private let needle: TextNeedle
  private let generalTokens: [Token]
  private let bytes: LikeBytes

  /// The kind of search. Most patterns are a simple one: `abc*` is a search for a prefix.
  private enum Shape: Hashable {
    case nothing, anything, exact, prefix, suffix, substring, general
  }

  package enum Token: Hashable {
    case character(Character)
    case anyCharacter
    case anyRun

    package var isCharacter: Bool {
      if case .character = self { true } else { false }
    }
  }

  /// Compiles a pattern. A nil pattern matches nothing.
  ///
  /// - Throws: `ExecutionError.invalidPattern` when a backslash is not followed by `*`, `?` or `\`.
  public init(_ text: String?, _ options: TextOptions = [], locale: Locale = .current) throws(ExecutionError) {
    try self.init(text, options, locale: locale, stage: .bind)
  }

  package init(
    _ text: String?, _ options: TextOptions, locale: Locale, stage: ExecutionError.Stage
  ) throws(ExecutionError) {
    self.text = text ?? ""
    self.options = options
    self.locale = locale
    let parts = try text.map { (text) throws(ExecutionError) in try LikePattern.parts(of: text, stage) }
    let (shape, searched) = parts.map { LikePattern.shape(of: $0, options) } ?? (.nothing, "")
    self.shape = shape
    needle = TextNeedle(searched, options, locale: locale)
    generalTokens = shape == .general ? LikePattern.tokens(of: parts ?? [], options, locale) : []
    bytes = LikeBytes(generalTokens, options)
  }

  /// A wildcard of a pattern, or the text between two wildcards with its escapes resolved.
  private enum Part: Hashable {
    case text(String)
    case anyCharacter
    case anyRun
  }

  private static func parts(of pattern: String, _ stage: ExecutionError.Stage) throws(ExecutionError) -> [Part] {
    var parts: [Part] = []
    var literal = ""
    var isEscaped = false
    // Splits by scalars, since a combining mark after a wildcard or backslash would hide it in a Character.
    for scalar in pattern.unicodeScalars {
      if isEscaped {
        guard scalar == "*" || scalar == "?" || scalar == "\\" else {
          throw .invalidPattern(pattern: pattern, reason: "'\\\(scalar)' is no escape", stage: stage)
        }
        literal.unicodeScalars.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "*" || scalar == "?" {
        if !literal.isEmpty { parts.append(.text(literal)) }
        literal = ""
        let part = scalar == "*" ? Part.anyRun : .anyCharacter
        if part == .anyCharacter || parts.last != .anyRun { parts.append(part) }
      } else {
        literal.unicodeScalars.append(scalar)
      }
    }
    if isEscaped {
      throw .invalidPattern(pattern: pattern, reason: "nothing follows the last '\\'", stage: stage)
    }
    if !literal.isEmpty { parts.append(.text(literal)) }
    return parts
  }

  /// The kind of search, and the text to search for.
  private static func shape(of parts: [Part], _ options: TextOptions) -> (Shape, String) {
    // LIKE folds with the locale, while a needle under `[l]` compares by collation.
    if options.contains(.localeSensitive) { return (.general, "") }
    switch (parts.count, parts.first, parts.last, parts.count == 3 ? parts[1] : nil) {
    case (0, _, _, _): return (.exact, "")
    case (1, .text(let text), _, _): return (.exact, text)
    case (1, .anyRun, _, _): return (.anything, "")
    case (2, .text(let text), .anyRun, _): return (.prefix, text)
    case (2, .anyRun, .text(let text), _): return (.suffix, text)
    case (3, .anyRun, .anyRun, .text(let text)): return (.substring, text)
    default: return (.general, "")
    }
  }

  private static func tokens(of parts: [Part], _ options: TextOptions, _ locale: Locale) -> [Token] {
    var tokens: [Token] = []
    for part in parts {
      switch part {
      case .text(let text):
        tokens += TextFolding.folded(text, options, locale: locale).map { .character($0) }
      case .anyCharacter: tokens.append(.anyCharacter)
      case .anyRun: tokens.append(.anyRun)
      }
    }
    return tokens
  }

  /// The simple test that many patterns amount to: `abc*` tests for a prefix.
  package enum Question {
    case never
    case always
    case needle(TextNeedle, TextPlace)
  }

  /// The wildcards and folded Characters of a pattern that is no simple test; nil for one that is.
  package var tokens: [Token]? {
    shape == .general ? generalTokens : nil
  }

  /// The pattern as a simple test; nil when it has a `?`, an inner `*` or the option `[l]`.
  package var question: Question? {
    switch shape {
    case .nothing: return .never
    case .anything: return .always
    case .exact: return .needle(needle, .whole)
    case .prefix: return needle.folded.isEmpty ? .always : .needle(needle, .prefix)
    case .suffix: return needle.folded.isEmpty ? .always : .needle(needle, .suffix)
    case .substring: return needle.folded.isEmpty ? .always : .needle(needle, .anywhere)
    case .general: return nil
    }
  }

  /// Whether the whole text matches the pattern.
  package func matches(_ candidate: String) -> Bool {
    switch shape {
    case .nothing: false
    case .anything: true
    case .exact: needle.isEqual(to: candidate)
    // A text that folds to nothing makes an empty needle, which is found nowhere; in a pattern it matches everywhere.
    case .prefix: needle.folded.isEmpty || needle.isPrefix(of: candidate)
    case .suffix: needle.folded.isEmpty || needle.isSuffix(of: candidate)
    case .substring: needle.folded.isEmpty || needle.isContained(in: candidate)
    case .general: bytes.matches(candidate) ?? matches(candidate, generalTokens)
    }
  }

  /// Whether the whole text matches the tokens, compared by Character.
  package func matches(_ candidate: String, _ tokens: [Token]) -> Bool {
    LikePattern.matches(Array(TextFolding.folded(candidate, options, locale: locale)), tokens)
  }

  /// Takes at most text × pattern steps: when a run is extended, the part before it is never examined again.
  private static func matches(_ text: [Character], _ tokens: [Token]) -> Bool {
    var position = 0
    var token = 0
    var retry: (position: Int, token: Int)?
    while position < text.count {
      if token < tokens.count {
        switch tokens[token] {
        case .anyRun:
          token += 1
          retry = (position, token)
          continue
        case .anyCharacter:
          position += 1
          token += 1
          continue
        case .character(let character):
          if character == text[position] {
            position += 1
            token += 1
            continue
          }
        }
      }
      guard let last = retry else { return false }
      position = last.position + 1
      token = last.token
      retry = (position, token)
    }
    return tokens[token...].allSatisfy { $0 == .anyRun }
  }
}

/// A pattern for texts whose bytes suffice. It follows from the tokens, so that it is ignored when patterns are
/// compared.
private struct LikeBytes: Hashable, Sendable {
  /// Nil when no such text can match.
  private let segments: LikeSegments?
  /// The bytes that every matching text starts with. They exclude most other texts early.
  private let prefix: [UInt8]
  private let folds: Bool
  private let lowercases: Bool
  private let isLocalized: Bool

  init(_ tokens: [LikePattern.Token], _ options: TextOptions) {
    isLocalized = options.contains(.localeSensitive)
    folds = !options.isEmpty
    lowercases = options.contains(.caseInsensitive)
    var prefix = ""
    for case .character(let character) in tokens.prefix(while: \.isCharacter) { prefix.append(character) }
    self.prefix = PlainText.composedBytes(of: prefix)
    let segments = LikeSegments(tokens, lowercases: lowercases)
    // Under a folding only ASCII texts are tested by their bytes.
    self.segments = folds && segments?.isASCII == false ? nil : segments
  }

  /// Whether the whole text matches the pattern; nil when its bytes do not suffice.
  func matches(_ text: String) -> Bool? {
    if isLocalized { return nil }
    return text.withBytes { text in
      let start = prefix.withUnsafeBufferPointer {
        ByteText.hasPrefix(text, $0, folding: folds, lowercase: lowercases)
      }
      if case .no = start { return false }
      guard folds ? ByteText.isASCII(text) : ByteText.isSimple(text) else { return nil }
      // The pair CR LF is one Character.
      if text.contains(UInt8(ascii: "\r")) { return nil }
      return segments?.matches(text) ?? false
    }
  }

  static func == (left: LikeBytes, right: LikeBytes) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
