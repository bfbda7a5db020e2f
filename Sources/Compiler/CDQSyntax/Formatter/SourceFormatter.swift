/// Writes a text in the canonical layout: `cdq fmt`.
///
/// The formatter works on tokens, not on the tree: it neither adds nor drops a token, and comments stay between the
/// tokens where they were written, so that formatting loses no code and no comment. The tree tells whether a word is a
/// name or a keyword, and where statements begin. The formatter needs no schema.
package enum SourceFormatter {
  /// The start symbol that a text is parsed with.
  package enum StartSymbol: Hashable, Sendable {
    case document, query, predicate
  }

  /// The columns of a line, which only a long token or comment exceeds.
  static let lineWidth = 100

  package struct Result: Hashable, Sendable {
    /// The formatted text; nil when the source does not parse.
    package var text: String?
    /// The findings of the parser.
    package var diagnostics: [Diagnostic]
  }

  /// The text in its canonical layout; a document ends with a line break.
  package static func format(
    _ source: SourceText, as kind: StartSymbol, options: ParseOptions = ParseOptions()
  ) -> Result {
    let parsed = parse(source, as: kind, options: options)
    if parsed.diagnostics.contains(where: { $0.severity == .error }) {
      return Result(text: nil, diagnostics: parsed.diagnostics)
    }
    let lexed = Lexer.lex(source, options: options)
    let roles = TokenRoles(source, lexed.tokens)
    roles.read(parsed.tree)
    let comments = CommentTable(source, lexed)
    let plan = LayoutPlanner(roles, comments).plan()
    let text = LayoutWriter(plan, comments, endsLine: kind == .document).text()
    return Result(text: text, diagnostics: parsed.diagnostics)
  }

  /// Whether two texts have the same syntax tree. Formatting must not change the tree.
  package static func haveSameTree(
    _ left: SourceText, _ right: SourceText, as kind: StartSymbol, options: ParseOptions = ParseOptions()
  ) -> Bool {
    let (first, second) = (parse(left, as: kind, options: options), parse(right, as: kind, options: options))
    return first.tree.dump == second.tree.dump
      && first.diagnostics.map(\.code) == second.diagnostics.map(\.code)
  }

  enum Tree: Sendable {
    case document(Document)
    case query(QueryNode)
    case predicate(PredicateNode)

    var dump: String {
      switch self {
      case .document(let node): CDQSyntax.dump(node)
      case .query(let node): CDQSyntax.dump(node)
      case .predicate(let node): CDQSyntax.dump(node)
      }
    }
  }

  private static func parse(_ source: SourceText, as kind: StartSymbol, options: ParseOptions) -> ParseResult<Tree> {
    switch kind {
    case .document:
      let result = Parser.parseDocument(source, options: options)
      return ParseResult(.document(result.tree), result.diagnostics)
    case .query:
      let result = Parser.parseQuery(source, options: options)
      return ParseResult(.query(result.tree), result.diagnostics)
    case .predicate:
      let result = Parser.parsePredicate(source, options: options)
      return ParseResult(.predicate(result.tree), result.diagnostics)
    }
  }
}
