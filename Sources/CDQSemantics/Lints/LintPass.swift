import CDQIR
import CDQSchema
import CDQSyntax

/// Finds what is allowed but probably not meant, in a query that has no errors.
///
/// The rules look at the typed tree, and at the syntax tree for what types do not say; each family of them is a file.
/// They see every node at once, without recursion of their own (`TypedWalk`, `SyntaxWalk`).
struct LintPass {
  let source: SourceText
  let schema: Schema
  let query: TypedQuery
  let typed: TypedWalk
  let syntax: SyntaxWalk
  let isStrict: Bool
  private let queryName: String?
  /// The lints that were asked for; warnings are always wanted.
  private let lints: Set<DiagnosticCode>
  private(set) var diagnostics: [Diagnostic] = []
  /// Most places that one finding marks beside its own.
  static let mostLabels = 8

  /// - Parameters:
  ///   - node: the tree that `query` was checked from.
  ///   - options: say which lints are wanted.
  init(
    _ query: TypedQuery, _ node: QueryNode, source: SourceText, schema: Schema, name: String?,
    options: CheckOptions
  ) {
    self.query = query
    self.source = source
    self.schema = schema
    lints = options.lints
    isStrict = options.strictNSPredicate
    queryName = name
    typed = TypedWalk(query)
    syntax = SyntaxWalk(node)
  }

  mutating func run() {
    checkValues()
    checkNil()
    checkRanges()
    checkTexts()
    checkQuantifiers()
    checkSubqueries()
    checkConnectives()
    checkClauses()
  }

  /// Whether a lint was asked for, so that looking for it is worth the time.
  func wants(_ code: WarningCode) -> Bool {
    code.level != .lint || lints.contains(DiagnosticCode(code))
  }

  mutating func report(
    _ warning: CheckWarning, at span: SourceSpan, point: SourceSpan? = nil, label: String? = nil,
    labels: [Diagnostic.Label] = [], help: [String] = [], notes: [Diagnostic.Note] = [], fixIts: [FixIt] = []
  ) {
    guard wants(warning.code) else { return }
    diagnostics.append(
      Diagnostic(
        .warning, DiagnosticCode(warning.code), stage: .check, warning.message, file: source.name, at: span,
        point: point, label: label, labels: labels, help: help, notes: notes, fixIts: fixIts, query: queryName))
  }

  func text(_ span: SourceSpan) -> String {
    source.text(span)
  }

  /// Where the operator of a comparison stands.
  func operatorSpan(_ comparison: TypedComparison) -> SourceSpan? {
    syntax.comparisons[comparison.span]?.operatorSpan
  }
}
