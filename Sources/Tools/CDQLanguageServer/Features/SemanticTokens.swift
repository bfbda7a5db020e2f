import CDQIR
import CDQJSON
import CDQSchema
import CDQSyntax

/// The classes of tokens that clients colour, by the lexer for what has no meaning, and by the schema for names.
enum TokenClass: Int, CaseIterable {
  case keyword, `class`, property, `enum`, enumMember, parameter, variable, function, type, decorator, string, number,
    comment, `operator`

  static let modifiers = ["declaration", "documentation", "defaultLibrary"]

  static var legend: JSONValue {
    .fields(["tokenTypes": .strings(allCases.map { "\($0)" }), "tokenModifiers": .strings(modifiers)])
  }
}

/// A token of a text with its class and the bits of its modifiers.
struct ClassifiedToken: Hashable {
  var span: SourceSpan
  var tokenClass: TokenClass
  var modifiers = 0
}

/// A name of a declaration, by its distance from the start of the declaration.
struct ClassifiedName: Hashable {
  var offset: UInt32
  var tokenClass: TokenClass
  var modifiers: Int
}

/// The classified names of declarations by their texts, for one schema.
struct ClassifiedNames {
  private var schema: Schema?
  private var names: [TextKey: [ClassifiedName]] = [:]

  mutating func names(of key: TextKey, _ schema: Schema) -> [ClassifiedName]? {
    if self.schema?.isCopy(of: schema) != true {
      self.schema = schema
      names = [:]
    }
    return names[key]
  }

  mutating func add(_ found: [ClassifiedName], of key: TextKey) {
    // A key of its own bytes, which does not keep an old text alive.
    names[TextKey(bytes: Array(key.bytes)[...])] = found
  }

  /// Drops all if there are many more than a text of so many declarations needs.
  mutating func trim(toFit count: Int) {
    if names.count > 2 * count + 64 { names = [:] }
  }
}

/// Classifies the tokens of a document.
struct TokenClassifier {
  let document: QueryDocument
  let schema: Schema

  /// The tokens in text order; only those of declarations that touch `range`, if one is given.
  func tokens(in range: SourceSpan? = nil) -> [ClassifiedToken] {
    let lexed = Lexer.lex(document.source)
    var names: [UInt32: (TokenClass, Int)] = [:]
    var plain: [SourceSpan] = []
    for item in document.tree.items {
      if let range, item.span.end < range.start || range.end < item.span.start { continue }
      for name in resolvedNames(in: item) {
        names[item.span.start + name.offset] = (name.tokenClass, name.modifiers)
      }
      if case .mapping(let mapping) = item { plain += TokenClassifier.paths(of: mapping) }
    }
    document.classifiedNames.trim(toFit: document.tree.items.count)
    var result: [ClassifiedToken] = []
    result.reserveCapacity(lexed.tokens.count)
    var previous = TokenKind.endOfText
    var path = 0
    for token in lexed.tokens {
      defer { previous = token.kind }
      while path < plain.count, plain[path].end <= token.start { path += 1 }
      let isKey = path < plain.count && plain[path].start <= token.start
      if let (tokenClass, modifiers) = names[token.start] {
        result.append(ClassifiedToken(span: token.span, tokenClass: tokenClass, modifiers: modifiers))
      } else if let tokenClass = TokenClassifier.tokenClass(token, after: previous), !(isKey && token.kind.isWord) {
        result.append(ClassifiedToken(span: token.span, tokenClass: tokenClass))
      }
    }
    for piece in lexed.trivia {
      switch piece.kind {
      case .lineComment, .blockComment: result.append(ClassifiedToken(span: piece.span, tokenClass: .comment))
      case .documentation: result.append(ClassifiedToken(span: piece.span, tokenClass: .comment, modifiers: 2))
      case .byteOrderMark, .whitespace, .unexpected: break
      }
    }
    result.sort { $0.span.start < $1.span.start }
    guard let range else { return result }
    return result.filter { $0.span.end >= range.start && $0.span.start <= range.end }
  }

  /// The names of a declaration, which are resolved again only when its text or the schema changed.
  private func resolvedNames(in item: Document.Item) -> [ClassifiedName] {
    let (start, end) = (Int(item.span.start), Int(item.span.end))
    let key = TextKey(bytes: document.source.utf8[start..<end])
    if let known = document.classifiedNames.names(of: key, schema) { return known }
    let found = NameResolver.occurrences(in: item, schema).map { name in
      let (tokenClass, modifiers) = TokenClassifier.tokenClass(name)
      return ClassifiedName(offset: name.span.start - item.span.start, tokenClass: tokenClass, modifiers: modifiers)
    }
    document.classifiedNames.add(found, of: key)
    return found
  }

  private static func paths(of mapping: MappingDeclaration) -> [SourceSpan] {
    var spans = mapping.root.map { [$0.span] } ?? []
    for member in mapping.members {
      switch member.source {
      case .json(let path, _), .nested(let path, _): spans.append(path.span)
      case .index, .parameter, .objects, .invalid: break
      }
    }
    return spans.sorted { $0.start < $1.start }
  }

  private static func tokenClass(_ name: Occurrence) -> (TokenClass, Int) {
    let declared = name.isDeclaration ? 1 : 0
    return switch name.symbol {
    case .entity: (.class, declared)
    case .property, .column: (.property, declared)
    case .enumeration: (.enum, declared)
    case .enumerationCase: (.enumMember, declared)
    case .query, .mapping: (.function, declared)
    case .parameter: (.parameter, declared)
    case .variable: (.variable, declared)
    case .function, .collectionOperator: (.function, 4)
    case .builtInType: (.type, 4)
    case .annotation: (.decorator, 4)
    case .file: (.string, 0)
    }
  }

  /// The class of a token that is no resolved name; nil for names and punctuation.
  private static func tokenClass(_ token: Token, after previous: TokenKind) -> TokenClass? {
    switch token.kind {
    case .word:
      guard token.keyword != .none, previous != .dot else { return nil }
      return token.keyword.wordClass != .cdq || token.flags.contains(.lowercase) ? .keyword : nil
    case .atWord, .doubleAtWord: return .decorator
    case .variable, .argument: return .parameter
    case .number: return .number
    case .string: return .string
    default: return token.kind.name == "operator" ? .operator : nil
    }
  }
}

/// Tokens as the numbers of the protocol: five for each line of each token, relative to the one before.
struct TokenNumbers {
  static func encode(_ tokens: [ClassifiedToken], _ positions: TextPositions) -> [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(tokens.count * 5)
    var last = Position(line: 0, character: 0)
    for token in tokens {
      let first = positions.source.line(at: token.span.start)
      let end = positions.source.line(at: max(token.span.start, token.span.end == 0 ? 0 : token.span.end - 1))
      // A token of the protocol is on one line.
      for line in first...max(first, end) {
        let whole = positions.source.lineSpan(line)
        let span = SourceSpan(max(token.span.start, whole.start), min(token.span.end, whole.end))
        guard !span.isEmpty else { continue }
        let start = positions.position(of: span.start)
        let length = positions.position(of: span.end).character - start.character
        guard length > 0, start >= last else { continue }
        numbers.append(start.line - last.line)
        numbers.append(start.line == last.line ? start.character - last.character : start.character)
        numbers.append(length)
        numbers.append(token.tokenClass.rawValue)
        numbers.append(token.modifiers)
        last = start
      }
    }
    return numbers
  }

  /// The one edit that turns the old numbers into the new ones; nil when they are equal.
  static func edit(from old: [Int], to new: [Int]) -> (start: Int, deleted: Int, inserted: ArraySlice<Int>)? {
    var start = 0
    let shared = min(old.count, new.count)
    while start < shared, old[start] == new[start] { start += 1 }
    if start == old.count, start == new.count { return nil }
    var end = 0
    while end < shared - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    return (start, old.count - start - end, new[start..<(new.count - end)])
  }
}

extension FeatureContext {
  /// `textDocument/semanticTokens/full`.
  func semanticTokens(id: Int) -> JSONValue {
    let data = TokenNumbers.encode(TokenClassifier(document: document, schema: schema).tokens(), positions)
    document.sentTokens = (id, data)
    return .fields(["resultId": .string(String(id)), "data": .array(data.map { .int($0) })])
  }

  /// `textDocument/semanticTokens/full/delta`: the difference to the tokens that were sent last.
  func semanticTokens(since previous: String, id: Int) -> JSONValue {
    guard let sent = document.sentTokens, String(sent.id) == previous else { return semanticTokens(id: id) }
    let data = TokenNumbers.encode(TokenClassifier(document: document, schema: schema).tokens(), positions)
    document.sentTokens = (id, data)
    let edits = TokenNumbers.edit(from: sent.data, to: data).map { edit in
      JSONValue.fields([
        "start": .int(edit.start), "deleteCount": .int(edit.deleted), "data": .array(edit.inserted.map { .int($0) }),
      ])
    }
    return .fields(["resultId": .string(String(id)), "edits": .array(edits.map { [$0] } ?? [])])
  }

  /// `textDocument/semanticTokens/range`.
  func semanticTokens(in range: PositionRange) -> JSONValue {
    let tokens = TokenClassifier(document: document, schema: schema).tokens(in: positions.span(of: range))
    return .fields(["data": .array(TokenNumbers.encode(tokens, positions).map { .int($0) })])
  }
}
