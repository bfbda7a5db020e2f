package import CDQIR
package import CDQSchema
package import CDQSemantics
package import CDQSyntax

/// The stages of cdq, as functions: the first file to read.
///
///     schema text, models ──schema──▶ schema ─┐
///     query text ──parse──▶ tree ──────────check──▶ typed query ──lower──▶ IR ──prepare, run──▶ rows
///                                                                          └──`generateSwift`──▶ Swift
///
/// Each stage takes only the results of those before it. `schema`, `parse` and `check` collect diagnostics and never
/// throw; `lower` cannot fail; `prepare` and `run` throw. Files go through the same stages in parallel:
/// `TargetCompilation` parses, checks and lowers all queries of a target (`Compilation`) and generates Swift, for
/// `cdq check`, `cdq generate` and `cdqc`. The program that runs cdq at build time does not contain the runtime.
package enum Pipeline {
  /// The syntax tree of a text: a query, which names its entity, or a predicate, whose entity the caller names.
  package typealias Tree = QueryTextTree

  /// Declarations and Core Data models → schema.
  ///
  /// - Returns: the schema with all parts that are usable, every text that was read, and what is wrong with them.
  package static func schema(
    _ inputs: SchemaInputs, reader: some SchemaReader
  ) -> (schema: CheckedSchema, sources: [SourceText], diagnostics: [Diagnostic]) {
    buildSchema(inputs, reader: reader)
  }

  /// Source text → syntax tree. A semicolon at the end is ignored.
  ///
  /// - Parameter vocabulary: the names by which a query is told from a predicate.
  package static func parse(
    _ source: SourceText, options: ParseOptions = ParseOptions(), _ vocabulary: TextVocabulary
  ) -> ParseResult<Tree> {
    if options.strictNSPredicate { return Parser.parseText(source, options: options) { _ in .none } }
    let source = source.withoutFinalSemicolon
    let parsed = Parser.parseText(source, options: options) { vocabulary.likeness(of: $0) }
    // Only a text with errors, or a path alone such as `all City`, can be one in another language. So other texts are
    // not read twice.
    let isBare = switch parsed.tree {
    case .predicate(.bare): true
    // Without an entity no predicate can be checked: `cities in France`.
    case .predicate: vocabulary.entity == nil
    case .query: false
    }
    guard isBare || parsed.diagnostics.contains(where: { $0.severity == .error }),
      let foreign = vocabulary.translator?(source, vocabulary, options, parsed)
    else { return parsed }
    return ParseResult(.query(QueryNode(entity: Identifier("", SourceSpan(at: 0)), span: foreign.span)), [foreign])
  }

  /// Syntax tree → typed query.
  ///
  /// - Parameter entity: the entity that a predicate is about; a query names its own.
  package static func check(
    _ tree: Tree, entity: String?, source: SourceText, schema: CheckedSchema, options: CheckOptions = CheckOptions()
  ) -> CheckResult {
    switch tree {
    case .query(let node):
      return CDQSemantics.check(node, source: source, schema: schema, options: options)
    case .predicate(let node):
      guard let entity else {
        var finding = Diagnostic.missingEntity(source, schema)
        finding.fixIts = schema.schema.entities.prefix(8).map { entity in
          let start = "\(entity.name) where "
          return FixIt("write \(start)…", .maybe, [.init(SourceSpan(at: 0), start)])
        }
        return CheckResult(query: nil, diagnostics: [finding])
      }
      return CDQSemantics.check(
        node, entity: Identifier(entity, SourceSpan(at: 0)), source: source, schema: schema, options: options)
    }
  }

  /// Typed query → IR.
  package static func lower(_ query: TypedQuery) -> QueryIR {
    Lowering.lower(query)
  }

  /// IR → a query that was checked against a schema, which can be run many times.
  package static func prepare(_ ir: QueryIR, schema: Schema) throws(ExecutionError) -> PreparedStoreQuery {
    try PreparedStoreQuery(ir, schema: schema)
  }

  /// Prepared query + arguments + data → objects, rows or a number.
  package static func run(
    _ query: PreparedStoreQuery, on snapshot: Snapshot, arguments: Arguments, options: ExecutionOptions
  ) throws(ExecutionError) -> QueryResult {
    try snapshot.run(query, arguments: arguments, options: options)
  }

  /// Runs all stages up to the IR on one text.
  ///
  /// - Parameter translator: The translator of texts in other languages; nil for the texts of programs.
  package static func compile(
    _ source: SourceText, entity: String?, schema: CheckedSchema, parse parseOptions: ParseOptions = ParseOptions(),
    check checkOptions: CheckOptions = CheckOptions(), translator: TextVocabulary.Translator? = nil
  ) -> Compiled {
    var vocabulary = TextVocabulary(schema.schema, entity: entity)
    vocabulary.translator = translator
    let parsed = parse(source, options: parseOptions, vocabulary)
    var options = checkOptions
    options.strictNSPredicate = parseOptions.strictNSPredicate
    return compile(parsed, source: source, entity: entity, schema: schema, options: options)
  }

  /// Runs all stages after the parser on one tree.
  package static func compile(
    _ parsed: ParseResult<Tree>, source: SourceText, entity: String?, schema: CheckedSchema,
    options: CheckOptions = CheckOptions()
  ) -> Compiled {
    var compiled = compileOnce(parsed, source: source, entity: entity, schema: schema, options: options)
    // A text without errors runs, and its warnings are seldom shown.
    if compiled.ir == nil { compiled.diagnostics = withTriedFixIts(compiled.diagnostics, source, entity, schema, options) }
    return compiled
  }

  /// The stages after the parser, with fix-its that were not tried.
  static func compileOnce(
    _ parsed: ParseResult<Tree>, source: SourceText, entity: String?, schema: CheckedSchema, options: CheckOptions
  ) -> Compiled {
    if parsed.diagnostics.contains(where: { $0.severity == .error }) {
      let findings = parsed.diagnostics.map { withSoundFixIts($0, source, entity, schema, options) }
      return Compiled(typed: nil, ir: nil, diagnostics: findings)
    }
    let checked = check(parsed.tree, entity: entity, source: source, schema: schema, options: options)
    return Compiled(
      typed: checked.query, ir: checked.query.map { lower($0) }, diagnostics: parsed.diagnostics + checked.diagnostics)
  }

  /// The results of the stages for one text; `typed` and `ir` are nil when there was an error.
  package struct Compiled: Sendable {
    package var typed: TypedQuery?
    package var ir: QueryIR?
    package var diagnostics: [Diagnostic]
  }
}
