extension Parser {
  /// The parser's position within a mapping, which decides where a predicate may end.
  enum MappingPart {
    case none
    /// Between the name and the `{`.
    case header
    case body
  }

  /// `mapping` = "mapping" anyWord ":" anyWord
  ///   [ "at" jsonPath ] [ "where" predicate ] [ "scope" predicate ] "{" { mappingMember } "}" ;
  mutating func parseMapping() -> MappingDeclaration {
    let documentation = documentation(before: index)
    let start = current.start
    advance()
    let name = parseDeclaredName("the mapping")
    expect(.colon, "':' and the entity of '\(name.text)'")
    note(.entity)
    var mapping = MappingDeclaration(
      documentation: documentation, name: name, entity: parseDeclaredName("the entity"), span: SourceSpan(at: start))
    state.mappingPart = .header
    if consume(ifText: "at") { mapping.root = parseJSONPath() }
    if consume(ifLowercase: .whereWord) { mapping.predicate = parseHeaderPredicate() }
    if consume(ifText: "scope") { mapping.scope = parseHeaderPredicate() }
    let opener = current
    note(.mappingHeader)
    if !isAborted, expect(.leftBrace, "'{'") {
      openBrackets += 1
      state.mappingPart = .body
      while !at(.rightBrace), !at(.endOfText), !startsDeclaration(index), !isAborted {
        let before = index
        if let member = parseMappingMember() { mapping.members.append(member) }
        if index == before { advance() }
      }
      note(.mappingMember)
      close(.rightBrace, opener: opener)
    }
    noteOpen(.mapping(entity: mapping.entity.text))
    state.mappingPart = .none
    mapping.span = span(from: start)
    return mapping
  }

  private mutating func parseHeaderPredicate() -> PredicateNode {
    let predicate = parsePredicate()
    noteOpen(.clause(.predicate))
    return predicate
  }

  /// Whether the current token is a word that is a keyword only in mappings.
  private func at(text: String) -> Bool {
    current.kind == .word && source.text(current.span) == text
  }

  private mutating func consume(ifText text: String) -> Bool {
    guard at(text: text) else { return false }
    advance()
    return true
  }

  /// Whether a member of a mapping starts here, after a complete predicate.
  func atMappingMember() -> Bool {
    guard state.mappingPart == .body, openBrackets == 1, peek().kind == .equal else { return false }
    return current.kind.isWord || current.kind == .atWord
  }

  /// Whether a predicate of a mapping's header ends here, at `scope` or `{`.
  func atMappingHeaderEnd() -> Bool {
    guard state.mappingPart == .header, openBrackets == 0 else { return false }
    return at(.leftBrace) || at(text: "scope")
  }

  /// `mappingMember` = ( anyWord | "@entity" ) "=" mappingSource ;
  private mutating func parseMappingMember() -> MappingDeclaration.Member? {
    let documentation = documentation(before: index)
    let start = current.start
    let isEntity = at(.atWord) && source.text(current.span) == "@entity"
    guard isEntity || current.kind.isWord else {
      let error: SyntaxError =
        at(.comma) ? .memberSeparator : .unexpected(found: describe(current), expected: "a property or '}'")
      emitHere(error, isSurplus: true)
      skipToMappingMember()
      return nil
    }
    let name = identifier(current)
    advance()
    guard expect(.equal, "'=' and what '\(name.text)' is read from") else {
      skipToMappingMember()
      return nil
    }
    let source = parseMappingSource()
    noteOpen(.mappingMember(name.text))
    return MappingDeclaration.Member(
      documentation: documentation, name: name, isEntity: isEntity, source: source, span: span(from: start))
  }

  private mutating func skipToMappingMember() {
    var depth = 0
    while !at(.endOfText), !startsDeclaration(index) {
      switch current.kind {
      case .leftParenthesis, .leftBracket, .leftBrace: depth += 1
      case .rightParenthesis, .rightBracket, .rightBrace:
        if depth == 0, at(.rightBrace) { return }
        depth = max(0, depth - 1)
      default: if depth == 0, atMappingMember() { return }
      }
      advance()
    }
  }

  /// `mappingSource` = "@index" | variable | anyWord "where" predicate
  ///   | jsonPath [ "as" mappingTransform | "using" anyWord ] ;
  private mutating func parseMappingSource() -> MappingSource {
    let start = current.span
    if at(.atWord), source.text(start) == "@index" {
      advance()
      return .index(start)
    }
    if at(.variable) { return .parameter(parseVariable()) }
    if current.kind.isWord, peek().kind == .word, peek().keyword == .whereWord, peek().flags.contains(.lowercase) {
      let entity = identifier(current)
      advance()
      advance()
      let predicate = parsePredicate()
      noteOpen(.clause(.predicate))
      noteOpen(.query(entity: entity.text))
      return .objects(entity, predicate)
    }
    guard let path = parseJSONPath() else {
      skipToMappingMember()
      return .invalid(start)
    }
    note(.mappingPath)
    if peek().kind == .equal { return .json(path, nil) }
    if consume(ifLowercase: .asWord) { return .json(path, parseMappingTransform()) }
    if consume(ifText: "using") {
      note(.mappingName)
      return .nested(path, parseDeclaredName("a mapping"))
    }
    return .json(path, nil)
  }

  /// `jsonPath` = ( anyWord | string ) { "." ( anyWord | string ) | "[" number "]" } ;
  private mutating func parseJSONPath() -> JSONPathNode? {
    let start = current.start
    guard let first = parseJSONKey() else {
      emitHere(
        .expectedName(
          "a key of the JSON", found: describe(current), help: "a key that is no word is in quotes: \"due-on\""))
      return nil
    }
    var steps: [JSONPathNode.Step] = [.key(first)]
    while true {
      if at(.dot) {
        advance()
        guard let key = parseJSONKey() else {
          emitHere(.expectedName("a key of the JSON", found: describe(current), help: nil))
          break
        }
        steps.append(.key(key))
      } else if at(.leftBracket) {
        guard let index = parseJSONIndex() else { break }
        steps.append(.index(index))
      } else {
        break
      }
    }
    return JSONPathNode(steps: steps, span: span(from: start))
  }

  private mutating func parseJSONKey() -> String? {
    if at(.string) {
      let key = stringValue(current)
      advance()
      return key
    }
    return parseAnyName()?.text
  }

  private mutating func parseJSONIndex() -> Int64? {
    let opener = current
    advance()
    openBrackets += 1
    var result: Int64?
    if at(.number), let number = Int64(source.text(current.span)) {
      result = number
      advance()
    } else {
      emitHere(.unexpected(found: describe(current), expected: "the number of an element"))
    }
    close(.rightBracket, opener: opener)
    return result
  }

  /// `mappingTransform` = "date" "(" string ")" | anyWord | mappingTable ;
  private mutating func parseMappingTransform() -> MappingTransformNode? {
    if at(.leftBrace) { return parseMappingTable() }
    if at(text: "date"), peek().kind == .leftParenthesis {
      advance()
      let opener = current
      advance()
      openBrackets += 1
      var result: MappingTransformNode?
      if at(.string) {
        result = .date(stringValue(current), current.span)
        advance()
      } else {
        emitHere(.unexpected(found: describe(current), expected: "a format such as \"yyyy-MM-dd\""))
      }
      close(.rightParenthesis, opener: opener)
      return result
    }
    guard !atMappingMember(), let name = parseAnyName() else {
      emitHere(
        .expectedName(
          "a transform", found: describe(current),
          help: "write date(\"yyyy-MM-dd\"), seconds, milliseconds, a table in braces or a name of your own"))
      return nil
    }
    return .named(name)
  }

  /// `mappingTable` = "{" [ mappingEntry { "," mappingEntry } [ "," ] ] "}" ;
  private mutating func parseMappingTable() -> MappingTransformNode {
    let opener = current
    advance()
    openBrackets += 1
    var entries: [MappingTransformNode.Entry] = []
    while !at(.rightBrace), !at(.endOfText), !startsDeclaration(index), !isAborted {
      entries.append(parseMappingEntry())
      if !consume(if: .comma) { break }
    }
    close(.rightBrace, opener: opener)
    return .table(entries, span(from: opener.start))
  }

  /// `mappingEntry` = [ "-" ] literal ":" ( default | anyWord ) ;
  private mutating func parseMappingEntry() -> MappingTransformNode.Entry {
    let json = parseTableValue("a table begins with what stands in the JSON, such as \"open\"")
    guard expect(.colon, "':' and what it stands for") else {
      return MappingTransformNode.Entry(json: json, value: .expression(.invalid(SourceSpan(at: previousEnd))))
    }
    if current.kind.isWord, peek().kind != .leftParenthesis, !isLiteralWord(current), let word = parseAnyName() {
      return MappingTransformNode.Entry(json: json, value: .word(word))
    }
    let value = parseTableValue("a value in a table is a literal, a case such as .high, or an entity")
    return MappingTransformNode.Entry(json: json, value: .expression(value))
  }

  /// Parses a literal, possibly with a sign; it leaves an operator or a `:` after the literal to the caller.
  private mutating func parseTableValue(_ rule: String) -> ExpressionNode {
    let operand = at(.minus) ? parseUnary() : parsePrimary()
    let value = expression(operand)
    if Parser.isLiteral(value) { return value }
    emit(.notALiteral(rule), at: operand.span)
    return .invalid(operand.span)
  }
}
