/// The kind of a text given on a command line or to the library, determined without parsing it.
package enum QueryTextKind: Hashable, Sendable {
  case query
  case predicate
  /// A single word: a query if the schema has an entity of that name, else a predicate.
  case loneWord(String)
}

/// How well a word names an entity of a schema.
package enum EntityLikeness: Hashable, Sendable {
  case exact
  /// In another case, in the plural or misspelt.
  case near
  case none
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
  /// A text with the name of an entity, or nearly one, where a query has it is a query, whatever follows. So its mistakes
  /// are reported as those of a query: `City WHERE …` has the word `where` in capitals.
  ///
  /// - Parameter likeness: How well a word names an entity.
  package static func parseText(
    _ source: SourceText, options: ParseOptions = ParseOptions(), likeness: (String) -> EntityLikeness
  ) -> ParseResult<QueryTextTree> {
    var parser = Parser(source, options: options, context: .predicate)
    if !options.strictNSPredicate, parser.isQuery(likeness) {
      parser.state.context = .query
      let query = parser.parseQuery()
      return ParseResult(.query(query), parser.sortedDiagnostics())
    }
    let predicate = parser.parsePredicate()
    parser.expectEnd()
    return ParseResult(.predicate(predicate), parser.sortedDiagnostics())
  }

  private func isQuery(_ likeness: (String) -> EntityLikeness) -> Bool {
    switch textKind() {
    case .query: return true
    case .loneWord(let word): return likeness(word) != .none
    case .predicate:
      let entity = cardinalityInAnyCase() != nil ? 1 : 0
      let (word, next) = (token(entity), token(entity + 1))
      guard word.kind.isWord, !word.keyword.isReserved else { return false }
      switch next.kind {
      case .endOfText, .escapedWord: break
      // `name LIKE` is a predicate with a property that the entity lacks.
      case .word: if next.keyword.isReserved { return false }
      default: return false
      }
      return likeness(identifier(word).text) != .none
    }
  }

  private func textKind() -> QueryTextKind {
    let hasCardinality = cardinality() != nil
    let entity = hasCardinality ? 1 : 0
    // `NOT select == 5` is a predicate about a property `select`.
    guard token(entity).kind.isWord, token(entity).kind == .escapedWord || !token(entity).keyword.isReserved else {
      return .predicate
    }
    let next = token(entity + 1)
    if next.kind == .endOfText {
      return hasCardinality ? .query : .loneWord(identifier(token(entity)).text)
    }
    let isSet = next.keyword == .set && cardinality() == .update
    let isClause = next.flags.contains(.lowercase) && (clause(of: next) != nil || next.keyword == .only || isSet)
    return isClause ? .query : .predicate
  }
}
