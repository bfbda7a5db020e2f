/// A change of the text that mends a finding.
public struct FixIt: Hashable, Sendable, Codable {
  /// Whether a tool may apply the change without asking.
  public enum Applicability: String, Hashable, Sendable, Codable {
    /// The only sensible reading; `--fix` applies it.
    case safe
    /// One of several, or it may change the meaning; offered, never applied alone.
    case maybe
  }

  /// A replacement of one span.
  public struct Edit: Hashable, Sendable, Codable {
    /// What is replaced; empty to insert.
    public var span: SourceSpan
    /// What stands there afterwards.
    public var newText: String

    /// Replaces `span` with `newText`.
    public init(_ span: SourceSpan, _ newText: String) {
      self.span = span
      self.newText = newText
    }
  }

  /// What the change does, such as `replace 'nmae' with 'name'`.
  public var message: String
  /// Whether a tool may apply it without asking.
  public var applicability: Applicability
  /// The replacements, in text order, not overlapping.
  public var edits: [Edit]

  /// A change made of several replacements.
  public init(_ message: String, _ applicability: Applicability, _ edits: [Edit]) {
    self.message = message
    self.applicability = applicability
    self.edits = edits
  }
}
