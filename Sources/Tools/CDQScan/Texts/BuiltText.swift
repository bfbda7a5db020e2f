package import CDQSyntax

/// A text that source code makes from literals, with the place in the file of each byte.
package struct BuiltText: Sendable {
  /// A part that the literals do not say.
  package struct Gap: Sendable {
    package enum Content: Hashable, Sendable {
      /// A text, which can be read as a part of the format.
      case text
      /// A value whose type is not known, perhaps a text.
      case unknown
      /// A number, an identifier or another value that has no text of its own.
      case number
      /// A constant that another file defines.
      case constant
    }

    /// The offset in the text.
    package var offset: Int
    package var content: Content
    /// The expression in the file.
    package var span: SourceSpan
    /// The expression with the delimiters that make it a part of the literal: `\(name)`, `+ name +`.
    package var wholeSpan: SourceSpan
    /// Whether it stands in a literal as `\(name)`.
    package var isInterpolation: Bool
  }

  package private(set) var bytes: [UInt8] = []
  /// The place of each byte in the file.
  private var starts: [UInt32] = []
  private var ends: [UInt32] = []
  package private(set) var gaps: [Gap] = []
  /// Whether all of the text is one literal at its place, so that edits of it are edits of the file.
  package var isOneLiteral = true
  /// Whether the text is longer than the limit.
  private(set) var isTooLong = false

  static let limit = 1 << 16

  mutating func append(_ byte: UInt8, at start: UInt32, _ end: UInt32) {
    guard bytes.count < BuiltText.limit else {
      isTooLong = true
      return
    }
    bytes.append(byte)
    starts.append(start)
    ends.append(end)
  }

  /// Adds bytes that are those of the file from a place on.
  mutating func append(_ run: ArraySlice<UInt8>, from start: Int) {
    let count = min(run.count, BuiltText.limit - bytes.count)
    if count < run.count { isTooLong = true }
    bytes += run.prefix(count)
    for offset in start..<(start + count) {
      starts.append(UInt32(truncatingIfNeeded: offset))
      ends.append(UInt32(truncatingIfNeeded: offset + 1))
    }
  }

  /// Adds a text that stands for all of a place, such as the value of `#keyPath(City.name)`.
  mutating func append(_ text: String, for span: SourceSpan) {
    for byte in text.utf8 { append(byte, at: span.start, span.end) }
  }

  mutating func append(_ gap: Gap) {
    var gap = gap
    gap.offset = bytes.count
    if gaps.count < 64 { gaps.append(gap) } else { isTooLong = true }
  }

  /// Decides about the gaps of which the text itself does not say what they are.
  mutating func classify(_ body: (Gap) -> Gap.Content) {
    for index in gaps.indices where gaps[index].content == .unknown { gaps[index].content = body(gaps[index]) }
  }

  mutating func append(_ other: BuiltText) {
    for gap in other.gaps {
      var gap = gap
      gap.offset += bytes.count
      if gaps.count < 64 { gaps.append(gap) } else { isTooLong = true }
    }
    guard bytes.count + other.bytes.count <= BuiltText.limit else {
      isTooLong = true
      return
    }
    bytes += other.bytes
    starts += other.starts
    ends += other.ends
    isTooLong = isTooLong || other.isTooLong
  }

  /// The text with each gap filled by a few bytes that have its place.
  func filled(_ filling: (Gap) -> String) -> (text: BuiltText, places: [Int]) {
    if gaps.isEmpty { return (self, []) }
    var result = BuiltText()
    var places: [Int] = []
    var next = 0
    for gap in gaps {
      while next < gap.offset {
        result.append(bytes[next], at: starts[next], ends[next])
        next += 1
      }
      places.append(result.bytes.count)
      result.append(filling(gap), for: gap.wholeSpan)
    }
    while next < bytes.count {
      result.append(bytes[next], at: starts[next], ends[next])
      next += 1
    }
    result.isOneLiteral = isOneLiteral
    return (result, places)
  }

  /// The text; invalid UTF-8 is shown as U+FFFD.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The text with the expressions of its gaps in braces, as a report shows it.
  func shown(in source: SourceText) -> String {
    String(decoding: filled { gap in "\\(" + source.text(gap.span) + ")" }.text.bytes, as: UTF8.self)
  }

  /// The place in the file of a span of the text; nil when the text has no byte there.
  func place(_ span: SourceSpan) -> SourceSpan? {
    let (start, end) = (Int(span.start), Int(span.end))
    guard !bytes.isEmpty else { return nil }
    if start >= bytes.count { return SourceSpan(at: ends[bytes.count - 1]) }
    if end <= start { return SourceSpan(at: starts[start]) }
    let last = min(end, bytes.count) - 1
    return ends[last] >= starts[start] ? SourceSpan(starts[start], ends[last]) : SourceSpan(starts[start], ends[start])
  }

  /// The place of a span that the file has byte for byte; nil where escapes or several literals make the text.
  func plainPlace(_ span: SourceSpan) -> SourceSpan? {
    guard isOneLiteral, Int(span.end) <= bytes.count, let place = place(span), place.length == span.length else {
      return nil
    }
    return place
  }
}
