import CDQSyntax

/// A finding about a schema with its wording. The extensions of this type declare all of them.
struct SchemaProblem {
  var severity: Diagnostic.Severity
  var code: DiagnosticCode
  var message: String
  var label: String?
  var help: [String]

  init(
    _ severity: Diagnostic.Severity = .error, _ code: SchemaCode, _ message: String, label: String? = nil,
    help: [String] = []
  ) {
    self.init(severity, DiagnosticCode(code), message, label, help)
  }

  init(_ severity: Diagnostic.Severity, _ code: ModelCode, _ message: String, help: [String] = []) {
    self.init(severity, DiagnosticCode(code), message, nil, help)
  }

  private init(
    _ severity: Diagnostic.Severity, _ code: DiagnosticCode, _ message: String, _ label: String?, _ help: [String]
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.label = label
    self.help = help
  }
}

/// Collects findings about one or several texts.
struct ProblemLog {
  private(set) var diagnostics: [Diagnostic] = []
  /// The limit keeps a hostile file from filling the memory. Errors have as much again, so that notes cannot hide them.
  private static let limit = 1000

  /// Adds a finding. `severity` replaces that of the problem, as for models, where Xcode tolerates some mistakes.
  mutating func report(
    _ problem: SchemaProblem, in file: String, at span: SourceSpan, severity: Diagnostic.Severity? = nil,
    suggestion: String? = nil, isEditable: Bool = true, help: [String] = [], notes: [Diagnostic.Note] = [],
    fixIts: [FixIt] = []
  ) {
    let severity = severity ?? problem.severity
    guard diagnostics.count < (severity == .error ? 2 * ProblemLog.limit : ProblemLog.limit) else { return }
    var label = problem.label
    var fixIts = fixIts
    if let suggestion {
      label = "did you mean '\(suggestion)'?"
      // Only Xcode edits a model file.
      if isEditable { fixIts.append(FixIt("replace with '\(suggestion)'", .maybe, [.init(span, suggestion)])) }
    }
    diagnostics.append(
      Diagnostic(
        severity, problem.code, stage: .check, problem.message, file: file, at: span,
        label: label, help: problem.help + help, notes: notes, fixIts: fixIts))
  }

  mutating func append(_ other: ProblemLog) {
    append(other.diagnostics)
  }

  mutating func append(_ others: [Diagnostic]) {
    diagnostics += others.prefix(max(0, 2 * ProblemLog.limit - diagnostics.count))
  }

  /// The findings sorted by text in the given order, then by place; those in other texts come last. Duplicates are
  /// removed.
  func sorted(by files: [String]) -> [Diagnostic] {
    let rank = Dictionary(files.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let order = diagnostics.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      let (fileA, fileB) = (rank[a.file] ?? files.count, rank[b.file] ?? files.count)
      return (fileA, a.span.start, left.offset) < (fileB, b.span.start, right.offset)
    }
    var seen: Set<Diagnostic> = []
    return order.map(\.element).filter { seen.insert($0).inserted }
  }
}
