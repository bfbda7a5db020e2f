import CDQIR
import CDQSchema
import CDQSyntax

/// The completions at a place in a `.cdq` file.
struct DocumentCompletion {
  let source: SourceText
  let tokens: [Token]
  let schema: Schema
  /// The names of the mappings of the target.
  let mappings: [String]

  /// nil where nothing can be completed: in comments and strings.
  func completion(at offset: UInt32, _ lexed: LexedText) -> QueryCompletion? {
    guard let place = TokenPlace(at: offset, lexed, source) else { return nil }
    guard let start = declarationStart(before: place.index) else {
      return QueryCompletion(replaced: place.word, items: declarations)
    }
    let before = tokens[start..<place.index]
    var result: QueryCompletion
    switch tokens[start].keyword {
    case .query: result = query(before, place.word)
    case .entity, .abstract: result = list(place.word, entity(before))
    case .enumWord: result = list(place.word, enumeration(before))
    case .mapping: result = mapping(before, place.word)
    default: result = list(place.word, [])
    }
    // A word that begins a line can begin a declaration.
    if place.index < tokens.count, startsLine(place), isComplete(before) { result.items += declarations }
    return result
  }

  private func list(_ word: SourceSpan, _ items: [CompletionItem]) -> QueryCompletion {
    QueryCompletion(replaced: word, items: items)
  }

  private func startsLine(_ place: TokenPlace) -> Bool {
    let line = source.lineSpan(source.line(at: place.word.start))
    return source.utf8[Int(line.start)..<Int(place.word.start)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Whether no bracket of the declaration is open.
  private func isComplete(_ tokens: ArraySlice<Token>) -> Bool {
    depth(tokens) == 0
  }

  private func depth(_ tokens: ArraySlice<Token>) -> Int {
    tokens.reduce(0) { max(0, $0 + $1.kind.bracket) }
  }

  /// The index of the token that begins the declaration around a place.
  private func declarationStart(before index: Int) -> Int? {
    var position = min(index, tokens.count) - 1
    while position >= 0 {
      let token = tokens[position]
      if token.flags.contains(.startsLine), token.kind == .word, token.flags.contains(.lowercase),
        [.query, .entity, .abstract, .enumWord, .mapping].contains(token.keyword), position + 1 < tokens.count,
        tokens[position + 1].kind.isWord || position + 1 >= index
      {
        return position
      }
      position -= 1
    }
    return nil
  }

  private func text(_ token: Token) -> String {
    let text = source.text(token.span)
    return token.kind == .escapedWord ? String(text.dropFirst()) : text
  }

  private var declarations: [CompletionItem] {
    [
      CompletionItem(
        "query", .snippet, detail: "a query", snippet: "query ${1:name} = ${2:Entity} where ${0}", rank: 1),
      CompletionItem("entity", .snippet, detail: "an entity", snippet: "entity ${1:Name} {\n  ${0}\n}", rank: 1),
      CompletionItem(
        "enum", .snippet, detail: "an enum", snippet: "enum ${1:Name}: String { ${2:first}, ${3:second} }", rank: 2),
      CompletionItem(
        "mapping", .snippet, detail: "a mapping of JSON", snippet: "mapping ${1:Name}: ${2:Entity} {\n  ${0}\n}",
        rank: 3),
      CompletionItem("schema", .snippet, detail: "imports a schema", snippet: "schema \"${1:path}\"", rank: 3),
      CompletionItem("abstract entity", .snippet, snippet: "abstract entity ${1:Name} {\n  ${0}\n}", rank: 4),
    ]
  }

  // MARK: Queries

  private func query(_ tokens: ArraySlice<Token>, _ word: SourceSpan) -> QueryCompletion {
    guard let equal = tokens.firstIndex(where: { $0.kind == .equal }) else {
      // The parameter list: a type follows each colon.
      return list(word, tokens.last?.kind == .colon ? types : [])
    }
    let declared = tokens[..<equal].filter { $0.kind == .variable }.map { String(text($0).dropFirst()) }
    return QueryCompletion(
      tokens[(equal + 1)...], word: word, in: source, schema: schema, entity: nil, parameters: declared)
  }

  // MARK: Schema

  private var types: [CompletionItem] {
    TypeNames.builtIn.keys.sorted().map { CompletionItem($0, .type, rank: 2) }
      + schema.enumerations.map {
        CompletionItem($0.name, .enumeration, detail: "an enum", documentation: $0.documentation, rank: 1)
      }
      + entities
  }

  private var entities: [CompletionItem] {
    schema.entities.map {
      CompletionItem($0.name, .entity, detail: "an entity", documentation: $0.documentation, rank: 1)
    }
  }

  private func enumeration(_ tokens: ArraySlice<Token>) -> [CompletionItem] {
    guard tokens.last?.kind == .colon else { return [] }
    return ["String", "Int", "Int16", "Int32", "Int64"].map { CompletionItem($0, .type, rank: 1) }
  }

  private func entity(_ tokens: ArraySlice<Token>) -> [CompletionItem] {
    guard let brace = tokens.firstIndex(where: { $0.kind == .leftBrace }) else {
      return tokens.last?.kind == .colon ? entities : []
    }
    let owner =
      tokens.prefix(3).first { $0.kind.isWord && $0.keyword != .entity && $0.keyword != .abstract }.map(text) ?? ""
    let member = self.member(tokens[(brace + 1)...])
    guard let last = member.last else { return [] }
    if let open = openAnnotation(member) { return arguments(of: text(open), owner) }
    if last.kind == .colon || last.kind == .leftBracket { return types }
    if last.kind == .word, last.keyword == .ordered { return [] }
    if last.kind == .word, last.keyword == .inverse { return inverses(member, of: owner) }
    guard member.contains(where: { $0.kind == .colon }) else { return [] }
    let type =
      member.drop { $0.kind != .colon }.dropFirst().first { $0.kind.isWord && $0.keyword != .ordered }.map(text) ?? ""
    return annotations(isRelationship: schema.hasEntity(named: type))
      + (schema.hasEntity(named: type)
        ? [CompletionItem("inverse", .keyword, detail: "the relationship back", rank: 0)] : [])
  }

  /// The tokens of the member that is being written: those of the last line that starts one.
  private func member(_ tokens: ArraySlice<Token>) -> ArraySlice<Token> {
    var start = tokens.startIndex
    // The number of brackets that are open since `start`.
    var depth = 0
    for index in tokens.indices where index + 1 < tokens.endIndex {
      let isNamed = tokens[index].kind.isWord && tokens[index + 1].kind == .colon && depth == 0
      if isNamed || tokens[index].kind == .doubleAtWord { (start, depth) = (index, 0) }
      depth = max(0, depth + tokens[index].kind.bracket)
    }
    return tokens[start...]
  }

  /// The annotation whose arguments are open at the end.
  private func openAnnotation(_ tokens: ArraySlice<Token>) -> Token? {
    guard let open = tokens.lastIndex(where: { $0.kind == .leftParenthesis }), open > tokens.startIndex,
      !tokens[open...].contains(where: { $0.kind == .rightParenthesis })
    else { return nil }
    let name = tokens[open - 1]
    return name.kind == .atWord || name.kind == .doubleAtWord ? name : nil
  }

  private func arguments(of annotation: String, _ owner: String) -> [CompletionItem] {
    switch annotation {
    case "@delete":
      Relationship.DeleteRule.allCases.map { CompletionItem($0.rawValue, .keyword, detail: "a delete rule", rank: 1) }
    case "@@unique", "@@index":
      schema.allAttributes(of: owner).map { CompletionItem($0.name, .property, detail: "\($0.optionalType)", rank: 1) }
    default: []
    }
  }

  private func inverses(_ member: ArraySlice<Token>, of owner: String) -> [CompletionItem] {
    let type =
      member.drop { $0.kind != .colon }.dropFirst().first { $0.kind.isWord && $0.keyword != .ordered }.map(text) ?? ""
    return schema.allRelationships(of: type).map { relationship in
      CompletionItem(
        relationship.name, .relationship, detail: "\(relationship.type)",
        rank: schema.isEntity(owner, kindOf: relationship.destination) ? 0 : 4)
    }
  }

  private func annotations(isRelationship: Bool) -> [CompletionItem] {
    let common = [
      ("json", "(\"${1:key}\")"), ("renamed", "(from: \"${1:name}\")"), ("transient", ""),
      ("userInfo", "(\"${1:key}\", \"${2:value}\")"), ("column", "(\"${1:name}\")"),
    ]
    let own =
      isRelationship
      ? [("delete", "(${1|cascade,nullify,deny,noAction|})"), ("count", "(${1:0...10})")]
      : [
        ("unique", ""), ("index", ""), ("range", "(${1:0...10})"), ("length", "(${1:0...10})"),
        ("matches", "(\"${1:pattern}\")"),
      ]
    return (own + common).map { name, arguments in
      CompletionItem("@\(name)", .annotation, snippet: "@\(name)\(arguments)", rank: 3)
    }
  }

  // MARK: Mappings

  private func mapping(_ tokens: ArraySlice<Token>, _ word: SourceSpan) -> QueryCompletion {
    guard let brace = tokens.firstIndex(where: { $0.kind == .leftBrace }) else {
      if tokens.last?.kind == .colon { return list(word, entities) }
      guard let colon = tokens.firstIndex(where: { $0.kind == .colon }), colon + 1 < tokens.endIndex,
        let start = tokens.lastIndex(where: { $0.keyword == .whereWord || text($0) == "scope" })
      else { return list(word, []) }
      return predicate(tokens[(start + 1)...], word, of: text(tokens[colon + 1]))
    }
    let owner =
      tokens[..<brace].firstIndex { $0.kind == .colon }.flatMap { colon in
        colon + 1 < tokens.endIndex ? text(tokens[colon + 1]) : nil
      } ?? ""
    let body = tokens[(brace + 1)...]
    guard let equal = body.lastIndex(where: { $0.kind == .equal }), startsMember(body, equal) else {
      return list(word, members(of: owner))
    }
    if body.last?.kind == .word, body.last.map(text) == "using" {
      return list(word, mappings.map { CompletionItem($0, .mapping, detail: "a mapping", rank: 1) })
    }
    let type = schema.property(named: text(body[equal - 1]), of: owner)?.type.base
    if let condition = body[equal...].lastIndex(where: { $0.keyword == .whereWord }), condition > equal {
      return predicate(body[(condition + 1)...], word, of: text(body[equal + 1]))
    }
    if let enumeration = type?.enumerationName.flatMap({ schema.enumeration(named: $0) }), depth(body[equal...]) > 0 {
      return list(
        word,
        enumeration.cases.map {
          CompletionItem(".\($0.name)", .enumerationCase, documentation: $0.documentation, rank: 0)
        })
    }
    let isAtEnd = body.index(after: equal) < body.endIndex
    let words = isAtEnd ? ["as", "using"].map { CompletionItem($0, .keyword, rank: 2) } : []
    return list(word, words + (isAtEnd ? members(of: owner) : []))
  }

  private func startsMember(_ body: ArraySlice<Token>, _ equal: Int) -> Bool {
    equal > body.startIndex && body[equal - 1].kind.isWord
  }

  private func members(of owner: String) -> [CompletionItem] {
    schema.allProperties(of: owner).map { property in
      CompletionItem(
        property.name, .property, detail: "\(property.type)", snippet: "\(property.name) = ${1:\(property.jsonKey)}",
        rank: 3)
    }
  }

  private func predicate(_ tokens: ArraySlice<Token>, _ word: SourceSpan, of entity: String) -> QueryCompletion {
    QueryCompletion(tokens, word: word, in: source, schema: schema, entity: entity)
  }
}

extension TokenKind {
  /// 1 for a bracket that opens, -1 for one that closes, 0 for other tokens.
  fileprivate var bracket: Int {
    switch self {
    case .leftBrace, .leftParenthesis, .leftBracket: 1
    case .rightBrace, .rightParenthesis, .rightBracket: -1
    default: 0
    }
  }
}
