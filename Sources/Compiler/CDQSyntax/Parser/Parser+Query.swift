extension Parser {
  /// `query` = [ cardinality ] anyWord [ "only" ]
  ///   [ where ] [ set ] [ group ] [ having ] [ select ] [ sort ] [ limit ] [ offset ] ;
  mutating func parseQuery() -> QueryNode {
    let start = current.start
    let cardinality = parseCardinality()
    state.isUpdate = cardinality?.kind == .update
    defer { state.isUpdate = false }
    note(cardinality == nil ? .queryStart : .entity)
    var query = QueryNode(
      cardinality: cardinality, entity: parseEntityName(), span: SourceSpan(at: start))
    if atLowercase(.only) {
      query.only = current.span
      advance()
    }
    if query.only == nil { note(.word(.only)) }
    parseClauses(of: &query)
    noteOpen(.query(entity: query.entity.text))
    query.span = span(from: start)
    return query
  }

  /// The cardinality at the current token: `first`, `one`, `count`, `exists`, `delete` or `update`, but only if a word
  /// follows that starts no clause. So `count where …` is a query for an entity `count`.
  func cardinality() -> QueryNode.Cardinality.Kind? {
    guard current.flags.contains(.lowercase) else { return nil }
    return cardinalityInAnyCase()
  }

  func cardinalityInAnyCase() -> QueryNode.Cardinality.Kind? {
    guard at(.word), let kind = QueryNode.Cardinality.Kind(rawValue: current.keyword.spelling.lowercased()) else {
      return nil
    }
    let next = peek()
    // Before the cursor it is one, too: an entity follows.
    if next.kind == .endOfText, state.expectations != nil { return current.flags.contains(.lowercase) ? kind : nil }
    guard next.kind.isWord, !startsDeclaration(index + 1) else { return nil }
    if next.kind == .word, next.flags.contains(.lowercase), clause(of: next) != nil || next.keyword == .only {
      return nil
    }
    return kind
  }

  /// `cardinality` = "first" | "one" | "count" | "exists" | "delete" | "update" ;
  private mutating func parseCardinality() -> QueryNode.Cardinality? {
    guard let kind = cardinalityInAnyCase() else { return nil }
    if !current.flags.contains(.lowercase) {
      // `FIRST` in capitals: it cannot be an entity, since no word could follow an entity here.
      emitHere(.wordCase(source.text(current.span), replacement: kind.rawValue))
    }
    let node = QueryNode.Cardinality(kind, current.span)
    advance()
    return node
  }

  /// Parses the name of the entity. A missing one is reported and becomes an empty name.
  private mutating func parseEntityName() -> Identifier {
    let next = peek()
    let isClause =
      atClause() && next.kind != .endOfText && !(next.flags.contains(.lowercase) && clause(of: next) != nil)
    if !isClause, !startsDeclaration(index), let name = parseAnyName() { return name }
    emitHere(.expectedName("an entity", found: describe(current), help: "a query starts with the entity: City where …"))
    return Identifier("", SourceSpan(at: previousEnd))
  }

  // MARK: Clauses

  mutating func parseClauses(of query: inout QueryNode) {
    var clauses: [(clause: Clause, word: SourceSpan, whole: SourceSpan)] = []
    while !at(.endOfText), !atDeclarationWord(), !isAborted, !(at(.rightBrace) && state.shapeDepth > 0) {
      let start = index
      guard let clause = parseClauseWords() else {
        if clauses.isEmpty, query.predicate == nil, atComparison() {
          emitHere(.missingWhere)
          query.predicate = parsePredicate()
          continue
        }
        let foreign = foreignClauseHelp()
        emitHere(
          foreign.map { .foreignClause(source.text(current.span), help: $0) }
            ?? .unexpected(found: describe(current), expected: "a clause"), isSurplus: true)
        skipToClause()
        continue
      }
      let wordSpan = span(from: tokens[start].start)
      let isFirst = !clauses.contains { $0.clause == clause }
      if let other = clauses.first(where: { $0.clause == clause }) {
        emit(.duplicateClause(clause, first: other.word), at: wordSpan)
      }
      if state.shapeDepth > 0, !Clause.related.contains(clause) { emit(.shapeClause(clause.words), at: wordSpan) }
      parse(clause, start: tokens[start].start, keep: isFirst, into: &query)
      clauses.append((clause, wordSpan, span(from: tokens[start].start)))
    }
    note(.clause(after: clauses.last?.clause, of: possibleClauses))
    reportOrder(clauses)
  }

  private var possibleClauses: [Clause] {
    state.shapeDepth > 0 ? Clause.related : state.isUpdate ? Clause.changing : Clause.reading
  }

  /// What to write for a clause of SQL that begins here; nil if none does.
  func foreignClauseHelp() -> String? {
    current.kind == .word ? ForeignClause.help((0..<14).map { source.text(peek($0).span) }) : nil
  }

  /// Whether a comparison begins here, such as `population > 5` or `country.name == "x"`.
  private func atComparison() -> Bool {
    guard startsOperand(current) else { return false }
    switch peek().kind {
    case .word: return peek().keyword.comparisonOperator != nil
    case .dot, .equal, .doubleEqual, .notEqual, .less, .lessEqual, .greater, .greaterEqual: return true
    default: return false
    }
  }

  /// Consumes the keyword or keywords that start a clause. A misspelt keyword is reported and counts as the correct
  /// one.
  private mutating func parseClauseWords() -> Clause? {
    guard let guess = clauseGuess(index) else { return nil }
    if !atClause() {
      let end = token(index + guess.tokens - 1).end
      let written = source.text(SourceSpan(current.start, end))
      lastErrorIndex = index
      let error: SyntaxError =
        guess.isCase
        ? .wordCase(written, replacement: guess.replacement)
        : .unknownClause(written, replacement: guess.replacement)
      emit(error, at: SourceSpan(current.start, end))
      index += guess.tokens
      if guess.clause == .grouping, guess.replacement == "group by" { return .grouping }
    } else {
      advance()
    }
    if guess.clause == .grouping { expectBy() }
    return guess.clause
  }

  private mutating func expectBy() {
    note(.word(.by))
    if !consume(anyCase: .by) { emitHere(.unexpected(found: describe(current), expected: "'by'")) }
  }

  private mutating func parse(_ clause: Clause, start: UInt32, keep: Bool, into query: inout QueryNode) {
    switch clause {
    case .predicate:
      let predicate = parsePredicate()
      if keep { query.predicate = predicate }
    case .assignments:
      let assignments = parseAssignments()
      if keep { query.assignments = assignments }
    case .grouping:
      let keys = parseGroupingKeys()
      if keep { query.grouping = keys }
    case .having:
      let predicate = parsePredicate()
      if keep { query.having = predicate }
    case .selection:
      let selection = parseSelection(from: start)
      if keep { query.selection = selection }
    case .sort:
      let sort = parseSort()
      if keep { query.sort = sort }
    case .limit:
      let value = parseRowCount(.limit)
      let keys = parseLimitKeys()
      if keep { (query.limit, query.limitKeys) = (value, keys) }
    case .offset:
      let value = parseRowCount(.offset)
      if keep { query.offset = value }
    }
    noteOpen(.clause(clause))
  }

  /// Skips text that belongs to no clause; at least one token.
  private mutating func skipToClause() {
    advance()
    while !at(.endOfText), !atClause(), !atDeclarationWord(), !(at(.rightBrace) && state.shapeDepth > 0) { advance() }
  }

  /// Reports clauses in the wrong order: one error for all of them, with a fix-it that exchanges their texts.
  private mutating func reportOrder(_ clauses: [(clause: Clause, word: SourceSpan, whole: SourceSpan)]) {
    guard let position = clauses.indices.dropFirst().first(where: { clauses[$0].clause < clauses[$0 - 1].clause })
    else {
      return
    }
    let sorted = clauses.sorted { $0.clause < $1.clause }
    let isRepeated = Set(clauses.map(\.clause)).count < clauses.count
    var edits: [FixIt.Edit] = []
    for (place, replacement) in zip(clauses, sorted) where place.whole != replacement.whole && !isRepeated {
      edits.append(FixIt.Edit(place.whole, source.text(replacement.whole)))
    }
    let late = clauses[position].clause
    // The first clause that belongs after this one.
    guard let early = clauses[..<position].first(where: { $0.clause > late }) else { return }
    emit(.clauseOrder(late, before: early.clause, isInShape: state.shapeDepth > 0, edits: edits), at: clauses[position].word)
  }

  // MARK: Bodies

  /// `where` = "where" predicate ;
  /// `having` = "having" predicate ;
  /// `group` = "group" "by" namedValue { "," namedValue } ;
  private mutating func parseGroupingKeys() -> [QueryNode.NamedValue] {
    var keys: [QueryNode.NamedValue] = []
    repeat { keys.append(parseNamedValue(isKey: true)) } while consume(if: .comma)
    return keys
  }

  /// `namedValue` = value [ "as" anyWord ] ;
  private mutating func parseNamedValue(isKey: Bool = false) -> QueryNode.NamedValue {
    let start = current.start
    let label = isKey ? nil : parseColumnLabel()
    let labelEnd = current.start
    let value = (isKey ? nil : parsePathWithArguments()) ?? expression(parseValue())
    let end = previousEnd
    var shape = at(.leftBrace) && !isKey ? parseShape(of: value) : nil
    var name: Identifier?
    note(.word(.asWord))
    if consume(anyCase: .asWord) {
      name = startsDeclaration(index) ? nil : parseAnyName()
      if name == nil { emitHere(.expectedName("a name", found: describe(current), help: nil)) }
      if let name { state.expectations?.add(name: name.text, isKey: isKey) }
    }
    if let label {
      let place = name == nil ? previousEnd : nil
      emit(.nameBefore(label.text, SourceSpan(start, labelEnd), insertAt: place), at: label.span)
      name = name ?? label
    } else if let name, shape == nil, !isKey, at(.leftBrace) {
      shape = parseShape(of: value)
      emit(.nameBefore(name.text, SourceSpan(end, name.span.end), insertAt: previousEnd), at: name.span)
    }
    return QueryNode.NamedValue(expression: value, shape: shape, name: name)
  }

  /// `select` = "select" [ "distinct" ] column { "," column } ;
  /// `column` = namedValue | shape ;
  mutating func parseSelection(from start: UInt32) -> QueryNode.Selection {
    let isDistinct = state.shapeDepth == 0 && parseDistinct() != nil
    var items: [QueryNode.NamedValue] = []
    if let brace = braceAfterColumns {
      emit(.bracedColumns(open: SourceSpan(current.start, peek().start), close: brace), at: current.span)
      advance()
      defer { advance() }
      repeat { items.append(parseNamedValue()) } while consume(if: .comma)
      return QueryNode.Selection(isDistinct: isDistinct, items: items, span: span(from: start))
    }
    repeat {
      if at(.star), state.shapeDepth > 0 {
        emitHere(.shapeClause("*"))
        advance()
        continue
      }
      if state.shapeDepth > 0, !beginsColumn(isFirst: items.isEmpty) { continue }
      if at(.star) {
        let isAlone = items.isEmpty && !isDistinct && peek().kind != .comma && start > 0
        emitHere(.selectEverything(clause: isAlone ? SourceSpan(start - 1, current.end) : nil))
        advance()
        continue
      }
      items.append(parseNamedValue())
    } while consume(if: .comma) || isCommaMissing()
    return QueryNode.Selection(isDistinct: isDistinct, items: items, span: span(from: start))
  }

  /// Reports a column that follows another without a comma: `select name population`.
  private mutating func isCommaMissing() -> Bool {
    guard at(.word), current.keyword == .none, clauseGuess(index) == nil,
      foreignClauseHelp() == nil,
      [.comma, .endOfText, .dot, .leftBrace].contains(peek().kind) || clause(of: peek()) != nil
        || state.shapeDepth > 0 && (peek().kind.isWord || peek().kind == .rightBrace)
    else { return false }
    emitHere(.missingComma(at: previousEnd))
    return true
  }

  /// `limit 10, 20` of MySQL, which skips 10 rows, `limit to 5` and `limit = 5`; nil for another text.
  private mutating func parseForeignLimit(_ clause: Clause) -> ExpressionNode? {
    let start = current.start
    if at(.number), peek().kind == .comma, peek(2).kind == .number {
      let (skipped, count) = (source.text(current.span), source.text(peek(2).span))
      index += 3
      emit(.limitWords(newText: "\(count) offset \(skipped)"), at: span(from: start))
      return .invalid(span(from: start))
    }
    let isWord = at(.word) && ["to", "of", "is", "by", "first"].contains(source.text(current.span).lowercased())
    guard isWord || at(.equal) || at(.doubleEqual), peek().kind == .number else { return nil }
    index += 2
    emit(.limitWords(newText: source.text(tokens[index - 1].span)), at: span(from: start))
    return .invalid(span(from: start))
  }

  /// `offset` = "offset" ( number | variable ) ;
  private mutating func parseRowCount(_ clause: Clause) -> ExpressionNode {
    if let limit = parseForeignLimit(clause) { return limit }
    let operand = parseUnary()
    let value = expression(operand)
    switch value {
    case .variable, .invalid:
      return value
    case .literal(let literal):
      if case .integer = literal.kind { return value }
    case .path, .argument, .aggregate, .chain, .unary, .call, .subquery, .ternary, .enumCase:
      break
    }
    emit(.rowCount(clause), at: operand.span)
    return .invalid(operand.span)
  }
}
