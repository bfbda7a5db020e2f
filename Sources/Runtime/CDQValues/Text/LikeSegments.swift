/// A LIKE pattern with a `?` or an inner `*`, compiled to bytes. `a*b?c` has the segments `a` and `b?c`.
///
/// It applies to texts in which each scalar is a Character: plain texts, and under a folding ASCII texts only. They
/// must not contain CR LF, which is one Character.
package struct LikeSegments {
  /// The bytes and `?` wildcards between two `*`.
  package struct Segment {
    package fileprivate(set) var bytes: [UInt8] = []
    /// For each byte the bit that lowercases an ASCII letter (0x20), or 0.
    package fileprivate(set) var folds: [UInt8] = []
    /// For each byte whether it represents a `?`, which matches any scalar.
    package fileprivate(set) var isAny: [Bool] = []

    fileprivate mutating func append(_ byte: UInt8, fold: UInt8, isAny: Bool) {
      bytes.append(byte)
      folds.append(fold)
      self.isAny.append(isAny)
    }
  }
  package private(set) var segments: [Segment] = [Segment()]
  /// Whether a text must start with the first segment, or end with the last one.
  private var isAnchoredAtStart = true
  private var isAnchoredAtEnd = true
  /// Whether the pattern is pure ASCII.
  package private(set) var isASCII = true
  /// A part that every matching text contains, and its place there.
  package private(set) var literal: (text: String, place: TextPlace)?

  /// - Returns: Nil when no such text can match.
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

  /// The bytes that a matching text starts with; otherwise those that it ends with, or the longest ones that it
  /// contains.
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

  /// Whether the whole text matches the pattern.
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
    // The first match of each segment is the best one, since it leaves the most text to the later segments.
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
      // A match may not start inside a scalar.
      if text[place] & 0xC0 != 0x80, let next = self.end(of: segment, in: text, at: place, before: end) { return next }
      place += 1
    }
    return nil
  }

  /// The end of a segment that starts at a place; nil when the segment does not match there.
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

  /// The start of a segment that ends at a place; nil when the segment does not match there.
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
