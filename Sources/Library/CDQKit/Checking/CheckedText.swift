import CDQIR
import CDQPrinting
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax

/// A parsed and checked text: what ``CheckedQuery`` and ``CheckedPredicate`` consist of.
struct CheckedText: Sendable {
  /// The text as it was parsed.
  let source: SourceText
  let tree: Pipeline.Tree
  let schema: Schema
  /// The IR, in which values replace the bound parameters.
  let ir: QueryIR
  /// The values of bound parameters, by name.
  let bound: [String: Value]
  /// The values of the format arguments `%@`, by their 0-based number; empty for a text in cdq's own language.
  let arguments: [Int: Value]
  /// The key paths of the format arguments `%K`, by their 0-based number.
  let keyPaths: [Int: String]
  let warnings: DiagnosticReport
  let limits: Limits
  /// The query with the plan of its last run.
  let plan: GeneratedQuery

  /// Parses and checks a text.
  ///
  /// - Parameters:
  ///   - entity: The entity that a predicate is about; nil if the text must be a query.
  ///   - values: The arguments of a format string; nil for a text in cdq's own language.
  ///   - bound: Values for parameters of the text. They must be of the types that the text gives the parameters.
  ///   - allowance: What the text may name; nil for everything.
  init(
    _ source: SourceText, entity: String?, _ schema: Schema, _ limits: Limits, values: FormatValues? = nil,
    bound: [String: Value] = [:], allowance: Allowance? = nil
  ) throws(QueryError) {
    let options = ParseOptions(strictNSPredicate: values != nil, limits: limits.text)
    let visible = allowance?.visible ?? CheckedSchema(schema: schema)
    var parsed = Pipeline.parse(source, options: options, TextVocabulary(visible.schema, entity: entity))
    // A predicate that is refused as a query has no other findings: a text for one entity is never read for another.
    if let entity, case .query = parsed.tree, !parsed.diagnostics.contains(where: { $0.severity == .error }) {
      throw QueryError([.queryForPredicate(source, entity: entity)], [source])
    }
    if let values, !parsed.diagnostics.contains(where: { $0.severity == .error }) {
      let problems = values.problems(in: source, limits)
      if !problems.isEmpty { throw QueryError(problems, [source]) }
    }
    if let allowance { parsed.diagnostics += allowance.findings(parsed.tree, source) }
    var checks = values?.checkOptions ?? CheckOptions()
    checks.limits = limits.values
    let compiled = Pipeline.compile(parsed, source: source, entity: entity, schema: visible, options: checks)
    if let allowance {
      let refused = compiled.typed.map { allowance.findings($0, source) } ?? []
      let findings = compiled.diagnostics.map { allowance.withoutHiddenNames($0) } + refused
      if compiled.ir == nil || !refused.isEmpty { throw QueryError(findings, [source]) }
    }
    guard let ir = compiled.ir else { throw QueryError(compiled.diagnostics, [source]) }
    self.source = source
    self.schema = schema
    self.limits = limits
    tree = parsed.tree
    keyPaths = checks.keyPaths
    let numbered = try values?.bound(to: ir, in: source, limits.text) ?? [:]
    var (places, named) = (numbered, [:] as [String: Value])
    for (index, parameter) in ir.parameters.enumerated() {
      guard let value = bound[parameter.name] else { continue }
      let fitting = value.isNull ? value : value.widened(to: parameter.type.base)
      guard let fitting else { throw QueryError([.boundType(parameter, value, source)], [source]) }
      places[index] = fitting
      named[parameter.name] = fitting
    }
    self.bound = named
    arguments = Dictionary(
      numbered.compactMap { index, value in
        Int(ir.parameters[index].name.dropFirst()).map { ($0 - 1, value) }
      }, uniquingKeysWith: { first, _ in first })
    self.ir = ir.binding(places)
    plan = GeneratedQuery(self.ir)
    warnings = DiagnosticReport(
      diagnostics: DiagnosticLevels(.checking).applied(to: compiled.diagnostics, in: [source]), sources: [source])
  }

  /// A query that was compiled with others.
  init(_ source: SourceText, _ tree: Pipeline.Tree, _ schema: Schema, ir: QueryIR, _ limits: Limits) {
    (self.source, self.tree, self.schema, self.ir, self.limits) = (source, tree, schema, ir, limits)
    (bound, arguments, keyPaths) = ([:], [:], [:])
    warnings = DiagnosticReport(diagnostics: [], sources: [])
    plan = GeneratedQuery(ir)
  }

  /// A text with more of its parameters bound.
  ///
  /// - Parameter ir: The IR with the values.
  init(_ text: CheckedText, ir: QueryIR, bound: [String: Value]) {
    source = text.source
    tree = text.tree
    schema = text.schema
    self.ir = ir
    self.bound = text.bound.merging(bound) { first, _ in first }
    arguments = text.arguments
    keyPaths = text.keyPaths
    warnings = text.warnings
    limits = text.limits
    plan = GeneratedQuery(ir)
  }

  /// The text as it was parsed, as a string.
  var text: String { String(decoding: source.utf8, as: UTF8.self) }

  /// The text with its bound values, on one line.
  var description: String { tree.rewritten(by: SyntaxRewriting(showing: self)).text }

  /// The condition as a format string for `NSPredicate(format:)`.
  ///
  /// - Throws: `QueryError` with every part that Apple's language cannot express.
  func nsPredicateFormat() throws(QueryError) -> String {
    var rewriting = SyntaxRewriting(showing: self)
    (rewriting.arguments, rewriting.keyPaths) = ([:], [:])
    let printed = tree.rewritten(by: rewriting).nsPredicate
    var problems = printed.problems
    // The printer sees no types, and so not each sum of texts.
    let joinsTexts = IRNode.predicate(ir.predicate).contains { node in
      if case .expression(.arithmetic(let sum)) = node { sum.type == .string } else { false }
    }
    if problems.isEmpty, joinsTexts {
      let whole = SourceSpan(0, UInt32(truncatingIfNeeded: source.utf8.count))
      problems = [PrintProblem(construct: .joinedTexts, span: whole)]
    }
    guard problems.isEmpty else { throw QueryError(problems.map { $0.diagnostic(file: source.name) }, [source]) }
    return printed.text
  }
}

extension Diagnostic {
  /// The error for a query where a predicate is expected.
  fileprivate static func queryForPredicate(_ source: SourceText, entity: String) -> Diagnostic {
    let error = CheckError.unsupported("a query", reason: "this text must be a predicate about '\(entity)'")
    return Diagnostic(
      .error, DiagnosticCode(CheckCode.unsupported), stage: .check, error.message, file: source.name,
      at: SourceSpan(0, UInt32(truncatingIfNeeded: source.utf8.count)),
      help: ["write only the condition that follows 'where'"])
  }

  /// The error for a bound value that no longer fits its parameter.
  fileprivate static func boundType(_ parameter: ParameterIR, _ value: Value, _ source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, "type-mismatch", stage: .bind,
      "'$\(parameter.name)' is \(parameter.type) here, but its value is \(value.described)", file: source.name,
      at: SourceSpan(at: 0))
  }
}
