/// A change of the text that corrects a finding.
public struct FixIt: Hashable, Sendable, Codable {
  /// Whether a tool may apply a fix-it without confirmation.
  public enum Applicability: String, Hashable, Sendable, Codable {
    /// The only sensible correction; `--fix` applies it.
    case safe
    /// One of several corrections, or one that may change the meaning; tools offer it but do not apply it by
    /// themselves.
    case maybe

    /// The applicability of replacing a name by a similar one, which is a guess unless only the case differs.
    package static func ofName(_ written: String, _ meant: String) -> Applicability {
      written.lowercased() == meant.lowercased() ? .safe : .maybe
    }
  }

  /// A replacement of one span.
  public struct Edit: Hashable, Sendable, Codable {
    /// The text that is replaced; empty to insert.
    public var span: SourceSpan
    /// The text that replaces it; empty to delete.
    public var newText: String

    /// Replaces `span` with `newText`.
    public init(_ span: SourceSpan, _ newText: String) {
      self.span = span
      self.newText = newText
    }
  }

  /// Description of the change, such as `replace 'nmae' with 'name'`.
  public var message: String
  /// Whether a tool may apply the change without confirmation.
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
