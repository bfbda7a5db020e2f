import Foundation

/// Text comparisons on UTF-8 bytes, without decoding.
///
/// A text is *simple* when all its scalars are below U+0300. Such a text is in NFC, and each scalar except the pair CR
/// LF is a Character of its own, so that its bytes can be compared and searched. In other texts a search by bytes might
/// split grapheme clusters or miss canonical equivalents.
@usableFromInline
package enum ByteText {
  /// The result of a test on bytes.
  package enum Answer {
    case yes, no
    /// The bytes do not suffice, because a text is not simple.
    case unknown
  }

  private static let carriageReturn = UInt8(ascii: "\r")
  private static let lineFeed = UInt8(ascii: "\n")

  /// Whether all scalars are below U+0300. The lead byte of U+0300 is 0xCC, and continuation bytes are below that.
  @inlinable @inline(__always) package static func isSimple(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text where byte >= 0xCC { return false }
    return true
  }

  /// Whether all scalars are below U+0080.
  @inlinable @inline(__always) package static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text where byte >= 0x80 { return false }
    return true
  }

  /// An ASCII letter in lower case, other bytes unchanged.
  @inlinable @inline(__always) package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// Eight ASCII bytes with the letters in lower case.
  @inlinable @inline(__always) package static func lowercased(_ word: UInt64) -> UInt64 {
    // The top bit of each byte tells whether the byte is at least `A`, and whether it is beyond `Z`.
    let isLetterOrBehind = word &+ 0x3F3F_3F3F_3F3F_3F3F
    let isBehind = word &+ 0x2525_2525_2525_2525
    return word | (isLetterOrBehind & ~isBehind & 0x8080_8080_8080_8080) >> 2
  }

  /// Whether all scalars beyond ASCII are in Latin-1 and none is ß. Under `[c]` such scalars fold to scalars beyond
  /// ASCII, unlike ß.
  @inlinable @inline(__always) package static func isLatin(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
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

  /// Whether a Character ends before `index`, in a simple text.
  @inline(__always) private static func isBoundary(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    index == 0 || index == text.count || text[index - 1] != carriageReturn || text[index] != lineFeed
  }

  /// Whether the folded `text` starts with `needle`, which is folded and not empty.
  ///
  /// - Parameter folding: Whether case or diacritics are folded; the answer is then only known for ASCII.
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
        // Two different ASCII letters differ whatever marks follow. A letter beyond ASCII might be equivalent to one
        // with marks.
        return byte < 0x80 && other < 0x80 ? .no : .unknown
      }
      index += 1
    }
    guard index < text.count else { return .yes }
    if text[index] >= 0xCC { return .unknown }
    return isBoundary(text, index) ? .yes : .no
  }

  /// Whether the folded `text` equals `needle`, which is folded.
  @inline(__always) package static func equals(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, folding: Bool, lowercase: Bool
  ) -> Answer {
    if needle.isEmpty { return text.isEmpty ? .yes : text[0] < 0x80 ? .no : .unknown }
    let answer = hasPrefix(text, needle, folding: folding, lowercase: lowercase)
    guard case .yes = answer else { return answer }
    if text.count == needle.count { return .yes }
    // The rest of the text might fold to nothing only if it is not ASCII.
    return text[needle.count] < 0x80 ? .no : .unknown
  }

  /// Whether simple `text` ends with simple `needle`, which is not empty.
  package static func hasSuffix(_ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, lowercase: Bool) -> Bool {
    let start = text.count - needle.count
    return start >= 0 && matches(text, needle, at: start, lowercase: lowercase) && isBoundary(text, start)
  }

  /// Whether simple `text` contains simple `needle`, which is not empty.
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

  /// Whether simple `text` contains the simple needle of `search`, which has `count` bytes.
  package static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ search: SubsequenceSearch<UInt8>, count: Int, lowercase: Bool
  ) -> Bool {
    let isWhole = { (start: Int) in isBoundary(text, start) && isBoundary(text, start + count) }
    return lowercase
      ? search.isFound(in: text.lazy.map { lowercased($0) }, where: isWhole) : search.isFound(in: text, where: isWhole)
  }

  /// The places of simple `needle`, which is not empty, in simple `text`: the first one, or all that do not overlap, from
  /// the start on.
  package static func places(
    _ needle: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, all: Bool
  ) -> [Range<Int>] {
    var places: [Range<Int>] = []
    func isLast(_ start: Int) -> Bool {
      let end = start + needle.count
      guard start >= places.last?.upperBound ?? 0, isBoundary(text, start), isBoundary(text, end) else { return false }
      places.append(start..<end)
      return !all
    }
    guard text.count >= needle.count, let first = needle.first else { return [] }
    if needle.count > TextPlaces.longNeedle {
      _ = SubsequenceSearch(Array(needle)).isFound(in: text, where: isLast)
      return places
    }
    for start in 0...(text.count - needle.count) where text[start] == first {
      if matches(text, needle, at: start, lowercase: false), isLast(start) { break }
    }
    return places
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
  /// Calls `body` with the UTF-8 bytes of the text. They are copied only if they are not contiguous.
  @inlinable @inline(__always) package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(utf8).withUnsafeBufferPointer(body)
  }
}
