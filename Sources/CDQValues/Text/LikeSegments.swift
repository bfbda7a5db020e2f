/// A LIKE pattern with inner wildcards as bytes, for texts whose Characters are their scalars: plain ones, or under a
/// folding ASCII only. CR LF, which is one Character, must not be in them.
package struct LikeSegments {
  /// What stands between two `*`: bytes and any scalars.
  package struct Segment {
    package fileprivate(set) var bytes: [UInt8] = []
    /// For each byte the bit that makes an upper-case letter lower where case does not matter.
    package fileprivate(set) var folds: [UInt8] = []
    /// For each byte whether any scalar will do instead.
    package fileprivate(set) var isAny: [Bool] = []

    fileprivate mutating func append(_ byte: UInt8, fold: UInt8, isAny: Bool) {
      bytes.append(byte)
      folds.append(fold)
      self.isAny.append(isAny)
    }
  }
  package private(set) var segments: [Segment] = [Segment()]
  /// Whether the text starts with the first segment, and ends with the last one.
  private var isAnchoredAtStart = true
  private var isAnchoredAtEnd = true
  /// Whether all bytes are ASCII.
  package private(set) var isASCII = true
  /// What every text that matches has, and where.
  package private(set) var literal: (text: String, place: TextPlace)?

  /// - Returns: nil when no text of the kind matches.
  package init?(_ tokens: [LikePattern.Token], lowercases: Bool) {
    for token in tokens {
      switch token {
      case .anyRun: segments.append(Segment())
      case .anyCharacter: segments[segments.count - 1].append(0, fold: 0, isAny: true)
      case .character(let character):
        let bytes = PlainText.composedBytes(of: String(character))
        guard bytes.withUnsafeBufferPointer({ PlainText.isPlain($0) }) else { return nil }
        for byte in bytes {
          if byte >= 0x80 { isASCII = false }
          let isLetter = lowercases && byte &- UInt8(ascii: "a") < 26
          segments[segments.count - 1].append(byte, fold: isLetter ? 0x20 : 0, isAny: false)
        }
      }
    }
    literal = mostTelling
    if segments.count > 1 {
      if segments[0].bytes.isEmpty {
        segments.removeFirst()
        isAnchoredAtStart = false
      }
      if segments[segments.count - 1].bytes.isEmpty {
        segments.removeLast()
        isAnchoredAtEnd = false
      }
    }
  }

  /// The bytes that the text starts with, or else those it ends with, or else the longest that it holds.
  private var mostTelling: (text: String, place: TextPlace)? {
    let runs = segments.map { segment in
      segment.bytes.indices.split { segment.isAny[$0] }.map { Array(segment.bytes[$0.startIndex..<$0.endIndex]) }
    }
    let (first, last) = (segments[0], segments[segments.count - 1])
    if first.isAny.first == false, let run = runs[0].first { return (String(decoding: run, as: UTF8.self), .prefix) }
    if last.isAny.last == false, let run = runs[runs.count - 1].last {
      return (String(decoding: run, as: UTF8.self), .suffix)
    }
    let longest = runs.joined().max { $0.count < $1.count }
    return longest.map { (String(decoding: $0, as: UTF8.self), .anywhere) }
  }

  /// Whether a text matches.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var (start, end) = (0, text.count)
    var inner = segments[...]
    if isAnchoredAtStart, let first = inner.popFirst() {
      guard let next = LikeSegments.end(of: first, in: text, at: 0, before: end) else { return false }
      if inner.isEmpty, isAnchoredAtEnd { return next == end }
      start = next
    }
    if isAnchoredAtEnd, let last = inner.popLast() {
      guard let place = LikeSegments.start(of: last, in: text, endingAt: end), place >= start else { return false }
      end = place
    }
    // The first place is the best one for each: it leaves most to those behind.
    for segment in inner {
      guard let next = LikeSegments.find(segment, in: text, from: start, before: end) else { return false }
      start = next
    }
    return true
  }

  @inline(__always)
  private static func find(
    _ segment: Segment, in text: UnsafeBufferPointer<UInt8>, from start: Int, before end: Int
  ) -> Int? {
    var place = start
    while place < end {
      // Not inside of a scalar.
      if text[place] & 0xC0 != 0x80, let next = self.end(of: segment, in: text, at: place, before: end) { return next }
      place += 1
    }
    return nil
  }

  /// Where a segment ends that starts at a place; nil when it does not.
  @inline(__always)
  private static func end(
    of segment: Segment, in text: UnsafeBufferPointer<UInt8>, at start: Int, before end: Int
  ) -> Int? {
    var place = start
    for index in segment.bytes.indices {
      guard place < end else { return nil }
      if segment.isAny[index] {
        place += 1
        while place < end, text[place] & 0xC0 == 0x80 { place += 1 }
      } else {
        guard text[place] | segment.folds[index] == segment.bytes[index] else { return nil }
        place += 1
      }
    }
    return place
  }

  /// Where a segment starts that ends at a place.
  private static func start(
    of segment: Segment, in text: UnsafeBufferPointer<UInt8>, endingAt end: Int
  ) -> Int? {
    var place = end
    for index in segment.bytes.indices.reversed() {
      guard place > 0 else { return nil }
      place -= 1
      if segment.isAny[index] {
        while place > 0, text[place] & 0xC0 == 0x80 { place -= 1 }
      } else {
        guard text[place] | segment.folds[index] == segment.bytes[index] else { return nil }
      }
    }
    return place
  }
}
