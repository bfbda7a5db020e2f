package import CDQIR
import CDQSchema
package import CDQSyntax

/// The checker of one query or predicate: it checks the syntax tree against a schema and makes the typed tree.
///
/// The checker does not stop at an error. It reports each independent mistake once, and nothing about an expression of
/// which a part has failed. Its functions return nil, or `Checked.failed`, for a node with an error.
struct Checker {
  let schema: Schema
  /// The source locations of entities and enums, for notes.
  let declarations: [CheckedSchema.Declaration: SourceLocation]
  let source: SourceText
  let options: CheckOptions
  var state: ClauseState
  var parameters = ParameterTable()
  var diagnostics: [Diagnostic] = []
  /// Whether this pass met a parameter whose type it needed and did not know.
  var sawUnknown = false
  /// Uses of parameters whose type is unknown, reported after the last pass.
  var unknownUses: [VariableNode] = []
  /// Whether the last chain failed only because its parameters have no type yet.
  var sawUnknownOperand = false
  /// Whether the condition of the query is being checked, which tests one object.
  var isCondition = false
  /// The type that the operator or a literal of the current comparison calls for; it ranks suggestions for unknown
  /// names.
  var wanted: ValueType?
  /// A linear search through so few paths is faster than hashing.
  static let mostKnownSteps = 16
  /// Name of the query in diagnostics.
  var queryName: String?
  /// Whether the query has a parameter list, in which every parameter must be declared.
  var hasParameterList = false

  init(schema: CheckedSchema, source: SourceText, entity: String, options: CheckOptions) {
    self.schema = schema.schema
    declarations = schema.declarations
    self.source = source
    self.options = options
    state = ClauseState(entity: entity)
  }

  /// Runs `body` repeatedly until the types of all parameters are known or a pass learns nothing new. The diagnostics
  /// are those of the last pass.
  mutating func untilParametersSettle<Result>(_ body: (inout Checker) -> Result) -> Result {
    let start = state.scope
    let before = diagnostics
    // Each pass that is repeated has learnt a type or widened one, so the number of passes is bounded.
    while true {
      parameters.beginPass()
      sawUnknown = false
      unknownUses = []
      state.scope = start
      diagnostics = before
      let result = body(&self)
      if parameters.hasChanged || (sawUnknown && parameters.learnt) { continue }
      reportUnknownParameters()
      return result
    }
  }

  private mutating func reportUnknownParameters() {
    var reported: Set<String> = []
    for use in unknownUses where reported.insert(use.name).inserted {
      report(
        .unknownParameterType(use.name), at: use.span,
        help: ["compare it with a property, or declare it: query name($\(use.name): String) = …"])
    }
  }

  /// Records an error.
  mutating func report(
    _ error: CheckError, at span: SourceSpan, point: SourceSpan? = nil, label: String? = nil,
    labels: [Diagnostic.Label] = [], help: [String] = [], notes: [Diagnostic.Note] = [], fixIts: [FixIt] = []
  ) {
    // The key path of a `%K` argument is not in the text, so its nodes have the span of the `%K`.
    diagnostics.append(
      Diagnostic(
        .error, DiagnosticCode(error.code), stage: .check, error.message, file: source.name, at: span, point: point,
        label: label, labels: labels, help: help, notes: notes, fixIts: fixIts, query: queryName))
  }

  /// A note with the place where an entity is declared; empty when the place is unknown.
  func declarationNote(entity name: String) -> [Diagnostic.Note] {
    declarationNote(.entity(name), name)
  }

  /// A note with the place where an enum is declared; empty when the place is unknown.
  func declarationNote(enumeration name: String) -> [Diagnostic.Note] {
    declarationNote(.enumeration(name), name)
  }

  private func declarationNote(_ declaration: CheckedSchema.Declaration, _ name: String) -> [Diagnostic.Note] {
    guard let location = declarations[declaration] else { return [] }
    return [Diagnostic.Note("'\(name)' is declared here", file: location.file, at: location.span)]
  }

  /// The source text of a span.
  func text(_ span: SourceSpan) -> String {
    source.text(span)
  }
}

/// The options of the checker: the language, the format arguments, the lints and the limits.
package struct CheckOptions: Hashable, Sendable {
  /// Whether only the constructs of Apple's language are accepted.
  package var strictNSPredicate: Bool
  /// The key paths passed for `%K`, by argument index.
  package var keyPaths: [Int: String]
  /// The types of the values passed for `%@`, by argument index.
  package var argumentTypes: [Int: OptionalType]
  /// The codes of the lints to look for; warnings are always on.
  package var lints: Set<DiagnosticCode>
  /// The limits on values in the text.
  package var limits: ValueLimits

  package init(
    strictNSPredicate: Bool = false, keyPaths: [Int: String] = [:], argumentTypes: [Int: OptionalType] = [:],
    lints: Set<DiagnosticCode> = [], limits: ValueLimits = ValueLimits()
  ) {
    self.strictNSPredicate = strictNSPredicate
    self.keyPaths = keyPaths
    self.argumentTypes = argumentTypes
    self.lints = lints
    self.limits = limits
  }
}

/// The result of checking a value.
enum Checked {
  case value(TypedExpression)
  /// A parameter whose type is not known yet.
  case unknown
  /// A value with an error, which was reported.
  case failed
}
