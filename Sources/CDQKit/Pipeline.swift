package import CDQIR
package import CDQSchema
package import CDQSemantics
package import CDQSyntax

/// The stages of cdq, as functions: the first file to read.
///
///     source text ──tokens──▶ tokens ──parse──▶ tree ──check──▶ typed query ──lower──▶ IR ──plan──▶ rows
///
/// Each stage takes what the one before it made and nothing else. `parse` and `check` collect diagnostics and never
/// throw; `lower` cannot fail; planning and running are the runtime's (`PreparedQuery`, `Store.run`).
package enum Pipeline {
  /// What a text is, by the rule of `CLI.md`: a query names its entity, a predicate is given one.
  package enum Tree: Hashable, Sendable {
    case query(QueryNode)
    case predicate(PredicateNode)
  }

  /// source → tree
  ///
  /// - Parameter entities: names of the entities; a lone word that is one of them is a query.
  package static func parse(
    _ source: SourceText, entities: Set<String>, options: ParseOptions = ParseOptions()
  ) -> ParseResult<Tree> {
    if isQuery(source, entities: entities, options: options) {
      let result = Parser.parseQuery(source, options: options)
      return ParseResult(.query(result.tree), result.diagnostics)
    }
    let result = Parser.parsePredicate(source, options: options)
    return ParseResult(.predicate(result.tree), result.diagnostics)
  }

  private static func isQuery(_ source: SourceText, entities: Set<String>, options: ParseOptions) -> Bool {
    // Apple's language has predicates only.
    if options.strictNSPredicate { return false }
    switch Parser.isQueryText(source) {
    case .query: return true
    case .predicate: return false
    case .loneWord(let word): return entities.contains(word)
    }
  }

  /// tree → typed query
  ///
  /// - Parameter entity: what a predicate is about; a query names its own.
  package static func check(
    _ tree: Tree, entity: String?, source: SourceText, schema: CheckedSchema, options: CheckOptions = CheckOptions()
  ) -> CheckResult {
    switch tree {
    case .query(let node):
      return CDQSemantics.check(node, source: source, schema: schema, options: options)
    case .predicate(let node):
      guard let entity else {
        return CheckResult(query: nil, diagnostics: [.missingEntity(source, schema)])
      }
      return CDQSemantics.check(
        node, entity: Identifier(entity, SourceSpan(at: 0)), source: source, schema: schema, options: options)
    }
  }

  /// typed query → IR
  package static func lower(_ query: TypedQuery) -> QueryIR {
    Lowering.lower(query)
  }

  /// All stages up to the IR for one text.
  package static func compile(
    _ source: SourceText, entity: String?, schema: CheckedSchema, parse parseOptions: ParseOptions = ParseOptions(),
    check checkOptions: CheckOptions = CheckOptions()
  ) -> Compiled {
    let parsed = parse(source, entities: Set(schema.schema.entities.map(\.name)), options: parseOptions)
    var options = checkOptions
    options.strictNSPredicate = parseOptions.strictNSPredicate
    return compile(parsed, source: source, entity: entity, schema: schema, options: options)
  }

  /// All stages after the parser for one tree.
  package static func compile(
    _ parsed: ParseResult<Tree>, source: SourceText, entity: String?, schema: CheckedSchema,
    options: CheckOptions = CheckOptions()
  ) -> Compiled {
    if parsed.diagnostics.contains(where: { $0.severity == .error }) {
      return Compiled(typed: nil, ir: nil, diagnostics: parsed.diagnostics)
    }
    let checked = check(parsed.tree, entity: entity, source: source, schema: schema, options: options)
    return Compiled(
      typed: checked.query, ir: checked.query.map { lower($0) }, diagnostics: parsed.diagnostics + checked.diagnostics)
  }

  /// What the stages made of one text; `typed` and `ir` are nil when there was an error.
  package struct Compiled: Sendable {
    package var typed: TypedQuery?
    package var ir: QueryIR?
    package var diagnostics: [Diagnostic]
  }
}
