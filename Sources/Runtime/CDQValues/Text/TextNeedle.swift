public import CDQIR
public import Foundation

/// A text to compare with others or to search for, folded once.
///
/// Comparison is by canonical equivalence after Foundation's folding. A prefix, suffix or substring never splits a
/// grapheme cluster, and an empty needle is found nowhere.
public struct TextNeedle: Hashable, Sendable {
  /// The text as the caller passed it, not folded.
  public let text: String?
  /// The text options, such as case insensitivity.
  public let options: TextOptions
  /// The locale that `[l]` compares with.
  public let locale: Locale

  /// The text folded and in NFC.
  package let folded: String
  /// The UTF-8 bytes of `folded`.
  package let bytes: [UInt8]
  private let characters: [Character]
  package let isSimple: Bool
  /// The search for a long needle; nil for short ones, which are tried at each position.
  private let longSearch: LongSearch?
  /// Whether Foundation compares, because of `[l]`.
  package let isLocalized: Bool
  package let folds: Bool
  package let lowercases: Bool

  /// Creates a needle. A nil text equals only nil and is found nowhere.
  public init(_ text: String?, _ options: TextOptions = [], locale: Locale = .current) {
    self.init(text, options, locale: locale, isSearched: true)
  }

  /// Creates a needle that is only used with `isEqual`.
  package init(comparing text: String?, _ options: TextOptions, locale: Locale) {
    self.init(text, options, locale: locale, isSearched: false)
  }

  private init(_ text: String?, _ options: TextOptions, locale: Locale, isSearched: Bool) {
    self.text = text
    self.options = options
    self.locale = locale
    isLocalized = options.contains(.localeSensitive)
    let folding = TextFolding.folded(text ?? "", options, locale: locale)
    // A simple text is in NFC already; another text may become simple by composition.
    let isComposed = folding.withBytes { ByteText.isSimple($0) }
    folded = isComposed ? folding : folding.composed
    bytes = Array(folded.utf8)
    characters = isSearched ? Array(folded) : []
    isSimple = bytes.withUnsafeBufferPointer { ByteText.isSimple($0) }
    longSearch = isSearched && bytes.count > LongSearch.minimum ? LongSearch(bytes, characters) : nil
    folds = options.contains(.caseInsensitive) || options.contains(.diacriticInsensitive)
    lowercases = options.contains(.caseInsensitive)
  }

  /// Whether the text equals another one; false for a nil needle.
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

  /// Whether `haystack` contains the needle at a place.
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

  /// Whether `haystack` contains the needle.
  package func isContained(in haystack: String) -> Bool {
    guard !characters.isEmpty else { return false }
    if isLocalized { return isFound(in: haystack, []) }
    if let answer = answerOfBytes(haystack, contains) { return answer }
    let text = TextFolding.folded(haystack, options)
    if let answer = answerOfFolded(text, contains) { return answer }
    if let longSearch { return longSearch.characters.isFound(in: text) }
    return TextNeedle.contains(Array(text), characters)
  }

  /// Whether simple `text` contains the needle.
  private func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, lowercase: Bool
  ) -> Bool {
    guard let longSearch else { return ByteText.contains(text, needle, lowercase: lowercase) }
    return ByteText.contains(text, longSearch.bytes, count: needle.count, lowercase: lowercase)
  }

  private typealias ByteTest = (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, _ lowercase: Bool) -> Bool

  /// The answer by the bytes of the text, if it is simple, or under a folding ASCII; otherwise nil.
  @inline(__always) private func answerOfBytes(_ haystack: String, _ test: ByteTest) -> Bool? {
    haystack.withBytes { haystack in
      guard folds ? ByteText.isASCII(haystack) : ByteText.isSimple(haystack) else { return nil }
      guard isSimple else { return false }
      return bytes.withUnsafeBufferPointer { test(haystack, $0, lowercases) }
    }
  }

  /// The answer by the bytes of the folded text, if it is simple; otherwise nil.
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

/// The search for a long needle. It follows from the needle, so that it is ignored when needles are compared.
private struct LongSearch: Hashable, Sendable {
  /// The needle's length in bytes above which this search is used.
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
