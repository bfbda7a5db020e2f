import CDQIR
package import CDQSchema
package import CDQSyntax

/// The result of checking a text: a typed tree when there was no error, and all findings.
package struct CheckResult: Hashable, Sendable {
  /// nil when there was an error.
  package var query: TypedQuery?
  package var diagnostics: [Diagnostic]

  package init(query: TypedQuery?, diagnostics: [Diagnostic]) {
    self.query = query
    self.diagnostics = diagnostics
  }
}

/// Checks a query against a schema.
///
/// - Parameters:
///   - node: the syntax tree. The parser has already reported the errors at its `invalid` nodes, so the checker skips
///     them.
///   - source: the text that the spans of `node` belong to.
package func check(
  _ node: QueryNode, source: SourceText, schema: CheckedSchema, options: CheckOptions = CheckOptions()
) -> CheckResult {
  check(node, declared: nil, name: nil, source: source, schema: schema, options: options)
}

/// Checks a query declaration of a `.cdq` file.
package func check(
  _ declaration: QueryDeclaration, source: SourceText, schema: CheckedSchema, options: CheckOptions = CheckOptions()
) -> CheckResult {
  check(
    declaration.query, declared: declaration.parameters, name: declaration.name.text, source: source, schema: schema,
    options: options)
}

private func check(
  _ node: QueryNode, declared: [ParameterDeclaration]?, name: String?, source: SourceText, schema: CheckedSchema,
  options: CheckOptions
) -> CheckResult {
  var checker = Checker(schema: schema, source: source, entity: node.entity.text, options: options)
  checker.queryName = name
  let query = checker.checkQuery(node, declared: declared)
  return checker.result(query, node)
}

/// Checks a predicate without a query, over an entity that the caller names.
package func check(
  _ node: PredicateNode, entity: Identifier, source: SourceText, schema: CheckedSchema,
  options: CheckOptions = CheckOptions()
) -> CheckResult {
  var checker = Checker(schema: schema, source: source, entity: entity.text, options: options)
  guard schema.schema.entity(named: entity.text) != nil else {
    checker.reportUnknownEntity(entity)
    return checker.result(nil, nil)
  }
  let query = checker.checkPredicateText(node)
  return checker.result(query, QueryNode(entity: entity, predicate: node, span: node.span))
}

extension Diagnostic {
  /// The error for a predicate without an entity.
  package static func missingEntity(_ source: SourceText, _ schema: CheckedSchema) -> Diagnostic {
    let error = CheckError.missingEntity
    let names = schema.schema.entities.map(\.name).prefix(8).joined(separator: ", ")
    return Diagnostic(
      .error, DiagnosticCode(error.code), stage: .check, error.message, file: source.name,
      at: SourceSpan(0, UInt32(truncatingIfNeeded: source.utf8.count)),
      help: ["name the entity, or write a query: Entity where …", "entities: \(names)"])
  }
}

extension Checker {
  /// Lints run on queries without errors only; elsewhere their warnings would be guesses.
  fileprivate func result(_ query: TypedQuery?, _ node: QueryNode?) -> CheckResult {
    guard let query, let node, diagnostics.isEmpty else { return CheckResult(query: nil, diagnostics: diagnostics) }
    var pass = LintPass(query, node, source: source, schema: schema, name: queryName, options: options)
    pass.run()
    return CheckResult(query: query, diagnostics: pass.diagnostics)
  }
}
