/// Recursive-descent parser over the tokens of one text.
///
/// Conventions: a mutating function consumes tokens, a function named `at…` only looks at them. A function that parses
/// a production has the production in its doc comment, starting with the name in backticks and `=`; `Grammar/` has the
/// same productions. Invariants: no function throws or traps on any input; every loop consumes a token or ends;
/// `TextLimits.nesting` limits the recursion and the height of the tree.
///
/// The state is an object because a debug build copies a struct for each call of a function that does not mutate it,
/// which would multiply both the time and the stack that a level of nesting takes.
package struct Parser {
  /// The start symbol of the whole text, which decides where a predicate may end.
  enum Context {
    case predicate, query, document
  }

  let state: ParserState

  init(_ source: SourceText, options: ParseOptions, context: Context) {
    state = ParserState(source, options: options, context: context)
  }

  /// A parser of tokens that end at the cursor.
  init(_ source: SourceText, tokens: [Token], _ context: Context, _ expectations: Expectations) {
    state = ParserState(source, tokens: tokens, context, expectations)
  }

  /// Parses a whole `.cdq` file.
  package static func parseDocument(
    _ source: SourceText, options: ParseOptions = ParseOptions()
  ) -> ParseResult<Document> {
    var parser = Parser(source, options: options, context: .document)
    let document = parser.parseDocument()
    return ParseResult(document, parser.sortedDiagnostics())
  }

  /// Parses a text that is one query, such as `one City where name == "Paris"`.
  package static func parseQuery(
    _ source: SourceText, options: ParseOptions = ParseOptions()
  ) -> ParseResult<QueryNode> {
    var parser = Parser(source, options: options, context: .query)
    let query = parser.parseQuery()
    return ParseResult(query, parser.sortedDiagnostics())
  }

  /// Parses a text that is one predicate, such as `population > 5`.
  package static func parsePredicate(
    _ source: SourceText, options: ParseOptions = ParseOptions()
  ) -> ParseResult<PredicateNode> {
    var parser = Parser(source, options: options, context: .predicate)
    let predicate = parser.parsePredicate()
    parser.expectEnd()
    return ParseResult(predicate, parser.sortedDiagnostics())
  }

  /// Parses a text that consists of sort keys, such as `population desc, name[cd]`.
  package static func parseSortKeys(
    _ source: SourceText, options: ParseOptions = ParseOptions()
  ) -> ParseResult<[SortKey]> {
    var parser = Parser(source, options: options, context: .query)
    let keys = parser.parseSortKeys()
    parser.expectEnd()
    return ParseResult(keys, parser.sortedDiagnostics())
  }

  /// Parses a text that is one expression, such as `population / 2`.
  package static func parseExpression(
    _ source: SourceText, options: ParseOptions = ParseOptions()
  ) -> ParseResult<ExpressionNode> {
    var parser = Parser(source, options: options, context: .predicate)
    let operand = parser.parseValue()
    let expression = parser.expression(operand)
    parser.expectEnd()
    return ParseResult(expression, parser.sortedDiagnostics())
  }

  /// The diagnostics in text order; those at the same place stay in the order in which they were found.
  func sortedDiagnostics() -> [Diagnostic] {
    if state.bag.diagnostics.isEmpty { return [] }
    let diagnostics =
      options.strictNSPredicate || state.isAborted
      ? state.bag.diagnostics : ForeignConstructs.exchanged(state.bag.diagnostics, in: source)
    if diagnostics.count < 2 { return diagnostics }
    let indexed = diagnostics.enumerated().sorted { left, right in
      let (leftStart, rightStart) = (left.element.span.start, right.element.span.start)
      return leftStart != rightStart ? leftStart < rightStart : left.offset < right.offset
    }
    return indexed.map(\.element)
  }
}
