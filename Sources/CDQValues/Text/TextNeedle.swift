public import CDQIR
public import Foundation

/// What texts are compared with or searched for, folded once.
///
/// Comparison is by canonical equivalence after Foundation's folding; a prefix, suffix or substring never splits a
/// grapheme cluster, and an empty needle is found nowhere (PREDICATES §5).
public struct TextNeedle: Hashable, Sendable {
  /// The text as given.
  public let text: String?
  /// How it is compared.
  public let options: TextOptions
  /// What `[l]` compares by.
  public let locale: Locale

  /// Folded and in NFC.
  package let folded: String
  /// `folded` in UTF-8.
  package let bytes: [UInt8]
  private let characters: [Character]
  package let isSimple: Bool
  /// How a needle is searched for that is too long to be tried at each place; nil for others.
  private let longSearch: LongSearch?
  /// Whether Foundation does the comparison.
  package let isLocalized: Bool
  package let folds: Bool
  package let lowercases: Bool

  /// A needle. A nil text is equal to nil only and found nowhere.
  public init(_ text: String?, _ options: TextOptions = [], locale: Locale = .current) {
    self.init(text, options, locale: locale, isSearched: true)
  }

  /// A needle for `isEqual` alone.
  package init(comparing text: String?, _ options: TextOptions, locale: Locale) {
    self.init(text, options, locale: locale, isSearched: false)
  }

  private init(_ text: String?, _ options: TextOptions, locale: Locale, isSearched: Bool) {
    self.text = text
    self.options = options
    self.locale = locale
    isLocalized = options.contains(.localeSensitive)
    let folding = TextFolding.folded(text ?? "", options, locale: locale)
    // A simple text is in NFC already. One that is not may become simple by composition.
    let isComposed = folding.withBytes { ByteText.isSimple($0) }
    folded = isComposed ? folding : folding.precomposedStringWithCanonicalMapping
    bytes = Array(folded.utf8)
    characters = isSearched ? Array(folded) : []
    isSimple = bytes.withUnsafeBufferPointer { ByteText.isSimple($0) }
    longSearch = isSearched && bytes.count > LongSearch.minimum ? LongSearch(bytes, characters) : nil
    folds = options.contains(.caseInsensitive) || options.contains(.diacriticInsensitive)
    lowercases = options.contains(.caseInsensitive)
  }

  /// Whether the texts are equal.
  package func isEqual(to other: String) -> Bool {
    guard let text else { return false }
    if isLocalized { return TextOrder.localized(other, text, options, locale) == .orderedSame }
    let answer = other.withBytes { other in
      bytes.withUnsafeBufferPointer { ByteText.equals(other, $0, folding: folds, lowercase: lowercases) }
    }
    switch answer {
    case .yes: return true
    case .no: return false
    case .unknown: return TextFolding.folded(other, options) == folded
    }
  }

  /// Whether `haystack` has the needle at a place.
  package func isFound(in haystack: String, at place: TextPlace) -> Bool {
    switch place {
    case .whole: isEqual(to: haystack)
    case .prefix: isPrefix(of: haystack)
    case .suffix: isSuffix(of: haystack)
    case .anywhere: isContained(in: haystack)
    }
  }

  /// Whether `haystack` starts with the needle.
  package func isPrefix(of haystack: String) -> Bool {
    guard !characters.isEmpty else { return false }
    if isLocalized { return isFound(in: haystack, .anchored) }
    let answer = haystack.withBytes { haystack in
      bytes.withUnsafeBufferPointer { ByteText.hasPrefix(haystack, $0, folding: folds, lowercase: lowercases) }
    }
    switch answer {
    case .yes: return true
    case .no: return false
    case .unknown: return TextFolding.folded(haystack, options).starts(with: characters)
    }
  }

  /// Whether `haystack` ends with the needle.
  package func isSuffix(of haystack: String) -> Bool {
    guard !characters.isEmpty else { return false }
    if isLocalized { return isFound(in: haystack, [.anchored, .backwards]) }
    if let answer = answerOfBytes(haystack, ByteText.hasSuffix) { return answer }
    let text = TextFolding.folded(haystack, options)
    if let answer = answerOfFolded(text, ByteText.hasSuffix) { return answer }
    return text.reversed().starts(with: characters.reversed())
  }

  /// Whether `haystack` holds the needle.
  package func isContained(in haystack: String) -> Bool {
    guard !characters.isEmpty else { return false }
    if isLocalized { return isFound(in: haystack, []) }
    if let answer = answerOfBytes(haystack, contains) { return answer }
    let text = TextFolding.folded(haystack, options)
    if let answer = answerOfFolded(text, contains) { return answer }
    if let longSearch { return longSearch.characters.isFound(in: text) }
    return TextNeedle.contains(Array(text), characters)
  }

  /// Whether simple `text` holds the needle.
  private func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, lowercase: Bool
  ) -> Bool {
    guard let longSearch else { return ByteText.contains(text, needle, lowercase: lowercase) }
    return ByteText.contains(text, longSearch.bytes, count: needle.count, lowercase: lowercase)
  }

  private typealias ByteTest = (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, _ lowercase: Bool) -> Bool

  /// The answer where the text as it stands is simple and ASCII folding is all it needs.
  @inline(__always) private func answerOfBytes(_ haystack: String, _ test: ByteTest) -> Bool? {
    haystack.withBytes { haystack in
      guard folds ? ByteText.isASCII(haystack) : ByteText.isSimple(haystack) else { return nil }
      guard isSimple else { return false }
      return bytes.withUnsafeBufferPointer { test(haystack, $0, lowercases) }
    }
  }

  /// The answer where the folded text is simple.
  private func answerOfFolded(_ folded: String, _ test: ByteTest) -> Bool? {
    folded.withBytes { haystack in
      guard ByteText.isSimple(haystack) else { return nil }
      guard isSimple else { return false }
      return bytes.withUnsafeBufferPointer { test(haystack, $0, false) }
    }
  }

  private static func contains(_ text: [Character], _ needle: [Character]) -> Bool {
    guard text.count >= needle.count else { return false }
    for start in 0...(text.count - needle.count) where text[start...].starts(with: needle) { return true }
    return false
  }

  private func isFound(in haystack: String, _ anchoring: String.CompareOptions) -> Bool {
    guard let text else { return false }
    return haystack.range(of: text, options: options.compareOptions.union(anchoring), locale: locale) != nil
  }
}

/// The search for one long needle. What it is follows from the needle, so it takes no part in comparing needles.
private struct LongSearch: Hashable, Sendable {
  /// Bytes of the shortest needle that is searched for this way.
  static let minimum = 64

  let bytes: SubsequenceSearch<UInt8>
  let characters: SubsequenceSearch<Character>

  init(_ bytes: [UInt8], _ characters: [Character]) {
    self.bytes = SubsequenceSearch(bytes)
    self.characters = SubsequenceSearch(characters)
  }

  static func == (left: LongSearch, right: LongSearch) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
