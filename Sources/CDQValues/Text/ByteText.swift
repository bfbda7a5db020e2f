import Foundation

/// Tests on UTF-8 that need no decoding.
///
/// A text is *simple* when all its scalars are below U+0300. Such a text is in NFC, and every scalar but the pair CR LF is
/// a Character of its own; so bytes can be compared and searched, which for other texts would split grapheme clusters or
/// miss canonical equivalents.
package enum ByteText {
  /// What a look at the bytes says.
  package enum Answer {
    case yes, no
    /// The texts are not simple enough to tell.
    case unknown
  }

  private static let carriageReturn = UInt8(ascii: "\r")
  private static let lineFeed = UInt8(ascii: "\n")

  /// Whether all scalars are below U+0300: the first lead byte beyond is 0xCC, and continuation bytes are below it.
  @inline(__always) package static func isSimple(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text where byte >= 0xCC { return false }
    return true
  }

  /// Whether all scalars are below U+0080.
  @inline(__always) package static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text where byte >= 0x80 { return false }
    return true
  }

  /// ASCII letters in lower case.
  @inline(__always) package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// Eight bytes of ASCII with its letters in lower case.
  @inline(__always) package static func lowercased(_ word: UInt64) -> UInt64 {
    // The upper bit of each byte says whether it is `A` or behind, and whether it is behind `Z`.
    let isLetterOrBehind = word &+ 0x3F3F_3F3F_3F3F_3F3F
    let isBehind = word &+ 0x2525_2525_2525_2525
    return word | (isLetterOrBehind & ~isBehind & 0x8080_8080_8080_8080) >> 2
  }

  /// Whether all letters beyond ASCII are of Latin-1 without ß: under `[c]` each of them is one that is beyond ASCII, too.
  @inline(__always) package static func isLatin(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte >= 0x80 {
        guard byte == 0xC2 || byte == 0xC3 && index + 1 < text.count && text[index + 1] != 0x9F else { return false }
        index += 1
      }
      index += 1
    }
    return true
  }

  /// Whether a Character ends before `index`; the text is simple.
  @inline(__always) private static func isBoundary(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    index == 0 || index == text.count || text[index - 1] != carriageReturn || text[index] != lineFeed
  }

  /// Whether `text` under the folding starts with `needle`, which is folded and not empty.
  ///
  /// - Parameter folding: Whether case or diacritics are folded: then only ASCII is answered.
  @inline(__always) package static func hasPrefix(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, folding: Bool, lowercase: Bool
  ) -> Answer {
    let bound: UInt8 = folding ? 0x80 : 0xCC
    var index = 0
    while index < needle.count {
      guard index < text.count else { return .no }
      let byte = text[index]
      if byte >= bound { return .unknown }
      let other = needle[index]
      if (lowercase ? lowercased(byte) : byte) != other {
        // An ASCII letter differs from another whatever marks follow; with a letter beyond ASCII it might be equivalent.
        return byte < 0x80 && other < 0x80 ? .no : .unknown
      }
      index += 1
    }
    guard index < text.count else { return .yes }
    if text[index] >= 0xCC { return .unknown }
    return isBoundary(text, index) ? .yes : .no
  }

  /// Whether `text` under the folding is `needle`, which is folded.
  @inline(__always) package static func equals(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, folding: Bool, lowercase: Bool
  ) -> Answer {
    if needle.isEmpty { return text.isEmpty ? .yes : text[0] < 0x80 ? .no : .unknown }
    let answer = hasPrefix(text, needle, folding: folding, lowercase: lowercase)
    guard case .yes = answer else { return answer }
    if text.count == needle.count { return .yes }
    // What follows could fold away only if it is no ASCII.
    return text[needle.count] < 0x80 ? .no : .unknown
  }

  /// Whether simple `text` ends with simple `needle`, which is not empty.
  package static func hasSuffix(_ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, lowercase: Bool) -> Bool {
    let start = text.count - needle.count
    return start >= 0 && matches(text, needle, at: start, lowercase: lowercase) && isBoundary(text, start)
  }

  /// Whether simple `text` holds simple `needle`, which is not empty.
  package static func contains(_ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, lowercase: Bool) -> Bool {
    guard text.count >= needle.count, let first = needle.first else { return false }
    for start in 0...(text.count - needle.count) {
      guard (lowercase ? lowercased(text[start]) : text[start]) == first else { continue }
      if matches(text, needle, at: start, lowercase: lowercase), isBoundary(text, start),
        isBoundary(text, start + needle.count)
      {
        return true
      }
    }
    return false
  }

  /// Whether simple `text` holds the simple needle of `count` bytes that `search` looks for.
  package static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ search: SubsequenceSearch<UInt8>, count: Int, lowercase: Bool
  ) -> Bool {
    let isWhole = { (start: Int) in isBoundary(text, start) && isBoundary(text, start + count) }
    return lowercase
      ? search.isFound(in: text.lazy.map { lowercased($0) }, where: isWhole) : search.isFound(in: text, where: isWhole)
  }

  @inline(__always) private static func matches(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, at start: Int, lowercase: Bool
  ) -> Bool {
    for index in 0..<needle.count {
      let byte = text[start + index]
      guard (lowercase ? lowercased(byte) : byte) == needle[index] else { return false }
    }
    return true
  }
}

extension String {
  /// Gives the UTF-8 of the text to `body`, copied only where it is not in one piece.
  @inlinable @inline(__always) package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(utf8).withUnsafeBufferPointer(body)
  }
}
