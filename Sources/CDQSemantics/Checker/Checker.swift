package import CDQIR
import CDQSchema
package import CDQSyntax

/// Checks one query or predicate against a schema and makes its typed tree.
///
/// The checker never stops at an error: each independent mistake is reported once, and an expression that failed is
/// silent from then on. Functions return nil for what failed.
struct Checker {
  let schema: Schema
  /// Where the parts of the schema are declared.
  let declarations: [CheckedSchema.Declaration: SourceLocation]
  let source: SourceText
  let options: CheckOptions
  var scope: Scope
  var parameters = ParameterTable()
  var diagnostics: [Diagnostic] = []
  /// True when this pass met a parameter whose type it needed and did not know.
  var sawUnknown = false
  /// Places of parameters whose type is unknown, for the last pass.
  var unknownUses: [VariableNode] = []
  /// True when the last chain failed only because its parameters have no type yet.
  var sawUnknownOperand = false
  /// What aggregate functions without a collection range over, when the query is grouped.
  var group: GroupContext?
  /// The type that the other side of the comparison being checked has at a glance; ranks suggestions for unknown names.
  var wanted: ValueType?
  /// Paths of one step that were checked before. A text that a program made has the same ones over and over.
  var knownSteps: [(name: String, value: TypedExpression)] = []
  /// So few are found faster than by their hashes.
  static let mostKnownSteps = 16
  /// Name of the query in diagnostics.
  var queryName: String?
  /// True when the query has a parameter list, so that every parameter must be in it.
  var hasParameterList = false

  init(schema: CheckedSchema, source: SourceText, entity: String, options: CheckOptions) {
    self.schema = schema.schema
    declarations = schema.declarations
    self.source = source
    self.options = options
    scope = Scope(entity: entity)
  }

  /// Runs `body` until the types of all parameters are known or nothing new is learnt. Diagnostics are those of the last
  /// pass.
  mutating func untilParametersSettle<Result>(_ body: (inout Checker) -> Result) -> Result {
    let start = scope
    let before = diagnostics
    // Each repeated pass has learnt at least one type or widened one, so the number of passes is bounded.
    while true {
      parameters.beginPass()
      sawUnknown = false
      unknownUses = []
      scope = start
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

  /// Records a finding.
  mutating func report(
    _ error: CheckError, at span: SourceSpan, point: SourceSpan? = nil, label: String? = nil,
    labels: [Diagnostic.Label] = [], help: [String] = [], notes: [Diagnostic.Note] = [], fixIts: [FixIt] = []
  ) {
    // A construct inside a `%K` argument has no text of its own; its span is that of the argument.
    diagnostics.append(
      Diagnostic(
        .error, DiagnosticCode(error.code), stage: .check, error.message, file: source.name, at: span, point: point,
        label: label, labels: labels, help: help, notes: notes, fixIts: fixIts, query: queryName))
  }

  /// A note that points to where an entity is declared.
  func declarationNote(entity name: String) -> [Diagnostic.Note] {
    declarationNote(.entity(name), name)
  }

  /// A note that points to where an enum is declared.
  func declarationNote(enumeration name: String) -> [Diagnostic.Note] {
    declarationNote(.enumeration(name), name)
  }

  private func declarationNote(_ declaration: CheckedSchema.Declaration, _ name: String) -> [Diagnostic.Note] {
    guard let location = declarations[declaration] else { return [] }
    return [Diagnostic.Note("'\(name)' is declared here", file: location.file, at: location.span)]
  }

  /// The text of a node as it was written.
  func text(_ span: SourceSpan) -> String {
    source.text(span)
  }
}

/// What a text may use beyond the checked language, and what stands for its format arguments.
package struct CheckOptions: Hashable, Sendable {
  /// Apple's language and nothing else.
  package var strictNSPredicate: Bool
  /// Key paths that stand for `%K`, by argument index.
  package var keyPaths: [Int: String]
  /// The types that the values for `%@` have by themselves, by argument index.
  package var argumentTypes: [Int: OptionalType]
  /// Codes of the lints to look for; warnings are always looked for.
  package var lints: Set<DiagnosticCode>
  /// How large values in the text may be.
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

/// A checked value, one that waits for the type of a parameter, or one that was refused.
enum Checked {
  case value(TypedExpression)
  /// Only a parameter, whose type must come from what it meets.
  case unknown
  /// Refused, and reported.
  case failed
}
