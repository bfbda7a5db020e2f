/// Findings together with the texts they refer to, ready to be shown.
public struct DiagnosticReport: Hashable, Sendable {
  /// The findings, sorted by file and place, without duplicates.
  public let diagnostics: [Diagnostic]
  /// The texts, by the names that findings use.
  public let sources: [String: SourceText]
  /// Number of findings that were dropped because there were more than the maximum.
  public let omitted: Int

  /// A report of the given findings.
  ///
  /// - Parameters:
  ///   - diagnostics: The findings in any order; duplicates are dropped.
  ///   - sources: The texts that the findings and their notes name; a finding in a missing text has no excerpt. The
  ///     report keeps the order of this list.
  ///   - maximum: How many findings are kept; errors are kept before warnings.
  public init(diagnostics: [Diagnostic], sources: [SourceText], maximum: Int = 100) {
    let order = Dictionary(sources.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var seen: Set<Diagnostic> = []
    let unique = diagnostics.filter { seen.insert($0).inserted }
    var kept = unique
    if unique.count > maximum {
      let errors = unique.filter { $0.severity == .error }
      kept = Array((errors + unique.filter { $0.severity != .error }).prefix(max(0, maximum)))
    }
    func rank(_ file: String) -> Int { order[file] ?? Int.max }
    self.diagnostics = kept.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      if rank(first.file) != rank(second.file) { return rank(first.file) < rank(second.file) }
      if first.file != second.file { return first.file < second.file }
      if first.span.start != second.span.start { return first.span.start < second.span.start }
      return left.offset < right.offset
    }.map { $0.element.abbreviated() }
    self.sources = Dictionary(sources.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    omitted = unique.count - kept.count
  }

  /// True when a finding is an error.
  public var hasErrors: Bool {
    diagnostics.contains { $0.severity == .error }
  }

  /// Number of findings of the given severity.
  public func count(_ severity: Diagnostic.Severity) -> Int {
    diagnostics.count { $0.severity == severity }
  }

  /// All findings as text: for each finding a line `file:line:column: severity: message [code]`, an excerpt, help and
  /// notes. The text is empty without findings; else it ends with a line break.
  ///
  /// - Parameter columns: The width of a terminal, at which help is broken between words; nil for no limit.
  public func rendered(style: DiagnosticStyle = .plain, columns: Int? = nil) -> String {
    let renderer = DiagnosticRenderer(sources: sources, style: style, columns: columns)
    var text = diagnostics.map { renderer.render($0) }.joined()
    if omitted > 0 { text += "\(omitted) more not shown\n" }
    return text
  }
}

/// Whether a report's text is plain or coloured.
public enum DiagnosticStyle: Hashable, Sendable {
  /// Without escape sequences, for files and pipes.
  case plain
  /// With ANSI colours, for terminals.
  case colored

  static let (bold, dim, green, red, yellow, cyan) = ("1", "2", "32", "1;31", "1;33", "1;36")
  /// The parameters of the escape sequences that a coloured report has, beside `0`.
  package static let codes = [bold, dim, green, red, yellow, cyan]
}
