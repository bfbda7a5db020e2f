/// The columns of related objects in a `select`.
extension Parser {
  /// `shape` = path "{" column { "," column } [ where ] [ sort ] [ shapeLimit ] "}" [ "as" anyWord ] ;
  /// `shapeLimit` = "limit" ( number | variable ) ;
  ///
  /// Parses the braces after the path.
  mutating func parseShape(of path: ExpressionNode) -> QueryNode {
    let opener = current
    var query = QueryNode(entity: Identifier("", SourceSpan(at: opener.start)), span: opener.span)
    guard enter(.shape) else { return query }
    advance()
    openBrackets += 1
    state.shapeDepth += 1
    query.selection = parseSelection(from: current.start)
    parseClauses(of: &query)
    if let key = query.limitKeys.first { emit(.shapeClause(Keyword.per.spelling), at: key.span) }
    noteOpen(.shape(path))
    state.shapeDepth -= 1
    _ = close(.rightBrace, opener: opener)
    leave(.shape)
    query.span = span(from: opener.start)
    return query
  }
}
