/// The kind of a text given on a command line or to the library, determined without parsing it.
package enum QueryTextKind: Hashable, Sendable {
  case query
  case predicate
  /// A single word: a query if the schema has an entity of that name, else a predicate.
  case loneWord(String)
}

/// The syntax tree of a text that is a query or a predicate.
package enum QueryTextTree: Hashable, Sendable {
  case query(QueryNode)
  case predicate(PredicateNode)
}

extension Parser {
  /// Tells whether a text is a query: a clause keyword or `only` follows its first word, not counting a cardinality.
  /// `count City` is a query too; a single word may be either.
  package static func isQueryText(_ source: SourceText) -> QueryTextKind {
    Parser(source, options: ParseOptions(), context: .query).textKind()
  }

  /// Parses a text that is a query or a predicate. In strict mode it is always a predicate, as Apple's language has no
  /// queries.
  ///
  /// - Parameter isEntity: Whether a single word is the name of an entity, which makes the text a query.
  package static func parseText(
    _ source: SourceText, options: ParseOptions = ParseOptions(), isEntity: (String) -> Bool
  ) -> ParseResult<QueryTextTree> {
    var parser = Parser(source, options: options, context: .predicate)
    if !options.strictNSPredicate, parser.isQuery(isEntity) {
      parser.state.context = .query
      let query = parser.parseQuery()
      return ParseResult(.query(query), parser.sortedDiagnostics())
    }
    let predicate = parser.parsePredicate()
    parser.expectEnd()
    return ParseResult(.predicate(predicate), parser.sortedDiagnostics())
  }

  private func isQuery(_ isEntity: (String) -> Bool) -> Bool {
    switch textKind() {
    case .query: true
    case .predicate: false
    case .loneWord(let word): isEntity(word)
    }
  }

  private func textKind() -> QueryTextKind {
    let hasCardinality = cardinality() != nil
    let entity = hasCardinality ? 1 : 0
    guard token(entity).kind.isWord else { return .predicate }
    let next = token(entity + 1)
    if next.kind == .endOfText {
      return hasCardinality ? .query : .loneWord(identifier(token(entity)).text)
    }
    let isClause = next.flags.contains(.lowercase) && (next.keyword.clause != nil || next.keyword == .only)
    return isClause ? .query : .predicate
  }
}
