import CDQIR
package import CDQSchema
package import CDQSyntax

/// What the checker made of a text: a typed tree when there was no error, and everything it found.
package struct CheckResult: Hashable, Sendable {
  /// nil when there was an error.
  package var query: TypedQuery?
  package var diagnostics: [Diagnostic]

  package init(query: TypedQuery?, diagnostics: [Diagnostic]) {
    self.query = query
    self.diagnostics = diagnostics
  }
}

/// Checks a query text.
///
/// - Parameters:
///   - node: the tree of the text; `invalid` nodes in it are silent, their errors are the parser's.
///   - source: the text that the spans of `node` belong to.
package func check(
  _ node: QueryNode, source: SourceText, schema: CheckedSchema, options: CheckOptions = CheckOptions()
) -> CheckResult {
  check(node, declared: nil, name: nil, source: source, schema: schema, options: options)
}

/// Checks a query declaration of a `.cdq` file.
package func check(_ declaration: QueryDeclaration, source: SourceText, schema: CheckedSchema) -> CheckResult {
  check(
    declaration.query, declared: declaration.parameters, name: declaration.name.text, source: source, schema: schema,
    options: CheckOptions())
}

private func check(
  _ node: QueryNode, declared: [ParameterDeclaration]?, name: String?, source: SourceText, schema: CheckedSchema,
  options: CheckOptions
) -> CheckResult {
  var checker = Checker(schema: schema, source: source, entity: node.entity.text, options: options)
  checker.queryName = name
  let query = checker.checkQuery(node, declared: declared)
  return checker.result(query)
}

/// Checks a predicate alone, over an entity that the caller names.
package func check(
  _ node: PredicateNode, entity: Identifier, source: SourceText, schema: CheckedSchema,
  options: CheckOptions = CheckOptions()
) -> CheckResult {
  var checker = Checker(schema: schema, source: source, entity: entity.text, options: options)
  guard schema.schema.entity(named: entity.text) != nil else {
    checker.reportUnknownEntity(entity)
    return checker.result(nil)
  }
  let query = checker.checkPredicateText(node)
  return checker.result(query)
}

extension Checker {
  fileprivate func result(_ query: TypedQuery?) -> CheckResult {
    let isSound = !diagnostics.contains { $0.severity == .error }
    return CheckResult(query: isSound ? query : nil, diagnostics: diagnostics)
  }
}
