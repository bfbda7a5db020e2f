/// Lays a text out in the canonical way: `cdq fmt`.
///
/// A formatter works on tokens, not on the tree: no token is added or left out and comments stay between the tokens where
/// they were written, so that neither the tree nor a comment can get lost. The tree says what a word is (a name or a
/// keyword) and where statements begin. It needs no schema.
package enum SourceFormatter {
  /// What a text is.
  package enum Kind: Hashable, Sendable {
    case document, query, predicate
  }

  /// Columns of a line, unless a token or comment is longer.
  static let lineWidth = 100

  package struct Result: Hashable, Sendable {
    /// nil when the text does not parse.
    package var text: String?
    /// What parsing found.
    package var diagnostics: [Diagnostic]
  }

  /// The text in its canonical layout, with a line break at the end when it is a file.
  package static func format(
    _ source: SourceText, as kind: Kind, options: ParseOptions = ParseOptions()
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

  /// Whether two texts have the same tree, which formatting must not change.
  package static func haveSameTree(
    _ left: SourceText, _ right: SourceText, as kind: Kind, options: ParseOptions = ParseOptions()
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

  private static func parse(_ source: SourceText, as kind: Kind, options: ParseOptions) -> ParseResult<Tree> {
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
