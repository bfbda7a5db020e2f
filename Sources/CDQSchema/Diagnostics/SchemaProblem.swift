import CDQSyntax

/// What can be wrong with a schema: the catalogue of wordings is in the extensions of this type.
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
  /// A hostile file could fill the memory with findings. Errors have room of their own, so that notes cannot hide them.
  private static let limit = 1000

  /// Adds a finding; `severity` replaces the catalogue's, as for models that Xcode tolerates.
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
      // Nothing edits a model file but Xcode.
      if isEditable { fixIts.append(FixIt("replace with '\(suggestion)'", .safe, [.init(span, suggestion)])) }
    }
    diagnostics.append(
      Diagnostic(
        severity, problem.code, stage: .check, problem.message, file: file, at: span,
        label: label, help: problem.help + help, notes: notes, fixIts: fixIts))
  }

  mutating func append(_ other: ProblemLog) {
    diagnostics += other.diagnostics
  }

  mutating func append(_ others: [Diagnostic]) {
    diagnostics += others
  }

  /// By text in the given order, then by place; findings about other texts come last. Equal ones are merged.
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
