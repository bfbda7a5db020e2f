/// One finding about a source text: what is wrong, where, and what to write instead.
///
/// Diagnostics are values: parsing and checking collect them and never throw.
public struct Diagnostic: Hashable, Sendable, Codable {
  /// The severity of a finding. Errors refuse the text; warnings refuse it only with `--strict`.
  public enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
    case error, warning, note
  }

  /// The stage of the pipeline that found the problem; the raw value is its name in the batch protocol.
  public enum Stage: String, Hashable, Sendable, Codable, CaseIterable {
    /// The text does not match the grammar.
    case parse
    /// The text parses but has an unknown name, a wrong type or an unsupported construct.
    case check
    /// An argument or a parameter value does not fit.
    case bind
    /// A limit was reached or a cardinality was not met while running.
    case run
  }

  /// Error, warning or note.
  public var severity: Severity
  /// The stage of the pipeline that found the problem.
  public var stage: Stage
  /// The stable code, used to look up, suppress or deny the finding.
  public var code: DiagnosticCode
  /// What is wrong, in the user's words: lower case, no full stop, types in Swift spelling.
  public var message: String
  /// Name of the source text (`SourceText.name`).
  public var file: String
  /// The text that is underlined.
  public var span: SourceSpan
  /// The operative token inside `span`, such as the operator of a comparison, marked `^`; nil marks the start of
  /// `span`.
  public var point: SourceSpan?
  /// Text shown after the primary underline, such as `did you mean 'name'?`.
  public var label: String?
  /// Other places in the same text that matter, with a short text such as their type.
  public var labels: [Label]
  /// What to write instead, one line each, without the `help:` prefix.
  public var help: [String]
  /// Places in this or other texts that explain the finding.
  public var notes: [Note]
  /// Edits that correct the text.
  public var fixIts: [FixIt]
  /// Name of the query that the finding is about; nil for findings outside queries.
  public var query: String?

  /// A finding at `span` of the text called `file`.
  public init(
    _ severity: Severity, _ code: DiagnosticCode, stage: Stage, _ message: String, file: String, at span: SourceSpan,
    point: SourceSpan? = nil, label: String? = nil, labels: [Label] = [], help: [String] = [], notes: [Note] = [],
    fixIts: [FixIt] = [], query: String? = nil
  ) {
    self.severity = severity
    self.stage = stage
    self.code = code
    self.message = message
    self.file = file
    self.span = span
    self.point = point
    self.label = label
    self.labels = labels
    self.help = help
    self.notes = notes
    self.fixIts = fixIts
    self.query = query
  }

  /// A secondary place in the same text.
  public struct Label: Hashable, Sendable, Codable {
    /// What is underlined with `~`.
    public var span: SourceSpan
    /// Text under the underline; empty for a bare underline.
    public var text: String

    /// A secondary underline with its text.
    public init(_ span: SourceSpan, _ text: String) {
      self.span = span
      self.text = text
    }
  }

  /// An explanation; its place may be in any text, or it has none.
  public struct Note: Hashable, Sendable, Codable {
    /// The explanation, without the `note:` prefix.
    public var message: String
    /// Name of the source text that `span` is in; nil for a note without a place.
    public var file: String?
    /// The place in `file`; nil for a note without a place.
    public var span: SourceSpan?

    /// A note, at a place when `file` and `span` are given.
    public init(_ message: String, file: String? = nil, at span: SourceSpan? = nil) {
      self.message = message
      self.file = file
      self.span = span
    }
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The finding on one line, such as
  /// `<query>, byte 0: error: 'City' has no property 'nmae', did you mean 'name'? [unknown-property]`. A
  /// `DiagnosticReport`, which has the texts, shows lines and excerpts.
  public var description: String {
    "\(file), byte \(span.start): \(severity.rawValue): \(message)\(label.map { ", \($0)" } ?? "") [\(code)]"
  }
}

/// A stable kebab-case code of a diagnostic. Each stage's catalogue declares its own as static members.
public struct DiagnosticCode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// The kebab-case word, such as `unknown-property`.
  public let rawValue: String

  /// A code from its kebab-case word.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A code from its kebab-case word.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// A code from its kebab-case word, for catalogues.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The kebab-case word, equal to `rawValue`.
  public var description: String { rawValue }
}
