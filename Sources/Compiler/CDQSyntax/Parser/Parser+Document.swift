extension Parser {
  /// `file` = { schemaImport | enumeration | entity | queryDeclaration | mapping } ;
  mutating func parseDocument() -> Document {
    var document = Document()
    while !at(.endOfText) {
      let before = index
      isAborted = false
      queryName = nil
      openBrackets = 0
      nesting = 0
      state.nodes = 0
      state.mappingPart = .none
      if let item = parseItem() { document.items.append(item) }
      if index == before { advance() }
    }
    note(.declaration)
    return document
  }

  private mutating func parseItem() -> Document.Item? {
    let start = index
    switch declarationKeyword() {
    case .schema: return parseSchemaImport().map { .schemaImport($0) }
    case .enumWord: return .enumeration(parseEnumeration())
    case .entity, .abstract: return .entity(parseEntity())
    case .query: return .query(parseQueryDeclaration())
    case .mapping: return .mapping(parseMapping())
    default:
      index = start
      reportNoDeclaration()
      skipToDeclaration()
      return nil
    }
  }

  /// The keyword of the declaration that starts here. A misspelt keyword is reported and counts as the correct one.
  private mutating func declarationKeyword() -> Keyword {
    guard at(.word) else { return .none }
    if atLowercase(current.keyword), Parser.declarationWords.contains(current.keyword) { return current.keyword }
    let keyword = meantDeclaration(index)
    if keyword != .none {
      let text = source.text(current.span)
      emitHere(
        keyword == current.keyword
          ? .wordCase(text, replacement: keyword.spelling) : .unknownDeclaration(text, suggestion: keyword.spelling),
        isSurplus: true)
    }
    return keyword
  }

  private static let declarationWords = Keyword.words { $0 == .declaration }

  /// The declaration that a word before a name was probably meant to start: `Entity`, `qeury`, `class`.
  func meantDeclaration(_ position: Int) -> Keyword {
    let word = token(position)
    let next = token(position + 1)
    guard word.kind == .word, next.kind.isWord || next.kind == .string, !startsClause(next) else { return .none }
    if Parser.declarationWords.contains(word.keyword) { return word.keyword }
    let text = source.text(word.span)
    switch text {
    case "class", "struct", "model", "table", "type": return .entity
    case "func", "let": return .query
    case "import": return .schema
    default: break
    }
    let second = token(position + 2).kind
    guard second == .leftBrace || second == .equal || second == .leftParenthesis || second == .colon else {
      return .none
    }
    guard let near = Suggestions.nearest(to: text, among: Parser.declarationWords.map(\.spelling)) else { return .none }
    return Parser.declarationWords.first { $0.spelling == near } ?? .none
  }

  private func startsClause(_ token: Token) -> Bool {
    token.flags.contains(.lowercase) && (clause(of: token) != nil || token.keyword == .only)
  }

  private mutating func reportNoDeclaration() {
    let isQuery = current.kind.isWord && (startsClause(peek()) || (cardinality() != nil && startsClause(peek(2))))
    emitHere(
      isQuery ? .queryWithoutName : .unexpected(found: describe(current), expected: "a declaration"), isSurplus: true)
  }

  private mutating func skipToDeclaration() {
    advance()
    while !at(.endOfText), !startsDeclaration(index), !(current.flags.contains(.startsLine) && atDeclarationWord()) {
      advance()
    }
  }

  /// `schemaImport` = "schema" string ;
  private mutating func parseSchemaImport() -> SchemaImport? {
    let start = current.start
    advance()
    guard at(.string) else {
      emitHere(.unexpected(found: describe(current), expected: "the path of a schema in quotes"))
      if !startsDeclaration(index) { skipToDeclaration() }
      return nil
    }
    let path = current
    advance()
    return SchemaImport(path: stringValue(path), pathSpan: path.span, span: span(from: start))
  }

  /// `queryDeclaration` = "query" anyWord [ parameters ] "=" query ;
  private mutating func parseQueryDeclaration() -> QueryDeclaration {
    let documentation = documentation(before: index)
    let start = current.start
    advance()
    let name = parseDeclaredName("the query")
    queryName = name.text.isEmpty ? nil : name.text
    let parameters = at(.leftParenthesis) ? parseParameters() : nil
    if !consume(if: .equal) {
      emitHere(.unexpected(found: describe(current), expected: "'='"))
      // `query a: City = …`, `query a City = …`
      while !at(.equal), !at(.endOfText), !atClause(), !atDeclarationWord(), !current.flags.contains(.startsLine) {
        if current.kind.isWord, !touches(tokens[index - 1], current) { break }
        advance()
      }
      _ = consume(if: .equal)
    }
    let query = parseQuery()
    noteOpen(.declaration(parameters ?? []))
    return QueryDeclaration(
      documentation: documentation, name: name, parameters: parameters, query: query, span: span(from: start))
  }

  /// Parses the name of a declaration. A missing name is reported and becomes an empty one.
  mutating func parseDeclaredName(_ what: String) -> Identifier {
    if let name = parseAnyName() { return name }
    emitHere(.expectedName("a name for \(what)", found: describe(current), help: nil))
    return Identifier("", SourceSpan(at: previousEnd))
  }

  /// `parameters` = "(" [ parameter { "," parameter } ] ")" ;
  private mutating func parseParameters() -> [ParameterDeclaration] {
    let opener = current
    advance()
    openBrackets += 1
    var parameters: [ParameterDeclaration] = []
    if !at(.rightParenthesis) {
      repeat {
        if let parameter = parseParameter() { parameters.append(parameter) }
      } while consume(if: .comma)
    }
    close(.rightParenthesis, opener: opener)
    return parameters
  }

  /// `parameter` = variable ":" type ;
  private mutating func parseParameter() -> ParameterDeclaration? {
    let token = current
    if token.kind == .word, peek().kind == .colon {
      emitHere(.missingDollar(source.text(token.span)))
    } else if token.kind != .variable {
      emitHere(.expectedName("a parameter", found: describe(token), help: "a parameter is written $name: Type"))
      return nil
    }
    let name = identifier(token)
    advance()
    guard expect(.colon, "':' and the type of the parameter") else { return nil }
    return ParameterDeclaration(name: name, type: parseType())
  }

  // MARK: Documentation

  /// The text of the `///` lines directly before a token, without their slashes; nil when there are none.
  func documentation(before position: Int) -> String? {
    var end = token(position).start
    var low = 0
    var high = trivia.count
    while low < high {
      let middle = (low + high) / 2
      if trivia[middle].start < end { low = middle + 1 } else { high = middle }
    }
    var lines: [String] = []
    var candidate = low - 1
    while candidate >= 0, trivia[candidate].end == end {
      let piece = trivia[candidate]
      guard piece.kind == .documentation || piece.kind == .whitespace else { break }
      if piece.kind == .documentation {
        var text = source.text(SourceSpan(piece.start + 3, piece.end))[...]
        if text.hasPrefix(" ") { text = text.dropFirst() }
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        lines.append(String(text))
      }
      end = piece.start
      candidate -= 1
    }
    return lines.isEmpty ? nil : lines.reversed().joined(separator: "\n")
  }
}
