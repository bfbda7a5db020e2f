import CDQIR
import CDQSchema
import CDQSyntax

/// The pass that finds code which is allowed but probably not meant, in a query without errors.
///
/// Its rules read the typed tree, and the syntax tree for what types do not show; each family of rules is a file. They
/// iterate over all nodes (`TypedWalk`, `SyntaxWalk`) and need no recursion of their own.
struct LintPass {
  let source: SourceText
  let schema: Schema
  let query: TypedQuery
  let typed: TypedWalk
  let syntax: SyntaxWalk
  let isStrict: Bool
  private let queryName: String?
  /// The lints that the caller asked for; warnings are always on.
  private let lints: Set<DiagnosticCode>
  private(set) var diagnostics: [Diagnostic] = []
  /// The greatest number of additional places that one finding marks.
  static let mostLabels = 8

  /// - Parameters:
  ///   - node: the syntax tree that `query` was made from.
  ///   - options: the lints that are wanted, and whether the text is in Apple's language.
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

  /// Whether a code is wanted: a warning, or a lint that the caller asked for. Rules ask before a costly search.
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

  /// The place of a comparison's operator; nil when its node is unknown.
  func operatorSpan(_ comparison: TypedComparison) -> SourceSpan? {
    syntax.comparisons[comparison.span]?.operatorSpan
  }
}
