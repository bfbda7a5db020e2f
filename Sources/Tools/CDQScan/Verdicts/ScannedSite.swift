package import CDQSyntax

/// The result for one place where a predicate or a key path is written.
package struct ScannedSite: Hashable, Sendable {
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    case ok, error, warning, unchecked
  }

  /// What a text was checked against.
  package enum Depth: String, Hashable, Sendable {
    /// The entity and its properties are known.
    case schema
    /// Only whether the text can be parsed.
    case grammar
    case nothing
  }

  package var kind: ScanKind
  package var file: String
  /// The call; its start is the place that a report names.
  package var span: SourceSpan
  /// The text of the predicate or key path; the call's own text where it cannot be read.
  package var text: String
  /// The entity or class that the predicate is about; nil when it is not known.
  package var entity: String?
  package var depth: Depth = .nothing
  package var diagnostics: [Diagnostic] = []
  /// Why it was not checked, or not against a schema; nil when it was.
  package var reason: String?
  /// The number of arguments that a format has here, and of those whose type is not known.
  package var arguments = 0
  package var uncheckedArguments = 0
  /// The number of conditions of a `#Predicate`.
  package var conditions: Int?
  /// The predicate as a query; nil when it has no form in the language or its entity is not known.
  package var query: ScannedQuery?

  package var verdict: Verdict {
    if diagnostics.contains(where: { $0.severity == .error }) { return .error }
    if diagnostics.contains(where: { $0.severity == .warning }) { return .warning }
    return depth == .nothing ? .unchecked : .ok
  }
}

/// A predicate of an app as a query of a `.cdq` file.
package struct ScannedQuery: Hashable, Sendable {
  package var entity: String
  /// The path of the schema that has the entity.
  package var schemaPath = ""
  /// The condition with `$parameters`.
  package var condition: String
  /// The parameters with what a call passes, in the order of the text.
  package var arguments: [Argument]

  package struct Argument: Hashable, Sendable {
    package var name: String
    /// The expression of Swift that has the parameter's type, or a comment that says what to pass.
    package var value: String
  }
}
