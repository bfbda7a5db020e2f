/// What a text given on a command line or to the library is, before it is parsed.
package enum QueryTextKind: Hashable, Sendable {
  case query
  case predicate
  /// A single word: a query if the schema has such an entity, else a predicate.
  case loneWord(String)
}

extension Parser {
  /// A text is a query iff its first word, after a cardinality, is followed by a clause word, `only` or the end.
  package static func isQueryText(_ source: SourceText) -> QueryTextKind {
    let parser = Parser(source, options: ParseOptions(), context: .query)
    let hasCardinality = parser.cardinality() != nil
    let entity = hasCardinality ? 1 : 0
    guard parser.token(entity).kind.isWord else { return .predicate }
    let next = parser.token(entity + 1)
    if next.kind == .endOfText {
      return hasCardinality ? .query : .loneWord(parser.identifier(parser.token(entity)).text)
    }
    let isClause = next.flags.contains(.lowercase) && (next.keyword.clause != nil || next.keyword == .only)
    return isClause ? .query : .predicate
  }
}
