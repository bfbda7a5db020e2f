/// A half-open range of UTF-8 byte offsets in one source text.
///
/// Spans do not name a file: a syntax tree belongs to one text, and code that reports about it names the file.
public struct SourceSpan: Hashable, Sendable, Codable {
  /// Offset of the first byte.
  public var start: UInt32
  /// Offset after the last byte; equal to `start` for an empty span (an insertion point).
  public var end: UInt32

  /// The span from `start` up to, not including, `end`.
  public init(_ start: UInt32, _ end: UInt32) {
    self.start = start
    self.end = max(start, end)
  }

  /// The empty span at `offset`.
  public init(at offset: UInt32) {
    self.init(offset, offset)
  }

  /// Number of UTF-8 bytes.
  public var length: Int { Int(end - start) }

  /// True when the span covers no byte, as for an insertion point.
  public var isEmpty: Bool { start == end }

  /// The smallest span that covers both spans.
  public func union(_ other: SourceSpan) -> SourceSpan {
    SourceSpan(min(start, other.start), max(end, other.end))
  }
}
