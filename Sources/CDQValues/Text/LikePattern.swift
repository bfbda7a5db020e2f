public import CDQIR
public import Foundation

/// A compiled LIKE pattern: `*` any run, `?` one Character, `\*` `\?` `\\` escapes; the whole text, folded under the options.
public struct LikePattern: Hashable, Sendable {
  /// The pattern as written.
  public let text: String
  /// How letters are compared.
  public let options: TextOptions
  /// What `[l]` folds by.
  public let locale: Locale
  private let shape: Shape
  /// What is searched for where the pattern is a plain search. These are not payloads of the shape, as those would be
  /// copied for each text.
  private let needle: TextNeedle
  private let generalTokens: [Token]
  private let bytes: LikeBytes

  /// Most patterns are a plain search in disguise.
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

  /// Compiles a pattern; nil matches nothing.
  ///
  /// - Throws: `ExecutionError.invalidPattern` when a backslash escapes something else or nothing.
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

  /// A pattern's wildcards and the texts between them, escapes resolved.
  private enum Part: Hashable {
    case text(String)
    case anyCharacter
    case anyRun
  }

  private static func parts(of pattern: String, _ stage: ExecutionError.Stage) throws(ExecutionError) -> [Part] {
    var parts: [Part] = []
    var literal = ""
    var isEscaped = false
    // By scalars, so that a mark behind a wildcard or backslash does not hide it.
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

  /// What a pattern is, and what it searches for.
  private static func shape(of parts: [Part], _ options: TextOptions) -> (Shape, String) {
    // The pattern's own locale folding is what LIKE uses; a needle under `[l]` would compare by collation.
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

  /// What a pattern without inner wildcards asks.
  package enum Question {
    case never
    case always
    case needle(TextNeedle, TextPlace)
  }

  /// The wildcards and the folded Characters of a pattern that is no plain question; nil for others.
  package var tokens: [Token]? {
    shape == .general ? generalTokens : nil
  }

  /// The pattern as a plain question; nil when it is more than that.
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

  /// Whether the whole text fits the pattern.
  package func matches(_ candidate: String) -> Bool {
    switch shape {
    case .nothing: false
    case .anything: true
    case .exact: needle.isEqual(to: candidate)
    // A text whose folding is empty makes a needle that is found nowhere; as part of a pattern it is found everywhere.
    case .prefix: needle.folded.isEmpty || needle.isPrefix(of: candidate)
    case .suffix: needle.folded.isEmpty || needle.isSuffix(of: candidate)
    case .substring: needle.folded.isEmpty || needle.isContained(in: candidate)
    case .general: bytes.matches(candidate) ?? matches(candidate, generalTokens)
    }
  }

  /// Whether the whole text fits the tokens, Character by Character.
  package func matches(_ candidate: String, _ tokens: [Token]) -> Bool {
    LikePattern.matches(Array(TextFolding.folded(candidate, options, locale: locale)), tokens)
  }

  /// At most text × pattern steps: after a run has been tried to be longer, what stands before it is never looked at again.
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

/// A pattern for the texts that can be told by their bytes. What it is follows from the tokens, so it takes no part in
/// comparing patterns.
private struct LikeBytes: Hashable, Sendable {
  /// Nil when no such text matches.
  private let segments: LikeSegments?
  /// What every text that matches starts with; it tells most others before all their bytes are looked at.
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
    // Under a folding only texts of ASCII are told.
    self.segments = folds && segments?.isASCII == false ? nil : segments
  }

  /// Whether the whole text fits the pattern; nil where its bytes do not tell.
  func matches(_ text: String) -> Bool? {
    if isLocalized { return nil }
    return text.withBytes { text in
      let start = prefix.withUnsafeBufferPointer {
        ByteText.hasPrefix(text, $0, folding: folds, lowercase: lowercases)
      }
      if case .no = start { return false }
      guard folds ? ByteText.isASCII(text) : ByteText.isSimple(text) else { return nil }
      // CR LF is one Character.
      if text.contains(UInt8(ascii: "\r")) { return nil }
      return segments?.matches(text) ?? false
    }
  }

  static func == (left: LikeBytes, right: LikeBytes) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
